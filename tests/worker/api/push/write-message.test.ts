import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { PushMessage } from "#shared/contracts/push.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { createWriter } from "#worker/api/push/write-message.ts";
import { someSignal } from "#tests/support/some-signal.ts";

/** Published at 07:20 UTC. */
const signal = (changes: Partial<Signal> = {}) =>
  someSignal({
    published_at: "2026-03-10T07:20:00.000Z",
    entry_at: "2026-03-10T07:21:00.000Z",
    expires_at: "2026-03-10T07:36:00.000Z",
    ...changes,
  });

function written(of: Signal, language: Language, timeZone: string): PushMessage {
  return v.parse(v.strictObject(PushMessage.entries), JSON.parse(createWriter(of)(language, timeZone)));
}

describe("a push message", () => {
  it("has trader, asset, direction, times and payout in each language, and nothing else", () => {
    const bodies = LANGUAGES.map((language) =>
      written(signal(), language, "UTC").body.replaceAll(/\s/g, " "),
    );
    expect(bodies).toEqual([
      "EUR/USD up, 07:21–07:36, payout 85%",
      "EUR/USD steigend, 07:21–07:36, Auszahlung 85 %",
      "EUR/USD à la hausse, 07:21–07:36, rendement 85 %",
      "EUR/USD al rialzo, 07:21–07:36, rendimento 85%",
      "EUR/USD al alza, 07:21–07:36, pago 85 %",
    ]);
    expect(written(signal(), "it", "UTC")).toMatchObject({
      title: "North Light",
      path: `/it/signal/${signal().id}`,
      language: "it",
      tag: signal().id,
      signal_id: signal().id,
      timestamp: "2026-03-10T07:20:00.000Z",
    });
  });

  it("has its times in the member's time zone, with midnight as 00:00", () => {
    const write = createWriter(signal());
    const bodyIn = (timeZone: string) => v.parse(PushMessage, JSON.parse(write("de", timeZone))).body;
    expect(bodyIn("Asia/Kolkata")).toContain("12:51–13:06");
    expect(bodyIn("America/New_York")).toContain("03:21–03:36");
    expect(bodyIn("UTC")).toContain("07:21–07:36");
    const midnight = signal({ entry_at: "2026-03-10T07:30:00.000Z", expires_at: "2026-03-10T07:45:00.000Z" });
    expect(written(midnight, "en", "America/Los_Angeles").body).toContain("00:30–00:45");
  });

  it("names the day if the signal does not begin and end on the day of publication", () => {
    const long = signal({ expires_at: "2026-03-11T07:36:00.000Z" });
    expect(written(long, "en", "UTC").body).toBe("EUR/USD up, Mar 10, 07:21–Mar 11, 07:36, payout 85%");
    // In Auckland it expires on the next day.
    const late = signal({ entry_at: "2026-03-10T10:55:00.000Z", expires_at: "2026-03-10T11:10:00.000Z" });
    expect(written(late, "en", "UTC").body).toBe("EUR/USD up, 10:55–11:10, payout 85%");
    expect(written(late, "en", "Pacific/Auckland").body).toBe(
      "EUR/USD up, Mar 10, 23:55–Mar 11, 00:10, payout 85%",
    );
  });
});
