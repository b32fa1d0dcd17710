/** Parses HTTP-date strictly: `Date.parse` alone also accepts "1.5" or "soon 1". */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/;
const RFC_850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<shortYear>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/;
const ASCTIME =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;

/**
 * Milliseconds since the epoch, or null if `value` has none of the three forms that RFC 9110 section 5.6.7 requires
 * recipients to accept. `nowMs` determines the century of the obsolete second form.
 */
export function parseHttpDate(value: string, nowMs: number): number | null {
  const parts = [IMF_FIXDATE, RFC_850, ASCTIME].map((form) => form.exec(value)?.groups).find(Boolean);
  if (!parts) return null;
  const month = MONTHS.indexOf(parts["month"] ?? "");
  const day = Number(parts["day"]);
  const [hour = 0, minute = 0, second = 0] = (parts["time"] ?? "").split(":").map(Number);
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return null;
  const year =
    parts["shortYear"] === undefined ? Number(parts["year"]) : fullYear(Number(parts["shortYear"]), nowMs);
  // `Date` turns 31 February into a day in March.
  if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) return null;
  return Date.UTC(year, month, day, hour, minute, second);
}

/** RFC 9110 section 5.6.7: a year that appears to be more than 50 years ahead is the last past one with those digits. */
function fullYear(shortYear: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + shortYear;
  return year > thisYear + 50 ? year - 100 : year;
}
