/**
 * A modal dialog based on `<dialog>`: the page behind is inert, Escape and a press on the backdrop request closing, unless the
 * dialog is held or something in it is under way, and the focus returns to where it was. A press on the backdrop, easily made
 * by mistake, does not close a dialog with unsaved input.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { hasUnsavedInput } from "./fields.ts";
import { Icon } from "./icon.tsx";

export interface DialogProps {
  readonly isOpen: boolean;
  /** Called when the user wants to close it: the owner sets `isOpen` to false. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /** Only a button among its children closes it, because closing loses its content. Default: false. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ isOpen, onClose, title, closeLabel, isHeld = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(ref, isOpen);
  // Stays open during a request, whose result is shown in the dialog and may be shown only once.
  const mayClose = () => !isHeld && !ref.current?.querySelector('[aria-busy="true"]');
  const askToClose = () => mayClose() && onClose();
  const holdsInput = () => [...(ref.current?.querySelectorAll("form") ?? [])].some(hasUnsavedInput);
  useBackdropPress(ref, () => !holdsInput() && askToClose());

  // Neither event bubbles in the DOM, but React propagates those of nested dialogs and inputs.
  function requestClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    // `close` fires asynchronously: the dialog may have been opened again since.
    if (!isOpen || (event.type === "close" && event.currentTarget.open)) return;
    // Reopens a dialog that must stay open: a second Escape closes it anyway, if something in it is under way or the browser
    // does not support `closedby`.
    if (!mayClose() && !event.currentTarget.open) event.currentTarget.showModal();
    askToClose();
  }

  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      // Browsers fire `cancel` once and close at the second Escape even if it was prevented.
      closedby={isHeld ? "none" : undefined}
      onCancel={requestClose}
      onClose={requestClose}
    >
      <div className="dialog__panel">
        <h2 id={titleId}>{title}</h2>
        {isOpen ? <div className="dialog__body">{children}</div> : null}
        {/* Last in the DOM, so that opening focuses the first field; the style sheet places it beside the title. */}
        {isHeld ? null : (
          <button type="button" className="dialog__close" aria-label={closeLabel} onClick={askToClose}>
            <Icon name="x" />
          </button>
        )}
      </div>
    </dialog>
  );
}

function useModal(ref: { readonly current: HTMLDialogElement | null }, isOpen: boolean) {
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [ref, isOpen]);

  // Closes it while it is still in the document, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, [ref]);
}

/**
 * Counts only presses that begin and end on the backdrop, so that dragging a text selection out of a field does not close the
 * dialog.
 */
function useBackdropPress(ref: { readonly current: HTMLDialogElement | null }, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const listening = new AbortController();
    let isOutside = false;
    dialog.addEventListener("pointerdown", ({ target }) => (isOutside = target === dialog), listening);
    dialog.addEventListener("pointerup", ({ target }) => (isOutside &&= target === dialog), listening);
    // A drag fires `click` on the common ancestor of both ends, which may be the dialog. The second press of a double click
    // that opened the dialog falls on the backdrop.
    dialog.addEventListener(
      "click",
      ({ target, detail }) => target === dialog && isOutside && detail < 2 && close(),
      listening,
    );
    return () => listening.abort();
  }, [ref]);
}
