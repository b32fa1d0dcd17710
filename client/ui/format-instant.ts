/** Formats instants with their zone, unless their list shows the zone once. */

export interface InstantFormat {
  /** BCP 47 tag. */
  readonly locale: string;
  /** IANA zone, or `UTC`. */
  readonly timeZone: string;
  /**
   * `day` omits the time, and `long day` spells out the month; `listed` is to the minute without the zone, which a table shows
   * once (`isTime` of its columns); `second` is for the ledger; `clock` omits the date. Default: to the minute.
   */
  readonly precision?: InstantPrecision | undefined;
}

export type InstantPrecision = "day" | "long day" | "listed" | "minute" | "second" | "clock";

const DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const LONG_DAY = { year: "numeric", month: "long", day: "numeric" } as const;
const LISTED = { ...DAY, hour: "2-digit", minute: "2-digit" } as const;
const MINUTE = { ...LISTED, timeZoneName: "short" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
const SECOND = { ...MINUTE, second: "2-digit" } as const;

/**
 * Date and time. The date follows the language; in en-US it is mm/dd/yyyy, the site's default.
 */
export function formatInstant(
  epochMs: number,
  { locale, timeZone, precision = "minute" }: InstantFormat,
): string {
  const key = `${locale} ${timeZone} ${precision}`;
  const known = formatters.get(key);
  if (known) return known.format(epochMs);
  const fields = {
    day: DAY,
    "long day": LONG_DAY,
    listed: LISTED,
    minute: MINUTE,
    second: SECOND,
    clock: CLOCK,
  }[precision];
  const formatter = new Intl.DateTimeFormat(locale, { ...fields, timeZone });
  formatters.set(key, formatter);
  return formatter.format(epochMs);
}

// Creating a formatter takes longer than rendering a table row; only a few combinations of language, zone and precision occur.
const formatters = new Map<string, Intl.DateTimeFormat>();
