/**
 * A moment: in UTC on the server, and in the reader's zone in a browser, where the document's first script rewrites it before
 * it is painted (app/browser/zone-while-parsing.ts).
 */
import { formatInstant, type InstantPrecision } from "./format-instant.ts";
import { useShownZone } from "./shown-zone-context.tsx";

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
  return (
    // The text in the document has another zone, and perhaps other locale data, than the first render; that mismatch is
    // expected.
    <time dateTime={new Date(epochMs).toISOString()} data-precision={precision} suppressHydrationWarning>
      {formatInstant(epochMs, { locale, timeZone, precision })}
    </time>
  );
}
