/** The minute's job: what it writes for signals without a price, and for the others when one fails. */
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { addSomeTrader, createRecord, MINUTE_MS, signalBy } from "#tests/worker/api/signals/record.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";
import { publishSignal } from "#worker/api/signals/index.ts";

const priceConfig = {
  sources: [{ url: "https://prices.example", address: "prices.example" }],
  maxQuoteAgeSeconds: 60,
  assets: [],
};

/** Signals that have expired, and a source of prices for them. */
async function expiredSignals(count: number, answer: (url: URL) => Response) {
  const record = createRecord();
  const deps = { ...record.deps, priceConfig };
  const trader = await addSomeTrader(record);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await publishSignal(deps, signalBy(trader, record))).id);
  record.clock.ms += 7 * MINUTE_MS;
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (asked) => answer(new URL(new Request(asked).url)));
  onTestFinished(() => fetched.mockRestore());
  return { deps, ids, clock: record.clock };
}

const outcomeOf = (id: string) =>
  env.DB.prepare("SELECT outcome FROM signals WHERE id = ?").bind(id).first<string>("outcome");

describe("the job that settles by prices", () => {
  it("notes whole milliseconds, however long a signal has waited", async () => {
    const { deps, clock } = await expiredSignals(1, () => new Response("{}", { status: 503 }));
    await settleByPrices(deps);
    clock.ms += 203_001;
    await settleByPrices(deps);
    const wait = await env.DB.prepare("SELECT reason, asked_at, next_at FROM price_waits").first();
    expect(wait).toEqual({ reason: "down", asked_at: clock.ms, next_at: clock.ms + 50_750 });
  });

  it("settles the others of a transaction that one signal makes fail", async () => {
    const { deps, ids } = await expiredSignals(3, ({ searchParams }) =>
      Response.json({
        asset: searchParams.get("asset"),
        at: searchParams.get("at"),
        price: "1",
        source: "Test",
      }),
    );
    const [, failing] = ids;
    const alsoWrite = (entries: readonly { signal_id: string | null }[]) => {
      if (entries.some(({ signal_id }) => signal_id === failing)) throw new Error("this one fails");
      return [];
    };
    await expect(settleByPrices({ ...deps, alsoWrite })).rejects.toThrow("this one fails");
    expect(await Promise.all(ids.map(outcomeOf))).toEqual(["draw", "open", "draw"]);
  });
});
