/** The time left of an open signal in words, to the minute. Used in the document's first script, so it stays small. */
import { formatInstant } from "#client/ui/format-instant.ts";
import { formatSpan } from "#client/ui/format-span.ts";
import { DATED_ENTRY_MS, LONG_TIME_LEFT_MS } from "#shared/limits/lists.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time/time-units.ts";

/**
 * Milliseconds until `atMs`, rounded down to whole minutes or hours, so that the time shown is never longer than the time left;
 * negative once it has passed.
 */
export function timeLeft(atMs: number, nowMs: number): number {
  const leftMs = atMs - nowMs;
  const stepMs = leftMs >= LONG_TIME_LEFT_MS ? HOUR_MS : MINUTE_MS;
  return Math.floor(leftMs / stepMs) * stepMs;
}

export interface OpenTimes {
  readonly entryMs: number;
  readonly untilEntryMs: number;
  readonly untilExpiryMs: number;
}

/**
 * `texts` has five texts separated by `|`: before entry, in the minute before it, while the signal runs, in its last minute, and
 * after its expiry. Fills in `{span}`, the time left, and `{time}`, the time of entry, with its date if that is half a day away
 * or more.
 */
export function openText(
  texts: string,
  { entryMs, untilEntryMs, untilExpiryMs }: OpenTimes,
  { locale, timeZone }: { readonly locale: string; readonly timeZone: string },
): string {
  const [entersIn = "", entersSoon = "", runs = "", runsOut = "", isDue = ""] = texts.split("|");
  if (untilEntryMs < 0) {
    if (untilExpiryMs < 0) return isDue;
    return untilExpiryMs < MINUTE_MS ? runsOut : runs.replace("{span}", formatSpan(untilExpiryMs, locale));
  }
  const precision = untilEntryMs < DATED_ENTRY_MS ? "clock" : "listed";
  return (untilEntryMs < MINUTE_MS ? entersSoon : entersIn)
    .replace("{time}", () => formatInstant(entryMs, { locale, timeZone, precision }))
    .replace("{span}", () => formatSpan(untilEntryMs, locale));
}

/** How much of a signal's life has passed, in whole hundredths from 0 to 1. */
export function shareRun(
  { entryMs, expiresMs }: { readonly entryMs: number; readonly expiresMs: number },
  nowMs: number,
): number {
  const share = (nowMs - entryMs) / (expiresMs - entryMs);
  return Math.floor(Math.min(Math.max(share, 0), 1) * 100) / 100;
}
