/**
 * The toasts of one area: their order, their lives and the layer they stand on.
 * Lives are counted only while an area is mounted and nothing pauses it.
 */
import { TOAST_CLEANUP_DELAY_MS } from "#shared/limits.ts";
import { createLifeTimer, type LifeTimer, type LifeTimerWorld } from "./life-timer.ts";
import type { Toast } from "./toast.ts";

/** Why nothing expires at the moment. */
export type PauseReason = "hover" | "focus" | "hidden";

export interface ToastGroupView {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  /** Whether the area stands above the page: from the first toast until 200 ms after the last (spec section 9). */
  readonly raised: boolean;
}

export interface ToastGroup {
  /** The same object until something changes. */
  view: () => ToastGroupView;
  put: (toast: Toast) => void;
  /** False where no toast has this id. */
  remove: (id: string) => boolean;
  clear: () => void;
  /** An area shows this group until the returned function is called. */
  attach: () => () => void;
  pause: (reason: PauseReason) => void;
  resume: (reason: PauseReason) => void;
}

export const EMPTY_TOAST_GROUP: ToastGroupView = { toasts: [], raised: false };

export function createToastGroup(world: LifeTimerWorld, onChange: () => void): ToastGroup {
  const timers = new Map<string, LifeTimer>();
  const pauses = new Set<PauseReason>();
  let areas = 0;
  let view = EMPTY_TOAST_GROUP;
  let cancelLowering = () => {};

  function show(next: ToastGroupView) {
    view = next;
    onChange();
  }

  function count() {
    const isCounting = areas > 0 && pauses.size === 0;
    for (const timer of timers.values()) {
      if (isCounting) timer.run();
      else timer.hold();
    }
  }

  function forget(id: string) {
    timers.get(id)?.hold();
    timers.delete(id);
  }

  function lowerLater() {
    cancelLowering();
    cancelLowering = world.after(TOAST_CLEANUP_DELAY_MS, () => show(EMPTY_TOAST_GROUP));
  }

  function remove(id: string): boolean {
    const toasts = view.toasts.filter((toast) => toast.id !== id);
    if (toasts.length === view.toasts.length) return false;
    forget(id);
    if (toasts.length === 0) lowerLater();
    show({ ...view, toasts });
    return true;
  }

  return {
    view: () => view,
    put: (toast) => {
      cancelLowering();
      forget(toast.id);
      if (toast.lifeMs !== null) {
        timers.set(
          toast.id,
          createLifeTimer(world, toast.lifeMs, () => remove(toast.id)),
        );
      }
      show({ toasts: withToast(view.toasts, toast), raised: true });
      count();
    },
    remove,
    clear: () => {
      for (const { id } of view.toasts) remove(id);
    },
    attach: () => {
      areas += 1;
      count();
      return () => {
        areas -= 1;
        count();
      };
    },
    pause: (reason) => {
      pauses.add(reason);
      count();
    },
    resume: (reason) => {
      pauses.delete(reason);
      count();
    },
  };
}

/** In the place of the toast with the same id, else at the end. */
function withToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] {
  return toasts.some(({ id }) => id === toast.id)
    ? toasts.map((other) => (other.id === toast.id ? toast : other))
    : [...toasts, toast];
}
