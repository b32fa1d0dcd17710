import { expect, it } from "vitest";
import { isQuiet } from "#worker/api/push/quiet-hours.ts";

const NIGHT = { quiet_from: "22:00", quiet_until: "07:00", time_zone: "Europe/Berlin" };

it.each([
  ["before they begin", "2026-01-15T20:59:59Z", false],
  ["as they begin", "2026-01-15T21:00:00Z", true],
  ["at midnight", "2026-01-15T23:00:00Z", true],
  ["before they end", "2026-01-16T05:59:59Z", true],
  ["as they end", "2026-01-16T06:00:00Z", false],
  // Summer time from 29 March 2026, 02:00 to 03:00: the night is an hour shorter.
  ["in the evening before clocks are turned forward", "2026-03-28T21:00:00Z", true],
  ["before they end in summer time", "2026-03-29T04:59:00Z", true],
  ["as they end in summer time", "2026-03-29T05:00:00Z", false],
  // Back on 25 October 2026, 03:00 to 02:00: an hour longer.
  ["in the evening before clocks are turned back", "2026-10-24T20:00:00Z", true],
  ["in the hour that comes twice", "2026-10-25T00:30:00Z", true],
  ["before they end in winter time", "2026-10-25T05:59:00Z", true],
  ["as they end in winter time", "2026-10-25T06:00:00Z", false],
])("quiet hours that pass midnight, %s", (_, at, expected) => {
  expect(isQuiet(NIGHT, Date.parse(at))).toBe(expected);
});

it.each([
  ["2026-01-15T11:59:00Z", false],
  ["2026-01-15T12:00:00Z", true],
  ["2026-01-15T13:29:00Z", true],
  ["2026-01-15T13:30:00Z", false],
])("quiet hours within a day, at %s", (at, expected) => {
  const hours = { quiet_from: "12:00", quiet_until: "13:30", time_zone: "UTC" };
  expect(isQuiet(hours, Date.parse(at))).toBe(expected);
});

it("no time is quiet if no quiet hours are set", () => {
  expect(isQuiet({ quiet_from: null, quiet_until: null, time_zone: "UTC" }, 0)).toBe(false);
});
