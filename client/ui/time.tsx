/** A moment: in UTC on the server and in the first render of a browser, then in the visitor's own zone. */
import { useSyncExternalStore } from "react";
import { formatInstant, type InstantPrecision } from "./format-instant.ts";
import { visitorZone } from "./visitor-zone.ts";

export interface TimeProps {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly epochMs: number;
  /** BCP 47 tag of the page's language. */
  readonly locale: string;
  /** Minutes unless said. */
  readonly precision?: InstantPrecision;
  /** Words of the caller's own instead; must name the zone it is given and depend on nothing else. */
  readonly format?: (epochMs: number, timeZone: string) => string;
}

export function Time({ epochMs, locale, precision, format }: TimeProps) {
  const timeZone = useSyncExternalStore(neverChanges, visitorZone, () => "UTC");
  const text = format ? format(epochMs, timeZone) : formatInstant(epochMs, { locale, timeZone, precision });
  return (
    // An engine with other locale data than the server's may space or abbreviate differently: no reason to render anew.
    <time dateTime={new Date(epochMs).toISOString()} suppressHydrationWarning>
      {text}
    </time>
  );
}

function neverChanges(): () => void {
  return () => {};
}
