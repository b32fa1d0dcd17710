/**
 * A modal dialog on the platform's own `<dialog>`: the page behind is inert, Escape and a press on the backdrop ask to
 * close, unless it is held or something in it is under way, and the focus goes back to where it was. A press on the backdrop,
 * as easily made by mistake, leaves what was typed.
 */
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from "react";
import { hasUnsavedInput } from "./fields.ts";
import { Icon } from "./icon.tsx";

export interface DialogProps {
  readonly isOpen: boolean;
  /** The reader wants it closed: the owner sets `isOpen` to false. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /** Only a button among its children closes it, because what it shows is lost with it. False unless said. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ isOpen, onClose, title, closeLabel, isHeld = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(ref, isOpen);
  // What comes of a form or an action that is on its way is said here, and may be said once.
  const mayClose = () => !isHeld && !ref.current?.querySelector('[aria-busy="true"]');
  const askToClose = () => mayClose() && onClose();
  const holdsInput = () => [...(ref.current?.querySelectorAll("form") ?? [])].some(hasUnsavedInput);
  useBackdropPress(ref, () => !holdsInput() && askToClose());

  // Neither event bubbles on the platform, but React passes on those of dialogs and inputs inside.
  function requestClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    // The platform tells late that it was closed: it may have been opened again since.
    if (!isOpen || (event.type === "close" && event.currentTarget.open)) return;
    // A second Escape closes it all the same, where it is not held or `closedby` is unknown.
    if (!mayClose() && !event.currentTarget.open) event.currentTarget.showModal();
    askToClose();
  }

  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      // A browser asks by `cancel` once, and closes at the second Escape whatever was answered.
      closedby={isHeld ? "none" : undefined}
      onCancel={requestClose}
      onClose={requestClose}
    >
      <div className="dialog__panel">
        <h2 id={titleId}>{title}</h2>
        {isOpen ? <div className="dialog__body">{children}</div> : null}
        {/* Last, so that opening puts the focus on the first field; the style sheet sets it beside the title. */}
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

  // Closed while it still is in the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, [ref]);
}

/** Only a press that begins and ends on the backdrop counts, so that dragging a selection out of a field does not close. */
function useBackdropPress(ref: { readonly current: HTMLDialogElement | null }, onClose: () => void) {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const listening = new AbortController();
    let isOutside = false;
    dialog.addEventListener("pointerdown", ({ target }) => (isOutside = target === dialog), listening);
    dialog.addEventListener("pointerup", ({ target }) => (isOutside &&= target === dialog), listening);
    // Of a drag it is told with the element that holds both ends, which may be the dialog.
    // The second press of a double click, whose first has opened the dialog, falls on the backdrop.
    dialog.addEventListener(
      "click",
      ({ target, detail }) => target === dialog && isOutside && detail < 2 && onClose(),
      listening,
    );
    return () => listening.abort();
  }, [ref, onClose]);
}
