/** Lifts the toast area over an open modal dialog, which no z-index can reach. */
import { useEffect, type RefObject } from "react";
import type { ToastGroupView } from "./toast-group.ts";

/**
 * While a dialog is modal the area is a popover, shown again with every toast so that it also covers a dialog opened
 * since. Otherwise it stays in the page, where its live regions are heard.
 */
export function useTopLayer(ref: RefObject<HTMLElement | null>, view: ToastGroupView): void {
  useEffect(() => {
    const area = ref.current;
    if (!area || !view.raised || !document.querySelector("dialog:modal")) return undefined;
    area.popover = "manual";
    area.showPopover();
    return () => {
      area.hidePopover();
      area.popover = null;
    };
  }, [ref, view]);
}
