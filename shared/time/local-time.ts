/**
 * Local times in an IANA zone. Times that clocks skip or show twice follow RFC 5545 section 3.3.5: a skipped time uses the offset
 * before the change, and of two moments the first is used.
 */
import { DAY_MS, MINUTE_MS } from "#shared/time/time-units.ts";

export interface LocalTime {
  /** The moment by that rule, in milliseconds since the epoch. */
  readonly epochMs: number;
  /** The other moment with this local time, if clocks are turned back over it. */
  readonly secondMs: number | null;
  /** Clocks never show it, because they are turned forward over it. */
  readonly isSkipped: boolean;
}

/** Parses a `datetime-local` value; null if it is invalid. */
export function readLocalTime(local: string, timeZone: string): LocalTime | null {
  const wallMs = /^\d{4}-/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  // The last days in the range of `Date` have no following day.
  if (Number.isNaN(wallMs) || Number.isNaN(new Date(wallMs + 2 * DAY_MS).valueOf())) return null;
  const format = offsetFormat(timeZone);
  const before = readOffset(format, wallMs - DAY_MS);
  const after = readOffset(format, wallMs + DAY_MS);
  const moments = [...new Set([wallMs - before, wallMs - after])]
    .filter((epochMs) => epochMs + readOffset(format, epochMs) === wallMs)
    .sort((a, b) => a - b);
  const [first = wallMs - before, second = null] = moments;
  return { epochMs: first, secondMs: second, isSkipped: moments.length === 0 };
}

/** First and last millisecond of a day (`yyyy-mm-dd`) in a zone, since the epoch. */
export function dayInZone(date: string, timeZone: string): { readonly start: number; readonly end: number } {
  const startOf = (dayMs: number) =>
    readLocalTime(`${new Date(dayMs).toISOString().slice(0, 10)}T00:00`, timeZone)?.epochMs ?? dayMs;
  const dayMs = Date.parse(date);
  return { start: startOf(dayMs), end: startOf(dayMs + DAY_MS) - 1 };
}

/** The minute as a `datetime-local` value. */
export function localMinute(epochMs: number, timeZone: string): string {
  return new Date(epochMs + readOffset(offsetFormat(timeZone), epochMs)).toISOString().slice(0, 16);
}

/** The second as a `datetime-local` value, which omits `:00`. */
export function localSecond(epochMs: number, timeZone: string): string {
  const second = new Date(epochMs).toISOString().slice(16, 19);
  return localMinute(epochMs, timeZone) + (second === ":00" ? "" : second);
}

/** The zone's offset from UTC from a moment on; negative if it is behind. */
export interface ZoneOffset {
  readonly fromMs: number;
  readonly offsetMs: number;
}

/**
 * Every offset of the zone between two moments, oldest first; the first from `fromMs` on. Exact to the minute, the unit in
 * which zones change their clocks; two changes within a day would count as one.
 */
export function zoneOffsets(timeZone: string, fromMs: number, toMs: number): ZoneOffset[] {
  const format = offsetFormat(timeZone);
  const at = (epochMs: number) => readOffset(format, epochMs);
  const offsets = [{ fromMs, offsetMs: at(fromMs) }];
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
    const before = at(dayMs);
    const after = at(dayMs + DAY_MS);
    if (after !== before) offsets.push({ fromMs: turnBetween(dayMs, before, at), offsetMs: after });
  }
  return offsets;
}

/** First minute of the day from `dayMs` on with another offset. */
function turnBetween(dayMs: number, before: number, at: (epochMs: number) => number): number {
  const minute = Math.floor(dayMs / MINUTE_MS);
  let [low, high] = [minute, minute + DAY_MS / MINUTE_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle * MINUTE_MS) === before) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
}

/** The zone's offset from UTC at a moment, to the minute; negative if it is behind. */
function readOffset(format: Intl.DateTimeFormat, epochMs: number): number {
  const text = format.format(epochMs);
  const [, sign = "+", hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -MINUTE_MS : MINUTE_MS);
}

/** True for an IANA time zone that this machine supports. Browsers may name one that they do not support: `Etc/Unknown`. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== "string") return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
