/**
 * The area of the toasts: at the top, at the end of the line. Both live regions are rendered before the first message; the area
 * never takes the focus. Nothing expires while a toast is hovered or focused or the tab is hidden.
 */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "#client/ui/icon.tsx";
import {
  EMPTY_TOAST_GROUP,
  type Toast,
  type ToastGroupView,
  toasts,
  type ToastSeverity,
} from "./toast-store.ts";

export interface ToastsProps {
  /** Shows only toasts of this group; without it, only those without a group. */
  readonly group?: string | null;
}

/**
 * An area of toasts: the page's, or a modal dialog's while it is open, because nothing outside it can be pressed or is
 * announced.
 */
export function Toasts({ group = null }: ToastsProps) {
  const { t } = useTranslation("common");
  const ref = useRef<HTMLElement>(null);
  const cameFrom = useFocusReturn(ref);
  const view = useSyncExternalStore(
    toasts.subscribe,
    () => toasts.view(group),
    () => EMPTY_TOAST_GROUP,
  );
  useEffect(() => toasts.attach(group), [group]);
  usePauses(ref, view, group);

  /** First moves the focus from the toast to another toast, or back to where it was before. */
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
      .map((toast) => <ToastItem key={toast.id} toast={toast} onDismiss={dismiss} />);

  return (
    <section ref={ref} className="toast-area" aria-label={t("toasts.label")} data-raised={view.raised}>
      <div aria-live="assertive" aria-relevant="additions text">
        {items(true)}
      </div>
      <div aria-live="polite" aria-relevant="additions text">
        {items(false)}
      </div>
    </section>
  );
}

interface ToastItemProps {
  readonly toast: Toast;
  /** Called by the close button, by Escape and after the action. */
  readonly onDismiss: (toast: Toast, element: HTMLElement) => void;
}

const ICONS: Readonly<Record<ToastSeverity, IconName>> = {
  info: "info",
  success: "check-circle",
  warn: "alert-triangle",
  error: "alert-octagon",
};

/** A toast: its severity by shape and word, the message, and its buttons. */
function ToastItem({ toast, onDismiss }: ToastItemProps) {
  const { t } = useTranslation("common");
  const ref = useRef<HTMLDivElement>(null);
  const { action, closable, detail, severity, summary } = toast;
  const severityWord = t(`toasts.severities.${severity}`);

  function dismiss() {
    if (ref.current) onDismiss(toast, ref.current);
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !closable) return;
    event.stopPropagation();
    // Escape closes only the toast, not the dialog that it is in.
    event.preventDefault();
    dismiss();
  }

  return (
    <div ref={ref} className={`toast toast--${severity}`}>
      <Icon name={ICONS[severity]} />
      <div className="toast__text">
        <p className="toast__summary">
          {/* Read out in place of the icon. */}
          <span className="visually-hidden">{`${severityWord}: `}</span>
          <span>{summary}</span>
        </p>
        {detail === null ? null : <p className="toast__detail">{detail}</p>}
        {action === null ? null : (
          <button
            type="button"
            className="toast__action"
            onKeyDown={closeOnEscape}
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      {closable ? (
        <button
          type="button"
          className="toast__close"
          aria-label={t("close")}
          onKeyDown={closeOnEscape}
          onClick={dismiss}
        >
          <Icon name="x" />
        </button>
      ) : null}
    </div>
  );
}

/** The element that had the focus before it entered the area; null if it never did. */
function useFocusReturn(area: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    function remember({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof HTMLElement && !element?.contains(relatedTarget)) {
        cameFrom.current = relatedTarget;
      }
    }
    element.addEventListener("focusin", remember);
    return () => element.removeEventListener("focusin", remember);
  }, [area]);
  return cameFrom;
}

/** Nothing in an area expires while it is hovered or focused or the tab is hidden. */
function usePauses(ref: RefObject<HTMLElement | null>, view: ToastGroupView, group: string | null): void {
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

  // Removing an element that is hovered or focused fires no leave event, so the pauses are checked after every change. A
  // dialog's area may be hovered or focused instead.
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
