/** Writes lengths of time in units: "4 min", "1 hr 20 min". Used in the document's first script, so it stays small. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#shared/time/time-units.ts";

interface Unit {
  readonly unit: "day" | "hour" | "minute" | "second";
  readonly ms: number;
}

const SECOND: Unit = { unit: "second", ms: SECOND_MS };
const UNITS: readonly Unit[] = [
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: HOUR_MS },
  { unit: "minute", ms: MINUTE_MS },
  SECOND,
];

/** A duration in the largest unit that divides it. */
export function formatDuration(durationMs: number, locale: string): string {
  const { unit, ms } = UNITS.find(({ ms }) => durationMs >= ms && durationMs % ms === 0) ?? SECOND;
  return write(durationMs / ms, unit, locale);
}

/** The time between two moments, in at most two units; the remainder is dropped. */
export function formatSpan(spanMs: number, locale: string): string {
  const { unit, ms } = UNITS.find(({ ms }) => spanMs >= ms) ?? SECOND;
  const next = UNITS.find((other) => other.ms < ms);
  const rest = next ? Math.floor((spanMs % ms) / next.ms) : 0;
  const whole = write(Math.floor(spanMs / ms), unit, locale);
  return next && rest > 0 ? `${whole} ${write(rest, next.unit, locale)}` : whole;
}

function write(value: number, unit: Unit["unit"], locale: string): string {
  const key = `${locale} ${unit}`;
  const style = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 0 } as const;
  const format = formatters.get(key) ?? new Intl.NumberFormat(locale, style);
  formatters.set(key, format);
  return format.format(value);
}

// A formatter takes longer to create than a table row to render.
const formatters = new Map<string, Intl.NumberFormat>();
