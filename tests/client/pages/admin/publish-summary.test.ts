import { expect, it } from "vitest";
import { formatTimes } from "#client/pages/admin/publish-summary.tsx";

const ZONE = "Europe/Berlin";

function timesOf(entry: string, expiry: string, language = "en-US"): string {
  const times = { entry_at: Date.parse(entry), expires_at: Date.parse(expiry) };
  return formatTimes(times, language, ZONE).replaceAll(/[\u00a0\u2009\u202f]/g, " ");
}

it("the summary names the day and the zone once if both times share them", () => {
  expect(timesOf("2026-11-27T08:30Z", "2026-11-27T08:45Z")).toBe("Nov 27, 2026, 09:30 – 09:45 GMT+1");
});

it.each([
  ["the same on the clock", "2026-10-25T00:30Z", "2026-10-25T01:30Z", "Oct 25", "02:30 GMT+2", "02:30 GMT+1"],
  ["earlier on the clock", "2026-10-25T00:55Z", "2026-10-25T01:10Z", "Oct 25", "02:55 GMT+2", "02:10 GMT+1"],
  ["after a skipped hour", "2026-03-29T00:55Z", "2026-03-29T01:10Z", "Mar 29", "01:55 GMT+1", "03:10 GMT+2"],
])(
  "the summary writes both times in full across a clock change: %s",
  (_name, entry, expiry, day, from, until) => {
    expect(timesOf(entry, expiry)).toBe(`${day}, 2026, ${from} – ${day}, 2026, ${until}`);
  },
);

it("the summary writes both times in full in German as well", () => {
  expect(timesOf("2026-10-25T00:30Z", "2026-10-25T01:30Z", "de-DE")).toBe(
    "25.10.2026, 02:30 MESZ – 25.10.2026, 02:30 MEZ",
  );
});
