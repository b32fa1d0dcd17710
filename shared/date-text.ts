/**
 * Dates as people type them: in the order of the language, mm/dd/yyyy, the site's default format, where it has no other. An ISO date and
 * one with dots, `dd.mm.yyyy`, are taken in every language: they cannot be misread.
 */

import { withoutInvisible } from "./pasted-text.ts";

/** Month first, as the site has it by default, or day first. */
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
  // Most filters are empty: no expression needs to be compiled for them.
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

/** In which order a date with slashes is read where a language writes dates so. */
export function orderOfStyle(style: DateStyle): DateOrder {
  return style === "mm/dd/yyyy" ? "mdy" : "dmy";
}

/** `Date` lets 31 February slide into March; here it is no date. */
function isoDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || year < 1000) return null;
  return at.toISOString().slice(0, 10);
}
