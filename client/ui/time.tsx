/**
 * A moment: in UTC on the server, and in the reader's zone in a browser, where the document's first script rewrites it before
 * it is painted (app/browser/zone-while-parsing.ts).
 */
import { use } from "react";
import { I18nContext } from "react-i18next";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { formatInstant, type InstantPrecision } from "./format-instant.ts";
import { useShownZone } from "./shown-zone-context.tsx";

export interface TimeProps {
  /** An instant as the API gives it, or milliseconds since 1970-01-01T00:00Z. */
  readonly at: string | number;
  /** Default: to the minute. */
  readonly precision?: InstantPrecision | undefined;
}

export function Time({ at, precision }: TimeProps) {
  const epochMs = typeof at === "number" ? at : Date.parse(at);
  const { language = DEFAULT_LANGUAGE } = use(I18nContext)?.i18n ?? {};
  const locale = isLanguage(language) ? LANGUAGE_FACTS[language].tag : language;
  const timeZone = useShownZone();
  return (
    // The document's text may be in another zone and use other locale data than the first render: not a hydration error.
    <time dateTime={new Date(epochMs).toISOString()} data-precision={precision} suppressHydrationWarning>
      {formatInstant(epochMs, { locale, timeZone, precision })}
    </time>
  );
}
