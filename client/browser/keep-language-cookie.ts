/** Slides the life of a language choice on every visit; a visitor who never chose gets no cookie. */
import { storeLanguage } from "#client/app/store-language.ts";
import { isLanguage, LANGUAGE_COOKIE } from "#shared/languages.ts";

export function keepLanguageCookie(): void {
  const cookies = document.cookie.split("; ");
  const chosen = cookies
    .find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1);
  if (isLanguage(chosen)) storeLanguage(chosen);
}
