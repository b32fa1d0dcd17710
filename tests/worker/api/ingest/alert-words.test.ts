import { describe, expect, it } from "vitest";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

describe("an OTC asset", () => {
  it.each([
    "EUR/USD (OTC) buy",
    "EURUSD OTC buy 5m",
    "OTC EURUSD buy",
    '{"ticker":"OTC:EURUSD","action":"buy"}',
    '{"ticker":"EUR/USD (OTC)","action":"buy"}',
    "ticker=EURUSD-OTC, action=buy",
    "S: order buy @ 1 filled on EURUSD_0TC. New strategy position is 1",
  ])("is recognised by its mark: %s", (body) => {
    expect(parseAlert(body)).toMatchObject({ alert: { asset: "EURUSD_otc", direction: "up" } });
  });

  it.each([
    ["OTC buy", "asset_missing"],
    ["EURUSD_OTC2 buy", "unknown_word"],
    ["S: order buy @ 1 filled on EURUSD_OTC2. New strategy position is 1", "unknown_word"],
    ['{"ticker":"EURUSD_OTC2","action":"buy"}', "invalid"],
    ['{"ticker":"EURUSD_OT\u0421","action":"buy"}', "invalid"],
  ])("is refused if the mark is ambiguous: %s", (body, code) => {
    expect(parseAlert(body)).toMatchObject({ problem: { code } });
  });
});
