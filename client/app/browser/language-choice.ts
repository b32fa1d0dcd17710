/** What the browser does beside the language switch, which works without script. */
import { storedLanguage, storeLanguage } from "#client/i18n/store-language.ts";
import { RETURN_TO_FIELD } from "#shared/routes.ts";

/** Changing the language keeps path, query and hash, which never reaches a server: it is added to the way back that the form names. */
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

/** Slides the life of a language choice on every visit; a visitor who never chose gets no cookie. */
export function keepLanguageCookie(): void {
  const chosen = storedLanguage();
  if (chosen !== null) storeLanguage(chosen);
}
