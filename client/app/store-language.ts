/** The language kept in this browser: what has no language in its address opens in it. */
import { isLanguage, type Language, LANGUAGE_COOKIE, languageCookie } from "#shared/languages.ts";

export function storeLanguage(language: Language): void {
  document.cookie = languageCookie(language, window.location.protocol === "https:");
}

/** Null where none was chosen. */
export function storedLanguage(): Language | null {
  const name = `${LANGUAGE_COOKIE}=`;
  const chosen = document.cookie.split("; ").find((cookie) => cookie.startsWith(name));
  const language = chosen?.slice(name.length);
  return isLanguage(language) ? language : null;
}
