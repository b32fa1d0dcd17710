import { describe, expect, it } from "vitest";
import { formatDateText, parseDateText } from "#shared/time/date-text.ts";

describe("a typed date", () => {
  it.each([
    ["11/21/2026", "2026-11-21"],
    ["1/2/2026", "2026-01-02"],
    [" 02/29/2024 ", "2024-02-29"],
    ["2026-11-21", "2026-11-21"],
    ["2026-1-2", "2026-01-02"],
    ["31.12.2026", "2026-12-31"],
    ["1. 2. 2026", "2026-02-01"],
  ])("%s is read with the month first: %s", (text, date) => {
    expect(parseDateText(text)).toBe(date);
  });

  it.each([
    "21/11/2026",
    "12.31.2026",
    "02/30/2026",
    "02/29/2026",
    "0/1/2026",
    "11/21/26",
    "11/21/2026x",
    "x11/21/2026",
    "21.11.2026x",
    "x21.11.2026",
    "2026-11-21x",
    "x2026-11-21",
    "11/21/0026",
    "",
  ])("%j is not a date", (text) => {
    expect(parseDateText(text)).toBeNull();
  });

  it("is written in the format in which it is read", () => {
    expect(formatDateText("2026-01-02")).toBe("01/02/2026");
    expect(parseDateText(formatDateText("2026-01-02"))).toBe("2026-01-02");
  });
});
