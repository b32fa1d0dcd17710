/** Slides the life of a language choice on every visit; a visitor who never chose gets no cookie. */
import { storedLanguage, storeLanguage } from "#client/app/store-language.ts";

export function keepLanguageCookie(): void {
  const chosen = storedLanguage();
  if (chosen !== null) storeLanguage(chosen);
}
