/**
 * The page's toasts, for every caller: `toasts.add({ severity: "success", summary, life: 5000 })`.
 * Messages wait here until an area for their group is mounted; lives are counted only while it is and nothing pauses it.
 */
import { after, type After } from "#client/ui/scheduling.ts";
import { MAX_TIMER_MS, TOAST_CLEANUP_DELAY_MS } from "#shared/limits/browser.ts";

export type ToastSeverity = "info" | "success" | "warn" | "error";

/** What a caller says. */
export interface ToastMessage {
  /** `info` unless said. Warnings and errors interrupt a screen reader, the others wait. */
  readonly severity?: ToastSeverity | undefined;
  readonly summary: string;
  readonly detail?: string | undefined;
  /** Milliseconds on view; without it, or with 0, the toast stays until it is closed or removed. */
  readonly life?: number | undefined;
  /** Whether there is a close button; yes unless said. */
  readonly closable?: boolean | undefined;
  /** Shown by the area of the same group; without it, by the area without a group. */
  readonly group?: string | undefined;
  /** Replaces the toast that already has this id. Made up unless said. */
  readonly id?: string | undefined;
  /** One thing the reader can do about it; the toast is removed once it is done. */
  readonly action?: ToastAction | undefined;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** What an area shows. */
export interface Toast {
  readonly id: string;
  readonly severity: ToastSeverity;
  readonly summary: string;
  readonly detail: string | null;
  /** Null where it stays. */
  readonly lifeMs: number | null;
  readonly closable: boolean;
  readonly group: string | null;
  readonly action: ToastAction | null;
}

function toToast(message: ToastMessage, id: string): Toast {
  return {
    id,
    severity: message.severity ?? "info",
    summary: message.summary,
    detail: message.detail ?? null,
    lifeMs: toLifeMs(message.life),
    closable: message.closable ?? true,
    group: message.group ?? null,
    action: message.action ?? null,
  };
}

function toLifeMs(life: number | undefined): number | null {
  return life !== undefined && life > 0 && life <= MAX_TIMER_MS ? life : null;
}

/** Why nothing expires at the moment. */
export type PauseReason = "hover" | "focus" | "hidden";

export interface ToastStore {
  /** Shows a message, or keeps it until its area is mounted. Returns the toast's id. */
  add: (message: ToastMessage) => string;
  /** Removes the toast with this id from whatever group it is in. */
  remove: (id: string) => void;
  /** Removes a group's toasts; without a name, those that have no group. */
  removeGroup: (group?: string | null) => void;
  removeAllGroups: () => void;
  /** Calls `listener` after every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  /** What the area of this group shows (null: the area without a group). The same object until something changes. */
  view: (group: string | null) => ToastGroupView;
  /** An area shows this group until the returned function is called; lives are counted meanwhile. */
  attach: (group: string | null) => () => void;
  /** Nothing in the group expires until every reason given is taken back; what is left of each life is kept. */
  pause: (group: string | null, reason: PauseReason) => void;
  resume: (group: string | null, reason: PauseReason) => void;
}

export function createToastStore(world: ToastClock): ToastStore {
  const groups = new Map<string | null, ToastGroup>();
  const listeners = new Set<() => void>();
  let made = 0;

  function notify() {
    for (const listener of listeners) listener();
  }

  function groupNamed(name: string | null): ToastGroup {
    const group = groups.get(name) ?? createToastGroup(world, notify);
    groups.set(name, group);
    return group;
  }

  function remove(id: string) {
    for (const group of groups.values()) group.remove(id);
  }

  function add(message: ToastMessage): string {
    const toast = toToast(message, message.id ?? `toast-${(made += 1)}`);
    for (const [name, group] of groups) if (name !== toast.group) group.remove(toast.id);
    groupNamed(toast.group).put(toast);
    return toast.id;
  }

  return {
    add,
    remove,
    removeGroup: (group = null) => groups.get(group)?.clear(),
    removeAllGroups: () => {
      for (const group of groups.values()) group.clear();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: (group) => groups.get(group)?.view() ?? EMPTY_TOAST_GROUP,
    attach: (group) => groupNamed(group).attach(),
    pause: (group, reason) => groupNamed(group).pause(reason),
    resume: (group, reason) => groupNamed(group).resume(reason),
  };
}

export interface ToastGroupView {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  /** Whether the area stands above the page: from the first toast until 200 ms after the last. */
  readonly raised: boolean;
}

/** The toasts of one area: their order, their lives and the layer they stand on. */
interface ToastGroup {
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

function createToastGroup(world: ToastClock, onChange: () => void): ToastGroup {
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

/** A countdown that can be held: what is left of a life is kept while nobody counts. */
export interface ToastClock {
  /** Milliseconds on a clock that does not go back. */
  readonly now: () => number;
  readonly after: After;
}

interface LifeTimer {
  /** Counts on from where it was held; nothing happens while it already counts. */
  run: () => void;
  /** Stops counting and keeps what is left. */
  hold: () => void;
}

/** Calls `onEnd` once `lifeMs` have been counted. Starts held. */
function createLifeTimer(world: ToastClock, lifeMs: number, onEnd: () => void): LifeTimer {
  let remainingMs = lifeMs;
  let counting: { readonly sinceMs: number; readonly cancel: () => void } | null = null;
  return {
    run: () => {
      counting ??= { sinceMs: world.now(), cancel: world.after(remainingMs, onEnd) };
    },
    hold: () => {
      if (!counting) return;
      counting.cancel();
      remainingMs = Math.max(0, remainingMs - (world.now() - counting.sinceMs));
      counting = null;
    },
  };
}

const pageToasts = createToastStore({ now: () => performance.now(), after });

/** A server shares its modules among visitors, so there nothing is added. */
export const toasts: ToastStore =
  typeof document === "undefined" ? { ...pageToasts, add: ({ id }) => id ?? "" } : pageToasts;
