/**
 * Where toasts appear: top-right (spec section 2), where right means the end of a line. Both live regions stand in the page
 * before any message comes; the area never takes the focus. Nothing expires while a toast is hovered or focused or the tab is hidden.
 */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { EMPTY_TOAST_GROUP } from "./toast-group.ts";
import { ToastItem, type ToastLabels } from "./toast-item.tsx";
import { toasts } from "./toasts.ts";
import type { Toast } from "./toast.ts";
import { useFocusReturn } from "./use-focus-return.ts";
import { usePauses } from "./use-pauses.ts";

export interface ToastAreaProps {
  /** Name of the area among the page's landmarks. */
  readonly label: string;
  readonly labels: ToastLabels;
  /** Only toasts of this group; without it, only those without a group. */
  readonly group?: string | null;
}

export function ToastArea({ label, labels, group = null }: ToastAreaProps) {
  const ref = useRef<HTMLElement>(null);
  const cameFrom = useFocusReturn(ref);
  const view = useSyncExternalStore(
    toasts.subscribe,
    () => toasts.view(group),
    () => EMPTY_TOAST_GROUP,
  );
  useEffect(() => toasts.attach(group), [group]);
  usePauses(ref, view, group);

  /** Focus inside the toast moves on first, to another toast or back to where it came from. */
  function dismiss(toast: Toast, element: HTMLElement) {
    if (element.contains(document.activeElement)) {
      const others = [...(ref.current?.querySelectorAll<HTMLElement>(".toast__close") ?? [])];
      const next = others.find((button) => !element.contains(button)) ?? cameFrom.current;
      next?.focus();
    }
    toasts.remove(toast.id);
  }

  const items = (urgent: boolean) =>
    view.toasts
      .filter(({ severity }) => urgent === (severity === "warn" || severity === "error"))
      .map((toast) => <ToastItem key={toast.id} toast={toast} labels={labels} onDismiss={dismiss} />);

  return (
    <section ref={ref} className="toast-area" aria-label={label} data-raised={view.raised}>
      <div aria-live="assertive" aria-relevant="additions text">
        {items(true)}
      </div>
      <div aria-live="polite" aria-relevant="additions text">
        {items(false)}
      </div>
    </section>
  );
}
