/** Keeps a language in this browser: what has no language in its address opens in it from then on. */
import { type Language, languageCookie } from "#shared/languages.ts";

export function storeLanguage(language: Language): void {
  document.cookie = languageCookie(language, window.location.protocol === "https:");
}
