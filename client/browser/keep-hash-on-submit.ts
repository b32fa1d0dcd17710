/** The hash of an address never reaches a server, so script adds it to the way back that a form names. */
import { RETURN_TO_FIELD } from "#shared/routes.ts";

/** Spec section 2: changing the language keeps path, query and hash. */
export function keepHashOnSubmit(root: EventTarget): void {
  root.addEventListener(
    "submit",
    ({ target }) => {
      const field = target instanceof HTMLFormElement ? target.elements.namedItem(RETURN_TO_FIELD) : null;
      if (!(field instanceof HTMLInputElement)) return;
      const { pathname, search, hash } = window.location;
      field.value = pathname + search + hash;
    },
    { capture: true },
  );
}
