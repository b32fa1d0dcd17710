import { describe, expect, it } from "vitest";
import { instantOf, localMinute, shareOf, wholeOrDecimal } from "#client/pages/admin/form-values.ts";

describe("what staff type", () => {
  it.each([
    ["85", 0.85],
    ["92,5", 0.925],
    [" 110.25 % ", 1.1025],
    ["57", 0.57],
  ])("reads the payout %s as a share without rounding errors", (text, share) => {
    expect(shareOf(text)).toBe(share);
  });

  it.each(["", " ", "eighty", "1e3", "-5", "0x10", "1.2.3"])("reads no number in %j", (text) => {
    expect(wholeOrDecimal(text)).toBeNaN();
  });

  it("takes a local time to UTC and back", () => {
    const epochMs = Date.UTC(2026, 6, 1, 12, 34);
    expect(instantOf(localMinute(epochMs))).toBe("2026-07-01T12:34:00.000Z");
  });

  it.each(["", "soon", "2026-13-01T00:00"])("reads no time in %j", (text) => {
    expect(instantOf(text)).toBe("");
  });
});
