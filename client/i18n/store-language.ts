/** The language kept in this browser: what has no language in its address opens in it. */
import { isLanguage, type Language, LANGUAGE_COOKIE, languageCookie } from "#shared/languages.ts";
import { LANGUAGE_CHOICE_PATH } from "#shared/routes.ts";
import { LANGUAGE_CACHE } from "#shared/service-worker.ts";

export function storeLanguage(language: Language): void {
  document.cookie = languageCookie(language, window.location.protocol === "https:");
  // Where no worker is in control yet, its registration tells it.
  if (navigator.serviceWorker?.controller) tellWorkerLanguage().catch(() => {});
}

/** Writes what the cookie says where the service worker reads it. Rejects where the browser keeps nothing. */
export async function tellWorkerLanguage(): Promise<void> {
  const chosen = storedLanguage();
  if (chosen === null) return void (await caches.delete(LANGUAGE_CACHE));
  const cache = await caches.open(LANGUAGE_CACHE);
  await cache.put(LANGUAGE_CHOICE_PATH, new Response(chosen));
}

/** Null where none was chosen. */
export function storedLanguage(): Language | null {
  const name = `${LANGUAGE_COOKIE}=`;
  const chosen = document.cookie.split("; ").find((cookie) => cookie.startsWith(name));
  const language = chosen?.slice(name.length);
  return isLanguage(language) ? language : null;
}
