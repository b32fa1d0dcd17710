/** A moment: in UTC on the server and in the first render of a browser, then in the zone of who reads it. */
import { formatInstant, type InstantPrecision } from "./format-instant.ts";
import { useShownZone } from "./shown-zone-context.tsx";

export interface TimeProps {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly epochMs: number;
  /** BCP 47 tag of the page's language. */
  readonly locale: string;
  /** Minutes unless said. */
  readonly precision?: InstantPrecision | undefined;
}

export function Time({ epochMs, locale, precision }: TimeProps) {
  const timeZone = useShownZone();
  return (
    // An engine with other locale data than the server's may space or abbreviate differently: no reason to render anew.
    <time dateTime={new Date(epochMs).toISOString()} suppressHydrationWarning>
      {formatInstant(epochMs, { locale, timeZone, precision })}
    </time>
  );
}
