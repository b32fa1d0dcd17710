/** The language stored in this browser: addresses without a language open in it. */
import { isLanguage, type Language, LANGUAGE_COOKIE, languageCookie } from "#shared/languages.ts";
import { LANGUAGE_CHOICE_PATH } from "#shared/routes.ts";
import { LANGUAGE_CACHE } from "#shared/service-worker.ts";

export function storeLanguage(language: Language): void {
  document.cookie = languageCookie(language, window.location.protocol === "https:");
  // Without a controlling worker nothing is sent; the registration sends it later.
  if (navigator.serviceWorker?.controller) tellWorkerLanguage().catch(() => {});
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
  const name = `${LANGUAGE_COOKIE}=`;
  const chosen = document.cookie.split("; ").find((cookie) => cookie.startsWith(name));
  const language = chosen?.slice(name.length);
  return isLanguage(language) ? language : null;
}
