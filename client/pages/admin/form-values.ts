/** What staff type, as the API takes it. What cannot be read becomes what no contract accepts. */
import { readLocalTime } from "#shared/local-time.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { LEAST_USUAL_PAYOUT, MAX_ODDS } from "#shared/limits/lists.ts";

/**
 * A `datetime-local` value in an IANA zone, as ISO 8601 in UTC; empty where it is no time, and where clocks show it twice and
 * `which` is neither `first` nor `second`.
 */
export function instantOf(local: string, timeZone: string, which: string): string {
  const read = readLocalTime(local, timeZone);
  if (read === null) return "";
  if (read.secondMs === null) return new Date(read.epochMs).toISOString();
  if (which === "first") return new Date(read.epochMs).toISOString();
  return which === "second" ? new Date(read.secondMs).toISOString() : "";
}

/** Name of the field that says which of two times is meant. */
export function whichField(name: string): string {
  return `${name}_which`;
}

/** A percentage such as `85` or `92,5` as a share of 1; NaN where it is no number. */
export function shareOf(percentage: string): number {
  const number = wholeOrDecimal(percentage);
  return Number.isNaN(number) ? number : Number((number / 100).toFixed(6));
}

/** Whether to ask if a payout, as a share of 1, is meant. */
export function isDoubtfulPayout(share: number): boolean {
  return share < LEAST_USUAL_PAYOUT;
}

/** The payout that may be meant by a doubtful one: 0.85 by `0.85`, a share of 1, and by `1.85`, decimal odds. Null where none is likely. */
export function meantPayout(share: number): number | null {
  const typed = Number((share * 100).toFixed(4));
  if (typed > 0 && typed <= 1) return typed;
  return typed > 1 && typed <= MAX_ODDS ? Number((typed - 1).toFixed(4)) : null;
}

/** Whether a number is beyond what is usual; no text that is none is. */
export function isUnusual(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  return value < min || value > max;
}

/** What stands between commas, semicolons or space. */
export function listOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => withoutInvisible(one) !== "");
}

/** A number with a point or a comma; NaN for anything else, the empty text included. */
export function wholeOrDecimal(text: string): number {
  const plain = withoutInvisible(text).replace(/\s*%$/, "").replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
