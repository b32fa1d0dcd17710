/** Nothing in an area expires while it is hovered or focused or the tab is hidden. */
import { useEffect, type RefObject } from "react";
import type { ToastGroupView } from "./toast-group.ts";
import type { ToastStore } from "./toast-store.ts";

export function usePauses(
  ref: RefObject<HTMLElement | null>,
  view: ToastGroupView,
  store: ToastStore,
  group: string | null,
): void {
  useEffect(() => {
    const area = ref.current;
    if (!area) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener("pointerenter", () => store.pause(group, "hover"), { signal });
    area.addEventListener("pointerleave", () => store.resume(group, "hover"), { signal });
    area.addEventListener("focusin", () => store.pause(group, "focus"), { signal });
    area.addEventListener("focusout", () => store.resume(group, "focus"), { signal });
    document.addEventListener("visibilitychange", () => followVisibility(store, group), { signal });
    followVisibility(store, group);
    return () => listening.abort();
  }, [ref, store, group]);

  // An element removed under the pointer or with the focus in it tells nobody that they have left.
  useEffect(() => {
    const isEmpty = view.toasts.length === 0;
    if (isEmpty || !ref.current?.matches(":hover")) store.resume(group, "hover");
    if (isEmpty || !ref.current?.contains(document.activeElement)) store.resume(group, "focus");
  }, [ref, view, store, group]);
}

function followVisibility(store: ToastStore, group: string | null) {
  if (document.visibilityState === "hidden") store.pause(group, "hidden");
  else store.resume(group, "hidden");
}
