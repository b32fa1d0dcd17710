/** All toasts of a page, by group. Messages wait here until an area for their group is mounted. */
import type { LifeTimerWorld } from "./life-timer.ts";
import {
  createToastGroup,
  EMPTY_TOAST_GROUP,
  type PauseReason,
  type ToastGroup,
  type ToastGroupView,
} from "./toast-group.ts";
import { toToast, type ToastMessage } from "./toast.ts";

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

export function createToastStore(world: LifeTimerWorld): ToastStore {
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
