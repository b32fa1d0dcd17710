/** Months as calendar grids. Dates are `yyyy-mm-dd`, months `yyyy-mm`; no zone is involved. */
import { FIRST_DAY_OF_WEEK } from "#shared/limits/browser.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

const DAYS_PER_WEEK = 7;

/**
 * The weeks of a month, each starting on the first day of the week (0 = Sunday), filled up with days of the adjacent months.
 */
export function weeksOf(month: string, weekStart = FIRST_DAY_OF_WEEK): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const lead = (weekdayOf(first) - weekStart + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  const start = addDays(first, -lead);
  const weeks = Math.ceil((lead + daysIn(month)) / DAYS_PER_WEEK);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, day) => addDays(start, week * DAYS_PER_WEEK + day)),
  );
}

export function monthOf(date: string): string {
  return date.slice(0, 7);
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day some months later, or the last day of that month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const target = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
  return `${target}-${String(Math.min(day, daysIn(target))).padStart(2, "0")}`;
}

/** The date to which a key moves from another, for weeks that run to the right or the left; null for other keys. */
export function dateAfterKey(date: string, key: string, isRightToLeft = false): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, isRightToLeft ? 1 : -1);
    case "ArrowRight":
      return addDays(date, isRightToLeft ? -1 : 1);
    case "ArrowUp":
      return addDays(date, -DAYS_PER_WEEK);
    case "ArrowDown":
      return addDays(date, DAYS_PER_WEEK);
    case "PageUp":
      return addMonths(date, -1);
    case "PageDown":
      return addMonths(date, 1);
    default:
      return null;
  }
}

function weekdayOf(date: string): number {
  return new Date(Date.parse(date)).getUTCDay();
}

function daysIn(month: string): number {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
