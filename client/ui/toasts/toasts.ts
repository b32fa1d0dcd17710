/**
 * The page's toasts, for every caller: `toasts.add({ severity: "success", summary, life: 5000 })`.
 * A server shares its modules among visitors, so there every call does nothing.
 */
import { after } from "#client/ui/after.ts";
import { EMPTY_TOAST_GROUP } from "./toast-group.ts";
import { createToastStore, type ToastStore } from "./toast-store.ts";

export const toasts: ToastStore =
  typeof document === "undefined"
    ? createSilentToasts()
    : createToastStore({ now: () => performance.now(), after });

function createSilentToasts(): ToastStore {
  return {
    add: ({ id }) => id ?? "",
    remove: () => {},
    removeGroup: () => {},
    removeAllGroups: () => {},
    subscribe: () => () => {},
    view: () => EMPTY_TOAST_GROUP,
    attach: () => () => {},
    pause: () => {},
    resume: () => {},
  };
}
