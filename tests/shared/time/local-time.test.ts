import { expect, it } from "vitest";
import { localMinute, localSecond, readLocalTime, isTimeZone, zoneOffsets } from "#shared/time/local-time.ts";

const at = (instant: string) => Date.parse(instant);

it.each([
  ["UTC", "2026-07-01T12:34"],
  ["Europe/Berlin", "2026-07-01T14:34"],
  ["Pacific/Auckland", "2026-07-02T00:34"],
  ["America/St_Johns", "2026-07-01T10:04"],
])("a time in %s is converted to an instant and back", (zone, local) => {
  expect(readLocalTime(local, zone)).toEqual({
    epochMs: at("2026-07-01T12:34Z"),
    secondMs: null,
    isSkipped: false,
  });
  expect(localMinute(at("2026-07-01T12:34:56Z"), zone)).toBe(local);
  expect(localSecond(at("2026-07-01T12:34:56Z"), zone)).toBe(`${local}:56`);
  expect(localSecond(at("2026-07-01T12:34:00.9Z"), zone)).toBe(local);
});

it.each([
  ["Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59:00Z"],
  ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59:00Z"],
  ["Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00Z"],
  ["America/New_York", "2027-03-14T01:59:59", "2027-03-14T06:59:59Z"],
  ["America/New_York", "2027-03-14T03:00", "2027-03-14T07:00:00Z"],
])("in %s, the local time %s next to a clock change is unambiguous", (zone, local, instant) => {
  expect(readLocalTime(local, zone)).toEqual({ epochMs: at(instant), secondMs: null, isSkipped: false });
});

it.each([
  ["America/New_York", "2027-03-14T02:30", "2027-03-14T07:30:00Z", "2027-03-14T03:30"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z", "2026-03-29T03:30"],
  ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z", "2026-10-04T02:45"],
  ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00Z", "2011-12-31T12:00"],
])(
  "in %s, %s is skipped when clocks are turned forward, and read as if they had not changed",
  (zone, local, instant, shown) => {
    const read = readLocalTime(local, zone);
    expect(read).toEqual({ epochMs: at(instant), secondMs: null, isSkipped: true });
    expect(localMinute(read?.epochMs ?? 0, zone)).toBe(shown);
  },
);

it.each([
  ["America/New_York", "2027-11-07T01:30", "2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z"],
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
  ["Europe/Berlin", "2026-10-25T02:00", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"],
])(
  "in %s, %s is repeated when clocks are turned back, and read as both instants, the earlier one first",
  (zone, local, first, second) => {
    expect(readLocalTime(local, zone)).toEqual({
      epochMs: at(first),
      secondMs: at(second),
      isSkipped: false,
    });
  },
);

it.each(["", "soon", "2026-13-01T00:00", "+275760-09-13T00:00"])("%j is not a time", (text) => {
  expect(readLocalTime(text, "America/St_Johns")).toBeNull();
});

it.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"])("%s is a time zone", (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each(["Etc/Unknown", "Mars/Olympus", "", undefined, null, 5])("%j is not a time zone", (name) => {
  expect(isTimeZone(name)).toBe(false);
});

const HOUR_MS = 3_600_000;

it.each([
  ["UTC", [["2026-01-01T00:00:10Z", 0]]],
  ["Asia/Kathmandu", [["2026-01-01T00:00:10Z", 5.75]]],
  [
    "Europe/Berlin",
    [
      ["2026-01-01T00:00:10Z", 1],
      ["2026-03-29T01:00:00Z", 2],
      ["2026-10-25T01:00:00Z", 1],
    ],
  ],
  [
    "Australia/Lord_Howe",
    [
      ["2026-01-01T00:00:10Z", 11],
      ["2026-04-04T15:00:00Z", 10.5],
      ["2026-10-03T15:30:00Z", 11],
    ],
  ],
] as const)("the offsets of %s change at the exact time of a clock change", (zone, expected) => {
  const offsets = zoneOffsets(zone, at("2026-01-01T00:00:10Z"), at("2026-12-31T00:00Z"));
  expect(offsets).toEqual(expected.map(([from, hours]) => ({ fromMs: at(from), offsetMs: hours * HOUR_MS })));
});

it("every past offset of a zone gives the right local time", () => {
  const offsets = zoneOffsets("Africa/Casablanca", at("2015-01-01T00:00Z"), at("2027-01-01T00:00Z"));
  expect(offsets.length).toBeGreaterThan(20);
  for (const { fromMs, offsetMs } of offsets) {
    expect(localMinute(fromMs, "Africa/Casablanca")).toBe(
      new Date(fromMs + offsetMs).toISOString().slice(0, 16),
    );
  }
});
