import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHttpDate } from "#shared/http/http-date.ts";

const NOW = Date.UTC(2026, 10, 21);
const EXAMPLE = Date.UTC(1994, 10, 6, 8, 49, 37);

describe("parseHttpDate", () => {
  it.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
    "reads %s, a form of RFC 9110",
    (value) => {
      expect(parseHttpDate(value, NOW)).toBe(EXAMPLE);
    },
  );

  it("reads two-digit days in the oldest format, full weekday names and leap seconds", () => {
    expect(parseHttpDate("Wed Nov 16 08:49:37 1994", NOW)).toBe(Date.UTC(1994, 10, 16, 8, 49, 37));
    for (let day = 1; day <= 7; day += 1) {
      const ms = Date.UTC(1994, 10, day);
      const weekday = new Date(ms).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
      expect(parseHttpDate(`${weekday}, 0${day}-Nov-94 00:00:00 GMT`, NOW)).toBe(ms);
    }
    expect(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT", NOW)).toBe(Date.UTC(2017, 0, 1));
  });

  it("reads back every date that toUTCString writes", () => {
    const dates = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseHttpDate(date.toUTCString(), NOW)).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  it("reads a two-digit year as at most 50 years ahead", () => {
    const yearOf = (short: string) =>
      new Date(parseHttpDate(`Monday, 01-Jan-${short} 00:00:00 GMT`, NOW) ?? 0).getUTCFullYear();
    expect(["26", "76", "77", "99"].map(yearOf)).toEqual([2026, 2076, 1977, 1999]);
  });

  it.each([
    "",
    "1.5",
    "2026-11-21T12:00:00Z",
    "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sat, 31 Feb 2026 00:00:00 GMT",
    "Sunday, 29-Feb-26 00:00:00 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT+1",
    "Sun 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT+1",
    "on Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994 CET",
    "on Sun Nov  6 08:49:37 1994",
  ])("is null for %j", (value) => {
    expect(parseHttpDate(value, NOW)).toBeNull();
  });
});
