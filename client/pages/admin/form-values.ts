/** What staff type, as the API takes it. What cannot be read becomes what no contract accepts. */
import { withoutInvisible } from "#shared/pasted-text.ts";

/**
 * A `datetime-local` value in an IANA zone, as ISO 8601 in UTC; empty where it is no time. Where clocks are turned back, one
 * of the two times that it names.
 */
export function instantOf(local: string, timeZone: string): string {
  const wallMs = /^\d{4}-/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(wallMs)) return "";
  // The first look may fall on the other side of a change of clocks.
  const nearMs = wallMs - offsetMs(wallMs, timeZone);
  return new Date(wallMs - offsetMs(nearMs, timeZone)).toISOString();
}

/** The minute as a `datetime-local` value in an IANA zone. */
export function localMinute(epochMs: number, timeZone: string): string {
  return new Date(epochMs + offsetMs(epochMs, timeZone)).toISOString().slice(0, 16);
}

/** How far the zone's clocks are ahead of UTC at a moment, by the minute; negative where they are behind. */
function offsetMs(epochMs: number, timeZone: string): number {
  const text = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format(epochMs);
  const [, sign = "+", hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
}

/** A percentage such as `85` or `92,5` as a share of 1; NaN where it is no number. */
export function shareOf(percentage: string): number {
  const number = wholeOrDecimal(percentage);
  return Number.isNaN(number) ? number : Number((number / 100).toFixed(6));
}

/** A number with a point or a comma; NaN for anything else, the empty text included. */
export function wholeOrDecimal(text: string): number {
  const plain = withoutInvisible(text).replace(/\s*%$/, "").replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
