import { expect, it } from "vitest";
import { formatTimes } from "#client/pages/admin/publish-summary.tsx";

it.each([
  ["of one day", "2026-11-27T08:30Z", "2026-11-27T08:45Z", "Nov 27, 2026, 09:30 – 09:45 GMT+1"],
  [
    "the same on the clock",
    "2026-10-25T00:30Z",
    "2026-10-25T01:30Z",
    "Oct 25, 2026, 02:30 GMT+2 – Oct 25, 2026, 02:30 GMT+1",
  ],
  [
    "earlier on the clock",
    "2026-10-25T00:55Z",
    "2026-10-25T01:10Z",
    "Oct 25, 2026, 02:55 GMT+2 – Oct 25, 2026, 02:10 GMT+1",
  ],
  [
    "after a skipped hour",
    "2026-03-29T00:55Z",
    "2026-03-29T01:10Z",
    "Mar 29, 2026, 01:55 GMT+1 – Mar 29, 2026, 03:10 GMT+2",
  ],
  [
    "in German",
    "2026-10-25T00:30Z",
    "2026-10-25T01:30Z",
    "25.10.2026, 02:30 MESZ – 25.10.2026, 02:30 MEZ",
    "de-DE",
  ],
])(
  "the summary writes two times in full if the clocks change between them: %s",
  (_which, entry, expiry, text, locale = "en-US") => {
    const times = { entry_at: Date.parse(entry), expires_at: Date.parse(expiry) };
    expect(formatTimes(times, locale, "Europe/Berlin").replaceAll(/[\u00a0\u2009\u202f]/g, " ")).toBe(text);
  },
);
