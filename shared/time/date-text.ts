/**
 * Parses dates as people type them: in the order of the language, or mm/dd/yyyy, the site's default format, if the language
 * has no other. An ISO date and one with dots, `dd.mm.yyyy`, are accepted in every language, because they are unambiguous.
 */

import { withoutInvisible } from "#shared/text/pasted-text.ts";

/** Month first, the site's default, or day first. */
export type DateOrder = "mdy" | "dmy";

/** How a language writes a date. */
export type DateStyle = "mm/dd/yyyy" | "dd/mm/yyyy" | "dd.mm.yyyy";

const SPEC_DATE = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/;
const DAY_FIRST_DATE = /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/;
const DOTTED_DATE = /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})$/;
const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;

/** `yyyy-mm-dd` of a date that exists, or null for anything else. Leading zeros may be left out. */
export function parseDateText(text: string, order: DateOrder = "mdy"): string | null {
  const trimmed = withoutInvisible(text);
  // Most filters are empty, so the usual case skips the expressions.
  if (trimmed === "") return null;
  const slashed = order === "dmy" ? DAY_FIRST_DATE : SPEC_DATE;
  const match = slashed.exec(trimmed) ?? DOTTED_DATE.exec(trimmed) ?? ISO_DATE.exec(trimmed);
  const { year, month, day } = match?.groups ?? {};
  return isoDate(Number(year), Number(month), Number(day));
}

/** A `yyyy-mm-dd` date as a language writes it. */
export function formatDateText(date: string, style: DateStyle = "mm/dd/yyyy"): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return style.replace("dd", day).replace("mm", month).replace("yyyy", year);
}

/** The order in which a date with slashes is read in a language with this style. */
export function orderOfStyle(style: DateStyle): DateOrder {
  return style === "mm/dd/yyyy" ? "mdy" : "dmy";
}

/** `Date` turns 31 February into a day in March; here it is not a date. */
function isoDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || year < 1000) return null;
  return at.toISOString().slice(0, 10);
}
