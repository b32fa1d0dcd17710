/** Nothing in an area expires while it is hovered or focused or the tab is hidden. */
import { useEffect, type RefObject } from "react";
import type { ToastGroupView } from "./toast-group.ts";
import { toasts } from "./toasts.ts";

export function usePauses(
  ref: RefObject<HTMLElement | null>,
  view: ToastGroupView,
  group: string | null,
): void {
  useEffect(() => {
    const area = ref.current;
    if (!area) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    area.addEventListener("pointerenter", () => toasts.pause(group, "hover"), { signal });
    area.addEventListener("pointerleave", () => toasts.resume(group, "hover"), { signal });
    area.addEventListener("focusin", () => toasts.pause(group, "focus"), { signal });
    area.addEventListener("focusout", () => toasts.resume(group, "focus"), { signal });
    document.addEventListener("visibilitychange", () => followVisibility(group), { signal });
    followVisibility(group);
    return () => {
      listening.abort();
      toasts.resume(group, "hover");
      toasts.resume(group, "focus");
    };
  }, [ref, group]);

  // An element removed under the pointer or with the focus in it tells nobody that they have left. A dialog's area may have them.
  useEffect(() => {
    const isEmpty = view.toasts.length === 0;
    if (isEmpty || !document.querySelector(".toast-area:hover")) toasts.resume(group, "hover");
    if (isEmpty || !document.querySelector(".toast-area :focus")) toasts.resume(group, "focus");
  }, [view, group]);
}

function followVisibility(group: string | null) {
  if (document.visibilityState === "hidden") toasts.pause(group, "hidden");
  else toasts.resume(group, "hidden");
}
