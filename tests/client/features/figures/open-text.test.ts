import { expect, it } from "vitest";
import { openText, shareRun, timeLeft } from "#client/features/figures/open-text.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#shared/time/time-units.ts";

const ENTRY_MS = Date.UTC(2026, 10, 28, 14, 5, 30);
const EXPIRES_MS = ENTRY_MS + 40 * MINUTE_MS;
const TEXTS = "at {time} in {span}|soon, at {time}|{span} left|nearly over|due";

function textAt(nowMs: number, [locale, timeZone] = ["en-GB", "UTC"]): string {
  const times = {
    entryMs: ENTRY_MS,
    untilEntryMs: timeLeft(ENTRY_MS, nowMs),
    untilExpiryMs: timeLeft(EXPIRES_MS, nowMs),
  };
  return openText(TEXTS, times, { locale, timeZone });
}

it.each([
  [-20 * HOUR_MS, "at 28 Nov 2026, 14:05 in 20 hrs"],
  [-4 * MINUTE_MS - 59 * SECOND_MS, "at 14:05 in 4 mins"],
  [-59 * SECOND_MS, "soon, at 14:05"],
  [0, "soon, at 14:05"],
  [1, "39 mins left"],
  [39 * MINUTE_MS + 1, "nearly over"],
  [40 * MINUTE_MS + 1, "due"],
])("an open signal, %i ms from its entry, says: %s", (fromEntryMs, text) => {
  expect(textAt(ENTRY_MS + fromEntryMs)).toBe(text);
});

it("the clock is in the reader's language and zone", () => {
  expect(textAt(ENTRY_MS - 5 * MINUTE_MS, ["de-DE", "Asia/Kolkata"])).toBe("at 19:35 in 5 Min.");
});

it("the bar is empty before entry and full after expiry", () => {
  const times = { entryMs: ENTRY_MS, expiresMs: EXPIRES_MS };
  const shares = [-1, 0, 10, 39.99, 41].map((minutes) => shareRun(times, ENTRY_MS + minutes * MINUTE_MS));
  expect(shares).toEqual([0, 0, 0.25, 0.99, 1]);
});
