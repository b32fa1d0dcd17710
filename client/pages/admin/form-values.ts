/** What staff type, as the API takes it. What cannot be read becomes what no contract accepts. */

/** A `datetime-local` value, in the zone of this browser, as ISO 8601 in UTC; empty where it is no time. */
export function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}

/** The minute as a `datetime-local` value in the zone of this browser. */
export function localMinute(epochMs: number): string {
  const zoneMs = new Date(epochMs).getTimezoneOffset() * 60_000;
  return new Date(epochMs - zoneMs).toISOString().slice(0, 16);
}

/** A percentage such as `85` or `92,5` as a share of 1; NaN where it is no number. */
export function shareOf(percentage: string): number {
  const number = wholeOrDecimal(percentage);
  return Number.isNaN(number) ? number : Number((number / 100).toFixed(6));
}

/** A number with a point or a comma; NaN for anything else, the empty text included. */
export function wholeOrDecimal(text: string): number {
  const plain = text.trim().replace(/\s*%$/, "").replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
