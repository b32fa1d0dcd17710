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

const STYLES = {
  day: { dateStyle: "medium" },
  "long day": { dateStyle: "long" },
  listed: { dateStyle: "medium", timeStyle: "short" },
  clock: { timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "long" },
} as const satisfies Readonly<Record<Exclude<InstantPrecision, "minute">, Intl.DateTimeFormatOptions>>;

/** Date and time in the language's medium form, with 24 hours: `Nov 28, 2026, 05:04`, `28.11.2026, 05:04`. */
export function formatInstant(
  epochMs: number,
  { locale, timeZone, precision = "minute" }: InstantFormat,
): string {
  const of = (style: keyof typeof STYLES) => formatterOf(locale, timeZone, style);
  if (precision !== "minute") return of(precision).format(epochMs);
  // No style has the zone without seconds.
  const parts = of("second").formatToParts(epochMs);
  const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return `${of("listed").format(epochMs)} ${zone}`;
}

function formatterOf(locale: string, timeZone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${style}`;
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(locale, { ...STYLES[style], hourCycle: "h23", timeZone });
  formatters.set(key, formatter);
  return formatter;
}

// Creating a formatter takes longer than rendering a table row; only a few combinations of language, zone and precision occur.
const formatters = new Map<string, Intl.DateTimeFormat>();
