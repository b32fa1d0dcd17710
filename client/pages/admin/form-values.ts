/** Converts what staff type to API values. Input that cannot be parsed becomes a value that every contract refuses. */
import { readLocalTime } from "#shared/time/local-time.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";

/**
 * A `datetime-local` value in an IANA zone, as ISO 8601 in UTC; empty if it is no time, or if the time occurs twice (clock
 * change) and `which` is neither `first` nor `second`.
 */
export function instantOf(local: string, timeZone: string, which: string): string {
  const read = readLocalTime(local, timeZone);
  if (read === null) return "";
  if (read.secondMs === null) return new Date(read.epochMs).toISOString();
  if (which === "first") return new Date(read.epochMs).toISOString();
  return which === "second" ? new Date(read.secondMs).toISOString() : "";
}

/** Name of the field that chooses between the two times. */
export function whichField(name: string): string {
  return `${name}_which`;
}

/** A percentage such as `85` or `92,5` as a share of 1; NaN if it is no number. */
export function shareOf(percentage: string): number {
  const number = wholeOrDecimal(percentage);
  return Number.isNaN(number) ? number : Number((number / 100).toFixed(6));
}

/**
 * A price with a decimal comma or point, as the API takes it. Where a comma separates thousands, `96,412` is unclear and stays as
 * it is.
 */
export function priceOf(text: string, locale: string): string {
  const plain = withoutInvisible(text);
  const hasDecimalPoint = (1.5).toLocaleString(locale) === "1.5";
  if (hasDecimalPoint && /^[1-9]\d{0,2},\d{3}$/.test(plain)) return plain;
  return /^\d+,\d+$/.test(plain) ? plain.replace(",", ".") : plain;
}

/** The items of a list separated by commas, semicolons or whitespace. */
export function listOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => withoutInvisible(one) !== "");
}

/** A number with a point or a comma; NaN for anything else, including the empty text. */
export function wholeOrDecimal(text: string): number {
  const plain = withoutInvisible(text).replace(/\s*%$/, "").replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
