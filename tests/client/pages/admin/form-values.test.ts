import { describe, expect, it } from "vitest";
import { instantOf, localMinute, shareOf, wholeOrDecimal } from "#client/pages/admin/form-values.ts";

describe("what staff type", () => {
  it.each([
    ["85", 0.85],
    ["92,5", 0.925],
    [" 110.25 % ", 1.1025],
    ["85\u00a0%\u200b", 0.85],
    ["57", 0.57],
  ])("reads the payout %s as a share without rounding errors", (text, share) => {
    expect(shareOf(text)).toBe(share);
  });

  it.each(["", " ", "eighty", "1e3", "-5", "0x10", "1.2.3"])("reads no number in %j", (text) => {
    expect(wholeOrDecimal(text)).toBeNaN();
  });

  it.each([
    ["UTC", "2026-07-01T12:34"],
    ["Europe/Berlin", "2026-07-01T14:34"],
    ["Pacific/Auckland", "2026-07-02T00:34"],
    ["America/St_Johns", "2026-07-01T10:04"],
  ])("takes a time in %s to UTC and back", (zone, local) => {
    expect(instantOf(local, zone)).toBe("2026-07-01T12:34:00.000Z");
    expect(localMinute(Date.UTC(2026, 6, 1, 12, 34), zone)).toBe(local);
  });

  it.each([
    ["2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T01:59", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25T03:00", "2026-10-25T02:00:00.000Z"],
  ])("knows %s in Berlin, next to a change of clocks", (local, instant) => {
    expect(instantOf(local, "Europe/Berlin")).toBe(instant);
  });

  it.each(["", "soon", "2026-13-01T00:00", "+275760-09-13T00:00"])("reads no time in %j", (text) => {
    expect(instantOf(text, "America/St_Johns")).toBe("");
  });
});
