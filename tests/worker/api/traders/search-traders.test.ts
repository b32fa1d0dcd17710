import { beforeAll, describe, expect, it } from "vitest";
import { type Trader, TraderPage } from "#shared/contracts/traders.ts";
import { createRecord, DAY_MS, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { addTrader } from "#worker/api/traders/index.ts";

const record = createRecord(Date.UTC(2026, 2, 1));
const RECORDS = [
  { handle: "north-light", name: "Nordlicht", asset: "EUR/USD", signals: 3 },
  { handle: "south-sea", name: "Südsee", asset: "EUR/GBP", signals: 2 },
  { handle: "west-wind", name: "West Wind", asset: "USD/JPY", signals: 2 },
  { handle: "east-gate", name: "North Gate", asset: "EUR/USD", signals: 1 },
  { handle: "silent-north", name: "Silent", asset: "", signals: 0 },
] as const;

// Each publishes a day after the one before.
beforeAll(async () => {
  for (const { handle, name, asset, signals } of RECORDS) {
    record.clock.ms += DAY_MS;
    await addTrader(record.deps, { handle, name });
    for (let count = 0; count < signals; count += 1)
      await publishAndSettle(record, signalBy(handle, record, { asset }), "won");
  }
});

describe("GET /api/traders/ with filters", () => {
  it.each([
    ["trader=north", ["north-light", "east-gate", "silent-north"]],
    ["trader=West+Wind", ["west-wind"]],
    ["trader=süd", ["south-sea"]],
    ["trader=SÜDSEE", ["south-sea"]],
    ["asset=EUR", ["north-light", "south-sea", "east-gate"]],
    ["asset=eurusd", ["north-light", "east-gate"]],
    ["asset=XAU", []],
    ["active_since=2026-03-04", ["west-wind", "east-gate"]],
    ["active_since=2026-03-03T00:00:00Z", ["south-sea", "west-wind", "east-gate"]],
    ["active_since=2031-01-01", []],
    ["min_decided=2", ["north-light", "south-sea", "west-wind"]],
    ["min_decided=2&asset=EUR&trader=north", ["north-light"]],
  ])("%s returns the right traders", async (query, handles) => {
    for (const sort of ["-rank", "handle", "-last_published_at", "settled"]) {
      const found = await walk(`${query}&sort=${sort}`);
      expect(found.map(({ handle }) => handle).sort(), sort).toEqual([...handles].sort());
    }
  });

  it("sorts by activity and shows its time, with traders without signals last", async () => {
    const found = await walk("sort=-last_published_at");
    expect(found.map(({ handle, last_published_at: at }) => [handle, at?.slice(0, 10) ?? null])).toEqual([
      ["east-gate", "2026-03-05"],
      ["west-wind", "2026-03-04"],
      ["south-sea", "2026-03-03"],
      ["north-light", "2026-03-02"],
      ["silent-north", null],
    ]);
    expect((await walk(""))[0]).not.toHaveProperty("last_published_at");
  });
});

/** In pages of two. */
function walk(query: string): Promise<readonly Trader[]> {
  return record.readAll(TraderPage, `/api/traders/?limit=2&${query}`);
}
