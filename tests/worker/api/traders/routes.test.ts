import { beforeAll, describe, expect, it } from "vitest";
import { Summary, type Trader, TRADER_SORTS, TraderPage } from "#shared/contracts/traders.ts";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addTrader, retireTrader } from "#worker/api/traders/index.ts";

const record = createRecord();
/** Handle and results: W won, L lost, D draw. */
const RECORDS = {
  "all-wins-once": "W",
  "steady-hand": "WWLWWLWWLWWL",
  "coin-flip": "WLWLWLWLDWLD",
  "long-losses": "LLLLLLWLLL",
  "never-spoke": "",
  "gone-fishing": "LLL",
} as const;

beforeAll(async () => {
  expect(await (await record.ask("/api/summary/")).json()).toMatchObject({
    traders: 0,
    signals: 0,
    head: null,
  });
  for (const [handle, results] of Object.entries(RECORDS)) {
    record.clock.ms += 1000;
    await addTrader(record.deps, { handle, name: handle.toUpperCase() });
    for (const result of results) {
      const outcome = ({ W: "won", L: "lost", D: "draw" } as const)[result as "W" | "L" | "D"];
      await publishAndSettle(record, signalBy(handle, record), outcome);
    }
  }
  await retireTrader(record.deps, "gone-fishing");
});

describe("GET /api/traders/", () => {
  it("ranks by the interval's lower bound, not by the win rate, and includes retired traders and those without signals", async () => {
    const { results, m, mark } = await page("");
    // No trader has a price rule, so none counts for the mark.
    expect([m, mark]).toEqual([20, 400]);
    expect(results.map(({ handle }) => handle)).toEqual([
      "steady-hand",
      "coin-flip",
      "all-wins-once",
      "long-losses",
      "gone-fishing",
      "never-spoke",
    ]);
    expect(results.find(({ handle }) => handle === "gone-fishing")?.retired_at).toBe(
      new Date(record.clock.ms).toISOString(),
    );
  });

  it.each(TRADER_SORTS)("sorts by %s, page by page", async (sort) => {
    const whole = await page(`sort=${sort}&limit=6`);
    expect(whole.next).toBeNull();
    const walked = await record.readAll(TraderPage, `/api/traders/?limit=2&sort=${sort}`);
    expect(walked).toEqual(whole.results);
    expect(walked).toHaveLength(6);
    const key = keyOf(sort.replace("-", ""));
    const keys = walked.map(key);
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(sort.startsWith("-") ? sorted.reverse() : sorted);
  });

  it.each([
    ["sort=luck", "sort"],
    ["cursor=north-light,3", "cursor"],
  ])("refuses %s and names %s", async (query, field) => {
    const response = await record.ask(`/api/traders/?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: expect.stringMatching(`^"${field}": `),
      [field]: [expect.stringMatching(/\.$/)],
      code: "invalid_query",
    });
  });
});

describe("GET /api/traders/{handle}/", () => {
  it.each(["nobody-here", "STEADY-HAND"])("answers 404 for %s", async (handle) => {
    const response = await record.ask(`/api/traders/${handle}/`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: "Not found.", code: "not_found" });
  });
});

describe("GET /api/summary/", () => {
  it("counts all signals, including open ones and those of retired traders", async () => {
    await publishSignal(record.deps, signalBy("coin-flip", record));
    const summary = await record.read(Summary, "/api/summary/");
    expect(summary).toMatchObject({ traders: 6, retired_traders: 1, signals: 39 });
    expect(summary.statistics).toMatchObject({ won: 15, lost: 21, draw: 2, open: 1, settled: 38 });
    expect(summary.head).toEqual(await (await record.ask("/api/ledger/head/")).json());
  });
});

const page = (query: string) => record.read(TraderPage, `/api/traders/?${query}`);

function keyOf(sort: string): (trader: Trader) => string | number {
  return ({ handle, joined_at, last_published_at, statistics }) => {
    if (sort === "handle") return handle;
    if (sort === "joined_at") return joined_at;
    if (sort === "last_published_at") return last_published_at ?? "";
    // All of them are below thirty, where the interval alone decides.
    if (sort === "rank") return statistics.interval?.low ?? -1;
    if (sort === "win_rate") return statistics.win_rate ?? -1;
    if (sort === "net") return statistics.net;
    return sort === "settled" ? statistics.settled : statistics.max_drawdown;
  };
}
