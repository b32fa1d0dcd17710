/** When a text was last changed. */
import { LANGUAGE_FACTS, type Language } from "#shared/languages.ts";

/** The day in words, in UTC so that server and browser agree. `isoDate` is `yyyy-mm-dd`. */
export function formatRevisionDate(isoDate: string, language: Language): string {
  return new Intl.DateTimeFormat(LANGUAGE_FACTS[language].tag, { dateStyle: "long", timeZone: "UTC" }).format(
    Date.parse(isoDate),
  );
}
