import { describe, expect, it } from "vitest";
import { addMonths, dateAfterKey, weeksOf } from "#client/ui/date-field/month.ts";

describe("a month in the calendar", () => {
  it.each([
    ["2026-11", "2026-11-01", "2026-12-05", 5],
    ["2026-02", "2026-02-01", "2026-02-28", 4],
    ["2025-03", "2025-02-23", "2025-04-05", 6],
  ])("%s runs from Sunday %s to %s in %i weeks", (month, first, last, weeks) => {
    const days = weeksOf(month).flat();
    expect(days.at(0)).toBe(first);
    expect(days.at(-1)).toBe(last);
    expect(days).toHaveLength(weeks * 7);
  });

  it.each([
    ["ArrowLeft", "2026-02-28"],
    ["ArrowRight", "2026-03-02"],
    ["ArrowUp", "2026-02-22"],
    ["ArrowDown", "2026-03-08"],
    ["PageUp", "2026-02-01"],
    ["PageDown", "2026-04-01"],
    ["a", null],
  ])("moves with %s from 2026-03-01 to %s", (key, date) => {
    expect(dateAfterKey("2026-03-01", key)).toBe(date);
  });

  it("uses the last day if the next month is shorter", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-01-31", -2)).toBe("2025-11-30");
  });
});
