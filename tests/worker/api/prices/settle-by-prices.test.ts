/** The minute's job: what it writes for signals without a price, and for the others when one fails. */
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  addSomeTrader,
  createRecord,
  MINUTE_MS,
  pricedBy,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";
import { publishSignal } from "#worker/api/signals/index.ts";

const record = createRecord();

const quoteOf = ({ searchParams }: URL, price: string, at = searchParams.get("at")) =>
  Response.json({ asset: searchParams.get("asset"), at, price, source: "Test" });

/** Signals that have expired, one `apartMs` after the other, and a source of prices for them. */
async function expiredSignals(count: number, answer: (url: URL) => Response, apartMs = 0) {
  const deps = { ...record.deps, priceConfig: pricedBy("prices.example") };
  const trader = await addSomeTrader(record);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const entryMs = record.clock.ms + MINUTE_MS + index * apartMs;
    const times = {
      entry_at: new Date(entryMs).toISOString(),
      expires_at: new Date(entryMs + 5 * MINUTE_MS).toISOString(),
    };
    ids.push((await publishSignal(deps, signalBy(trader, record, times))).id);
  }
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
  it("leaves a signal open whose source names another price for a quote on the record", async () => {
    // A quote each minute, whose price changes with the second that is asked for.
    let priceAt = (second: number) => `1.${second + 1}`;
    const { deps, ids, clock } = await expiredSignals(
      3,
      (url) => {
        const [minute = "", second = ""] = (url.searchParams.get("at") ?? "").split(/(?<=:..):/);
        return quoteOf(url, priceAt(Number.parseInt(second, 10)), `${minute}:00Z`);
      },
      1000,
    );
    const waits = () =>
      env.DB.prepare(
        "SELECT reason, address FROM price_waits JOIN signals USING (published_seq) WHERE id IN (?, ?)",
      )
        .bind(...ids.slice(1))
        .raw();
    const both = [
      ["contradictory", "prices.example"],
      ["contradictory", "prices.example"],
    ];
    // Once among the signals of one transaction, once after it.
    expect(await settleByPrices(deps)).toBe(1);
    expect(await waits()).toEqual(both);
    clock.ms += MINUTE_MS;
    expect(await settleByPrices(deps)).toBe(0);
    expect(await waits()).toEqual(both);
    expect(await Promise.all(ids.map(outcomeOf))).toEqual(["draw", "open", "open"]);
    priceAt = () => "1.10";
    clock.ms += MINUTE_MS;
    expect(await settleByPrices(deps)).toBe(2);
    expect(await waits()).toEqual([]);
  });

  it("notes whole milliseconds, however long a signal has waited", async () => {
    const { deps, clock } = await expiredSignals(1, () => new Response("{}", { status: 503 }));
    await settleByPrices(deps);
    clock.ms += 203_001;
    await settleByPrices(deps);
    const wait = await env.DB.prepare("SELECT reason, asked_at, next_at FROM price_waits").first();
    expect(wait).toEqual({ reason: "down", asked_at: clock.ms, next_at: clock.ms + 50_750 });
  });

  it("settles the others of a transaction that one signal makes fail", async () => {
    const { deps, ids } = await expiredSignals(3, (url) => quoteOf(url, "1"));
    const [, failing] = ids;
    const alsoWrite = (entries: readonly { signal_id: string | null }[]) => {
      if (entries.some(({ signal_id }) => signal_id === failing)) throw new Error("this one fails");
      return [];
    };
    await expect(settleByPrices({ ...deps, alsoWrite })).rejects.toThrow("this one fails");
    expect(await Promise.all(ids.map(outcomeOf))).toEqual(["draw", "open", "draw"]);
  });
});
