/** What script adds to the language switch, which works without it. */
import { storedLanguage, storeLanguage } from "#client/i18n/store-language.ts";
import { RETURN_TO_FIELD } from "#shared/routes.ts";

/**
 * A change of language keeps path, query and hash. The hash never reaches a server, so it is added to the return address in the
 * form.
 */
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

/** Renews the lifetime of the language cookie on every visit; sets no cookie for a visitor who never chose. */
export function keepLanguageCookie(): void {
  const chosen = storedLanguage();
  if (chosen !== null) storeLanguage(chosen);
}
