/**
 * The language stored in this browser, in which addresses without a language open; and the script of the language switch, which
 * also works without it.
 */
import { type Language, languageCookie } from "#shared/site/languages.ts";
import { chosenLanguage } from "#shared/site/decide-language.ts";
import { LANGUAGE_CHOICE_PATH, RETURN_TO_FIELD } from "#shared/site/routes.ts";
import { LANGUAGE_CACHE } from "#shared/site/service-worker-messages.ts";

export function storeLanguage(language: Language): void {
  document.cookie = languageCookie(language, window.location.protocol === "https:");
  tellController().catch(() => {});
}

/** Without a controlling worker nothing is sent; the registration sends it later. Rejects if the browser refuses workers. */
async function tellController(): Promise<void> {
  if (navigator.serviceWorker?.controller) await tellWorkerLanguage();
}

/** Copies the cookie's language to where the service worker reads it. Rejects if the browser stores nothing. */
export async function tellWorkerLanguage(): Promise<void> {
  const chosen = storedLanguage();
  if (chosen === null) return void (await caches.delete(LANGUAGE_CACHE));
  const cache = await caches.open(LANGUAGE_CACHE);
  await cache.put(LANGUAGE_CHOICE_PATH, new Response(chosen));
}

/** Null if none was chosen. */
export function storedLanguage(): Language | null {
  return chosenLanguage(document.cookie);
}

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
