/**
 * What was entered outlives the elements it was entered into. Where somebody else has changed the document (a password manager,
 * a translator), React cannot take over what the server sent and makes the page anew: the controls that come in place of the old
 * ones get their text, their focus, and the press that was held.
 */
import { fillField, isChecked, isUnsaved } from "#client/ui/fields.ts";

export interface KeptEntries {
  /** React has made the page anew: what was entered goes over. */
  readonly handOver: () => void;
  /** The control that is now in the place of one of the document's; itself where it still is there. */
  readonly successorOf: (control: HTMLElement) => HTMLElement | null;
  /** The page is React's: nothing is noted any more. */
  readonly stop: () => void;
}

/** To be called before React gets the document. */
export function keepEntries(document: Document): KeptEntries {
  const places = placesOf(document);
  let focused: unknown = document.activeElement;
  const noting = new AbortController();
  document.addEventListener("focusin", ({ target }) => (focused = target), noting);

  function successorOf(control: HTMLElement): HTMLElement | null {
    if (control.isConnected) return control;
    const place = places.get(control);
    for (const [successor, itsPlace] of placesOf(document)) if (itsPlace === place) return successor;
    return null;
  }

  return {
    successorOf,
    stop: () => noting.abort(),
    handOver() {
      // What goes from now on has been left.
      if (noting.signal.aborted) return;
      const lost = focused;
      for (const control of places.keys()) {
        const successor = successorOf(control);
        if (!successor || successor === control) continue;
        if (isField(control) && isField(successor) && isUnsaved(control)) {
          fillField(successor, control.value, isChecked(control));
        }
        if (control === lost && document.activeElement === document.body) focusLike(successor, control);
      }
    },
  };
}

/** Each control with what tells it from the others: its kind, name and look, and how many of them come before it. */
function placesOf(document: Document): Map<HTMLElement, string> {
  const counts = new Map<string, number>();
  const controls = document.querySelectorAll<HTMLElement>("a, button, form, input, select, summary");
  return new Map(
    [...controls].map((control) => {
      const kind = [control.localName, control.getAttribute("name"), control.className].join(" ");
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return [control, `${kind} ${count}`];
    }),
  );
}

function isField(control: HTMLElement): control is HTMLInputElement | HTMLSelectElement {
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
}

/** With the caret where it was. */
function focusLike(successor: HTMLElement, control: HTMLElement): void {
  successor.focus({ preventScroll: true });
  if (!(successor instanceof HTMLInputElement) || !(control instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd } = control;
  // Fields of some types have none.
  if (selectionStart !== null) successor.setSelectionRange(selectionStart, selectionEnd);
}
