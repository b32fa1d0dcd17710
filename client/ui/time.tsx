/**
 * A moment: in UTC on the server, and in the reader's zone in a browser, where the document's first script rewrites it before
 * it is painted (app/browser/zone-while-parsing.ts).
 */
import { useContext } from "react";
import { I18nContext } from "react-i18next";
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_FACTS } from "#shared/languages.ts";
import { formatInstant, type InstantPrecision } from "./format-instant.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time-units.ts";
import { useShownZone } from "./shown-zone-context.tsx";
import { useClock } from "./use-clock.ts";

export interface TimeProps {
  /** An instant as the API gives it, or milliseconds since 1970-01-01T00:00Z. */
  readonly at: string | number;
  /** Default: to the minute. */
  readonly precision?: InstantPrecision | undefined;
}

export function Time({ at, precision }: TimeProps) {
  const epochMs = typeof at === "number" ? at : Date.parse(at);
  if (precision === "listed") return <ListedTime epochMs={epochMs} />;
  return <TimeElement epochMs={epochMs} precision={precision} />;
}

/**
 * "4 min ago" for times of the last hour, in a browser only, since a document may be cached. Screen readers and print get the
 * exact time, and so does everybody while the row is pointed at or has the focus (styles/time.css).
 */
function ListedTime({ epochMs }: { readonly epochMs: number }) {
  const minutes = useClock((nowMs) => {
    const agoMs = nowMs - epochMs;
    return agoMs < 0 || agoMs >= HOUR_MS ? null : Math.floor(agoMs / MINUTE_MS);
  });
  return <TimeElement epochMs={epochMs} precision="listed" minutesAgo={minutes} />;
}

interface TimeElementProps {
  readonly epochMs: number;
  readonly precision: InstantPrecision | undefined;
  readonly minutesAgo?: number | null;
}

function TimeElement({ epochMs, precision, minutesAgo = null }: TimeElementProps) {
  const { language = DEFAULT_LANGUAGE } = useContext(I18nContext)?.i18n ?? {};
  const locale = isLanguage(language) ? LANGUAGE_FACTS[language].tag : language;
  const timeZone = useShownZone();
  const exact = formatInstant(epochMs, { locale, timeZone, precision });
  return (
    // The document's text is in another zone than the first render, and may use other locale data: no reason to render again.
    <time dateTime={new Date(epochMs).toISOString()} data-precision={precision} suppressHydrationWarning>
      {minutesAgo === null ? (
        exact
      ) : (
        <span className="recent-time">
          <span>{exact}</span>
          <span aria-hidden="true">
            {new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" }).format(
              -minutesAgo,
              "minute",
            )}
          </span>
        </span>
      )}
    </time>
  );
}
