/** One toast: what kind it is by shape and word, what happened, and how to be rid of it. */
import { useRef, type KeyboardEvent } from "react";
import { Icon, type IconName } from "#client/ui/icon.tsx";
import type { Toast, ToastSeverity } from "./toast.ts";

export interface ToastLabels {
  readonly close: string;
  /** Said before the summary to those who cannot see the icon. */
  readonly severities: Readonly<Record<ToastSeverity, string>>;
}

export interface ToastItemProps {
  readonly toast: Toast;
  readonly labels: ToastLabels;
  /** Called by the close button, by Escape and after the action. */
  readonly onDismiss: (toast: Toast, element: HTMLElement) => void;
}

const ICONS: Readonly<Record<ToastSeverity, IconName>> = {
  info: "info",
  success: "check-circle",
  warn: "alert-triangle",
  error: "alert-octagon",
};

export function ToastItem({ toast, labels, onDismiss }: ToastItemProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { action, closable, detail, severity, summary } = toast;

  function dismiss() {
    if (ref.current) onDismiss(toast, ref.current);
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !closable) return;
    event.stopPropagation();
    // The toast alone, not the dialog that it is in.
    event.preventDefault();
    dismiss();
  }

  return (
    <div ref={ref} className={`toast toast--${severity}`}>
      <Icon name={ICONS[severity]} />
      <div className="toast__text">
        <p className="toast__summary">
          <span className="visually-hidden">{`${labels.severities[severity]}: `}</span>
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
          aria-label={labels.close}
          onKeyDown={closeOnEscape}
          onClick={dismiss}
        >
          <Icon name="x" />
        </button>
      ) : null}
    </div>
  );
}
