/**
 * Keeps what was entered before hydration if React replaces the elements. When a third party (a password manager, a translator)
 * has changed the document, React cannot hydrate it and renders the page again on the client: the new controls get the text,
 * the focus and the held press of the old ones.
 */
import { fillField, FORM_FIELDS, type FormField, isChecked, isUnsaved } from "#client/ui/fields.ts";

export interface PreservedInput {
  /** To be called after React has rendered the page again: copies the entered values to the new controls. */
  readonly handOver: () => void;
  /** The control that has replaced one of the server's document; the control itself if it is still connected. */
  readonly successorOf: (control: HTMLElement) => HTMLElement | null;
  /** Ends the tracking: the page is hydrated. */
  readonly stop: () => void;
}

/** Must be called before hydration starts. */
export function preserveInput(document: Document): PreservedInput {
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
      // After `stop`, a control that leaves the page was removed by the application.
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

/** Each control with a key that identifies it: kind, name, class, and how many of the same kind precede it. */
function placesOf(document: Document): Map<HTMLElement, string> {
  const counts = new Map<string, number>();
  const controls = document.querySelectorAll<HTMLElement>(`a, button, form, ${FORM_FIELDS}, summary`);
  return new Map(
    [...controls].map((control) => {
      const kind = [control.localName, control.getAttribute("name"), control.className].join(" ");
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return [control, `${kind} ${count}`];
    }),
  );
}

function isField(control: HTMLElement): control is FormField {
  return control.matches(FORM_FIELDS);
}

/** Restores the caret as well. */
function focusLike(successor: HTMLElement, control: HTMLElement): void {
  successor.focus({ preventScroll: true });
  if (!(successor instanceof HTMLInputElement) || !(control instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd } = control;
  // Inputs of some types have no selection.
  if (selectionStart !== null) successor.setSelectionRange(selectionStart, selectionEnd);
}
