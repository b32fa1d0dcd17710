/**
 * A moment: in UTC on the server, and in the zone of who reads it in a browser, where the document's first script writes it
 * before it is painted (app/browser/zone-while-parsing.ts).
 */
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
    // What is there is told in another zone, maybe with other locale data, than in the first render: no reason to render anew.
    <time dateTime={new Date(epochMs).toISOString()} data-precision={precision} suppressHydrationWarning>
      {formatInstant(epochMs, { locale, timeZone, precision })}
    </time>
  );
}
