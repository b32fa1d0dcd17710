/** How long before its entry a signal should be published, by the quotes on the record. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { CreatedIngestKey } from "#shared/contracts/ingest-keys.ts";
import type { Ending } from "#shared/record/ending.ts";
import { endByPrices, publishSignal } from "#worker/api/signals/index.ts";
import { PASSCODE } from "#tests/worker/api/member-world.ts";
import { MINUTE_MS, pricedBy, quoteAt, signalBy } from "#tests/worker/api/signals/record.ts";
import { createHook, createHooksApp, receiptOf } from "./hook.ts";

const priceConfig = pricedBy("prices.test");
const SECOND_MS = 1000;

/** A key, its site with a source of prices, and signals that have ended by quotes of some ages. */
async function pricedHook() {
  const hook = await createHook({ entry_delay_seconds: 24 }, { priceConfig });
  const { world, record, trader, staff } = hook;
  const end = async (
    ages: readonly (readonly [entry: number, expiry: number])[],
    cause: "prices" | "no_price",
  ) => {
    for (const [entryAge, expiryAge] of ages) {
      const deps = { ...record.deps, priceConfig };
      const signal = await publishSignal(deps, signalBy(trader, record));
      record.clock.ms = Date.parse(signal.expires_at);
      const quote = (at: string, ageS: number) =>
        quoteAt(new Date(Date.parse(at) - ageS * SECOND_MS).toISOString(), "1.1");
      const entry = quote(signal.entry_at, entryAge);
      const expiry = quote(signal.expires_at, expiryAge);
      const prices = [{ address: "prices.test", source: "Quotes", entry, expiry }];
      const ending: Ending =
        cause === "prices" ? { cause, outcome: "draw", prices } : { cause, outcome: "void", prices };
      expect(await endByPrices(deps, new Map([[signal.published_seq, ending]]))).toMatchObject({ ended: 1 });
      record.clock.ms += MINUTE_MS;
    }
    world.pass(record.clock.ms - world.deps.now());
  };
  const leads = async () => {
    // The access token is over by then.
    const { ask } = await world.signInAgain(staff);
    return (await ask("GET", "/api/admin/signals/leads/")).json();
  };
  return { ...hook, end, leads };
}

describe("the lead before an entry", () => {
  it("is the age of the oldest quote of late and 5 s, or as old as a quote may be where there are too few", async () => {
    const { end, leads } = await pricedHook();
    expect(await leads()).toEqual({ assets: {}, others: 65 });
    await end(
      [
        [20, 3],
        [1, 2],
        [4, 19],
        [0, 0],
      ],
      "prices",
    );
    // A closed market says nothing of how often a source quotes.
    await end([[300, 3]], "no_price");
    expect(await leads()).toEqual({ assets: {}, others: 65 });
    await end([[7, 8]], "prices");
    expect(await leads()).toEqual({ assets: { "EUR/USD": 25 }, others: 65 });
  });

  it("is what a key proposes that states none", async () => {
    const { staff, trader } = await pricedHook();
    const delayOf = async (changes: object) => {
      const asked = { trader, label: "Test", current_passcode: PASSCODE, ...changes };
      const made = await staff.ask("POST", "/api/admin/ingest-keys/", asked);
      return v.parse(CreatedIngestKey, await made.json()).entry_delay_seconds;
    };
    expect(await delayOf({ assets: ["EUR/USD"] })).toBe(25);
    expect(await delayOf({ assets: ["EUR/USD", "GBP/USD"] })).toBe(65);
    expect(await delayOf({})).toBe(65);
    expect(await delayOf({ assets: ["EURUSD_otc"] })).toBe(30);
    expect(await delayOf({ entry_delay_seconds: 7 })).toBe(7);
  });

  it.each([201, 202])("is named in an answer %i to a message with a shorter one", async (status) => {
    const { world, path } = await pricedHook();
    const api = createHooksApp(world.deps, status === 202 ? async () => {} : () => new Promise(() => {}));
    const warningOf = async (body: string) => {
      const answer = await api.request(path, { method: "POST", body });
      expect(answer.status).toBe(status);
      return (await receiptOf(answer)).warning;
    };
    expect(await warningOf("EURUSD buy 5m")).toBe(
      "The entry is 24 s after the message. With less than 25 s, the price of EUR/USD at entry may already be fixed: then the signal is late.",
    );
    expect(await warningOf("EURUSD_otc buy 5m")).toBeNull();
    const entryMs = world.deps.now() + 25 * SECOND_MS;
    const body = { ticker: "EURUSD", action: "buy", entry_time: new Date(entryMs).toISOString() };
    expect(await warningOf(JSON.stringify(body))).toBeNull();
  });
});
