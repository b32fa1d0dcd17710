/**
 * Dates as people type them: mm/dd/yyyy, the site's default format, whatever the language. An ISO date and one with dots,
 * `dd.mm.yyyy`, are taken as well: they cannot be misread.
 */

import { withoutInvisible } from "./pasted-text.ts";

const SPEC_DATE = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/;
const DOTTED_DATE = /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})$/;
const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;

/** `yyyy-mm-dd` of a date that exists, or null for anything else. Leading zeros may be left out. */
export function parseDateText(text: string): string | null {
  const trimmed = withoutInvisible(text);
  // Most filters are empty: no expression needs to be compiled for them.
  if (trimmed === "") return null;
  const match = SPEC_DATE.exec(trimmed) ?? DOTTED_DATE.exec(trimmed) ?? ISO_DATE.exec(trimmed);
  const { year, month, day } = match?.groups ?? {};
  return isoDate(Number(year), Number(month), Number(day));
}

/** mm/dd/yyyy of a `yyyy-mm-dd` date. */
export function formatDateText(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** `Date` lets 31 February slide into March; here it is no date. */
function isoDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || year < 1000) return null;
  return at.toISOString().slice(0, 10);
}
