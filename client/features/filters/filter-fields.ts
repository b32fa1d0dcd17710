/** Shared code of the fields of a filter form. */
import { useTranslation } from "react-i18next";
import { readDate } from "#client/data/list-query.ts";
import { HttpError } from "#client/data/http-error.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { formatInstant } from "#client/ui/format-instant.ts";
import { formatDateText } from "#shared/time/date-text.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";

/** Attributes of a date field in the page's language; `timeZone` is the zone of its days. */
export function useDateField(timeZone: string) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("filters");
  const { tag, dates, weekStart } = LANGUAGE_FACTS[language];
  return {
    locale: tag,
    dates,
    weekStart,
    timeZone,
    placeholder: t("datePlaceholder"),
    labels: {
      open: t("calendar.open"),
      previous: t("calendar.previous"),
      next: t("calendar.next"),
    },
  };
}

/** A date of the address in the language's numeric format, and in words; anything that is no date stays as it was typed. */
export function useDates(query: URLSearchParams) {
  const { language } = useRuntimeConfig();
  const { tag, dates } = LANGUAGE_FACTS[language];
  return {
    written: (name: string): string => {
      const date = readDate(query, name);
      return date === null ? (query.get(name) ?? "") : formatDateText(date, dates);
    },
    inWords: (name: string): string | null => {
      const date = readDate(query, name);
      return date && formatInstant(Date.parse(date), { locale: tag, timeZone: "UTC", precision: "long day" });
    },
  };
}

/** The filter that the API could not parse; `other` for a refused parameter without a filter, null for any other failure. */
export function filterProblem<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Name | "other" | null {
  if (!(error instanceof HttpError) || error.status !== 400) return null;
  return names.find((name) => error.fields?.[name]) ?? "other";
}
