/** When a text was last changed. */
import { LANGUAGE_TAGS, type Language } from "#shared/languages.ts";

/** The day in words, in UTC so that server and browser agree. `isoDate` is `yyyy-mm-dd`. */
export function formatRevisionDate(isoDate: string, language: Language): string {
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { dateStyle: "long", timeZone: "UTC" }).format(
    Date.parse(isoDate),
  );
}
