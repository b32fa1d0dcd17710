/**
 * A moment: in UTC on the server, and in the reader's zone in a browser, where the document's first script rewrites it before
 * it is painted (app/browser/zone-while-parsing.ts).
 */
import { formatInstant, type InstantPrecision } from "./format-instant.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time-units.ts";
import { useShownZone } from "./shown-zone-context.tsx";
import { useClock } from "./use-clock.ts";

export interface TimeProps {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly epochMs: number;
  /** BCP 47 tag of the page's language. */
  readonly locale: string;
  /** Default: to the minute. */
  readonly precision?: InstantPrecision | undefined;
}

export function Time({ epochMs, locale, precision }: TimeProps) {
  const timeZone = useShownZone();
  const exact = formatInstant(epochMs, { locale, timeZone, precision });
  return (
    // The document's text is in another zone than the first render, and may use other locale data: no reason to render again.
    <time dateTime={new Date(epochMs).toISOString()} data-precision={precision} suppressHydrationWarning>
      {precision === "listed" ? <RecentTime epochMs={epochMs} locale={locale} exact={exact} /> : exact}
    </time>
  );
}

interface RecentTimeProps extends Pick<TimeProps, "epochMs" | "locale"> {
  readonly exact: string;
}

/**
 * "4 min ago" for times of the last hour, in a browser only, since a document may be cached. Screen readers and print get the
 * exact time, and so does everybody while the row is pointed at or has the focus (styles/time.css).
 */
function RecentTime({ epochMs, locale, exact }: RecentTimeProps) {
  const minutes = useClock((nowMs) => {
    const agoMs = nowMs - epochMs;
    return agoMs < 0 || agoMs >= HOUR_MS ? null : Math.floor(agoMs / MINUTE_MS);
  });
  if (minutes === null) return exact;
  return (
    <span className="recent-time">
      <span>{exact}</span>
      <span aria-hidden="true">
        {new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" }).format(-minutes, "minute")}
      </span>
    </span>
  );
}
