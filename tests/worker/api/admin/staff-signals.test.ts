/** The lists of signals for staff: to be settled, running, and to be corrected. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import type { NewSignalInput } from "#shared/contracts/signals.ts";
import {
  CorrectableSignalsPage,
  OpenSignalsPage,
  type OpenSignalsQuery,
} from "#shared/contracts/staff-signals.ts";
import { publishSignal, settleSignal } from "#worker/api/signals/index.ts";
import { listOpenSignals, selectOpen, selectOpenPage } from "#worker/api/signals/staff-lists.ts";
import { createPublishingWorld, type SignedIn } from "../member-world.ts";
import { planOf } from "../plan-of.ts";
import { addSomeTrader, createRecord, DAY_MS, MINUTE_MS, signalBy } from "../signals/record.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const OPEN = "/api/admin/signals/open/";
const CORRECTABLE = "/api/admin/signals/correctable/";

const world = await createPublishingWorld();
const record = createRecord(world.deps.now());
const trader = await addSomeTrader(record);
const other = await addSomeTrader(record);
let staff: SignedIn;

/** Publishes a signal that expires so many minutes from the beginning of the test; gives its id. */
async function publish(minutes: number, changes: Partial<NewSignalInput> = {}): Promise<string> {
  const expires_at = new Date(record.clock.ms + minutes * MINUTE_MS).toISOString();
  return (await publishSignal(record.deps, signalBy(trader, record, { expires_at, ...changes }))).id;
}

async function listOpen(query: Record<string, string> = {}): Promise<OpenSignalsPage> {
  const answer = await staff.ask("GET", `${OPEN}?${String(new URLSearchParams(query))}`);
  return v.parse(OpenSignalsPage, await answer.json());
}

/** The same as it will be in so many milliseconds. */
function inTime(aheadMs: number) {
  return (query: Partial<OpenSignalsQuery>) =>
    listOpenSignals(record.deps.db, { state: "due", limit: 25, ...query }, record.clock.ms + aheadMs);
}

/** `a` to `g` by when they expire; published in another order. */
const ids: Record<string, string> = {};
const named = (page: OpenSignalsPage) =>
  page.results.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

beforeAll(async () => {
  ids["c"] = await publish(4, { asset: "EUR/JPY" });
  ids["a"] = await publish(2);
  ids["b"] = await publish(3, { trader: other });
  ids["g"] = await publish(9 * 24 * 60);
  ids["f"] = await publish(60, { trader: other });
  ids["d"] = await publish(5);
  ids["e"] = await publish(30, { asset: "EUR/JPY" });
  const passed = 10 * MINUTE_MS;
  world.pass(passed);
  record.clock.ms += passed;
  staff = await world.signInStaff();
});

describe("open signals", () => {
  it("are listed as due or as running, with the next deadline first and both counts", async () => {
    const due = await listOpen();
    expect(named(due)).toEqual(["a", "b", "c", "d"]);
    expect(due).toMatchObject({
      counts: { due: 4, running: 3 },
      position: { total: 4, before: 0 },
      next: null,
    });
    const running = await listOpen({ state: "running" });
    expect(named(running)).toEqual(["e", "f", "g"]);
    expect(running).toMatchObject({ counts: { due: 4, running: 3 }, position: { total: 3, before: 0 } });
  });

  it("have the position of each page, and continue after the previous page", async () => {
    const seen: unknown[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null && page < 9; page += 1) {
      const answer: OpenSignalsPage = await listOpen({ limit: "3", cursor });
      expect(answer.position).toEqual({ total: 4, before: seen.length });
      seen.push(...named(answer));
      cursor = answer.next;
    }
    expect(seen).toEqual(["a", "b", "c", "d"]);
  });

  it("are filtered by trader, asset in any spelling and who decides, and so are their counts", async () => {
    const byTrader = await listOpen({ trader });
    expect(named(byTrader)).toEqual(["a", "c", "d"]);
    expect(byTrader.counts).toEqual({ due: 3, running: 2 });
    expect(named(await listOpen({ asset: "eurjpy" }))).toEqual(["c"]);
    expect((await listOpen({ decided_by: "hand" })).counts).toEqual({ due: 4, running: 3 });
    expect((await listOpen({ decided_by: "prices" })).counts).toEqual({ due: 0, running: 0 });
  });

  it("that prices decide are due as soon as they expire, for a week", async () => {
    const source = { url: "https://prices.example", address: "https://prices.example/" };
    const priceConfig = { sources: [source], maxQuoteAgeSeconds: 60, assets: [] };
    const priced = createRecord(record.clock.ms);
    const asset = "GBP/USD";
    const { id } = await publishSignal({ ...priced.deps, priceConfig }, signalBy(trader, priced, { asset }));
    expect((await listOpen({ asset })).counts).toEqual({ due: 0, running: 1 });
    const later = inTime(6 * MINUTE_MS);
    const due = await later({ asset, decided_by: "prices" });
    expect(due.results.map((signal) => signal.id)).toEqual([id]);
    expect(due.counts).toEqual({ due: 1, running: 0 });
    expect((await later({ asset, decided_by: "hand" })).counts).toEqual({ due: 0, running: 0 });
    expect((await inTime(6 * DAY_MS)({ asset })).results).toHaveLength(1);
    expect((await inTime(8 * DAY_MS)({ asset })).results).toHaveLength(0);
  });

  it("leave the list when they are settled or their deadline has passed", async () => {
    await staff.ask("POST", `/api/admin/signals/${ids["a"]}/settle/`, { outcome: "won", evidence: EVIDENCE });
    const next = await listOpen();
    expect(named(next)).toEqual(["b", "c", "d"]);
    expect(next.position).toEqual({ total: 3, before: 0 });
    const later = await world.signInAgain(staff);
    world.pass(DAY_MS - 5.5 * MINUTE_MS);
    staff = await world.signInAgain(later);
    expect(named(await listOpen({ decided_by: "hand" }))).toEqual(["d", "e", "f"]);
    expect(named(await listOpen({ state: "running" }))).toEqual(["g"]);
  });

  it("are read through the index of open signals, without sorting", async () => {
    const db = drizzle(env.DB);
    const query = { state: "due", trader: "a", asset: "eurusd", decided_by: "hand", limit: 25 } as const;
    const place = { at: 1, seq: 1 };
    const statements = [
      selectOpenPage(db, query, 1),
      selectOpenPage(db, { ...query, state: "running", cursor: place }, 1),
      selectOpen(db, query, { state: "due", nowMs: 1, upTo: place }),
    ];
    for (const statement of statements) {
      const plan = await planOf(statement);
      expect(plan.join("\n")).toMatch(/SEARCH signals USING INDEX signals_open_by_deadline \(/);
      expect(plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step))).toEqual([]);
    }
  });
});

describe("signals that can be corrected", () => {
  it("are listed by outcome, newest first, and counted under their filters", async () => {
    const late = createRecord(world.deps.now());
    const won: string[] = [];
    for (const outcome of ["won", "won", "won", "lost", "draw"] as const) {
      const { id } = await publishSignal(late.deps, signalBy(other, late, { asset: "EUR/NOK" }));
      late.clock.ms += 6 * MINUTE_MS;
      await settleSignal(late.deps, id, outcome, EVIDENCE);
      if (outcome === "won") won.unshift(id);
    }
    const list = async (query: Record<string, string>) => {
      const path = `${CORRECTABLE}?${String(new URLSearchParams({ asset: "EUR/NOK", ...query }))}`;
      return v.parse(CorrectableSignalsPage, await (await staff.ask("GET", path)).json());
    };
    const first = await list({ limit: "2" });
    expect(first.results.map(({ id }) => id)).toEqual(won.slice(0, 2));
    expect(first.position).toEqual({ total: 3, before: 0 });
    const second = await list({ limit: "2", cursor: first.next ?? "" });
    expect(second.results.map(({ id }) => id)).toEqual(won.slice(2));
    expect(second).toMatchObject({ position: { total: 3, before: 2 }, next: null });
    expect((await list({ outcome: "draw" })).position).toEqual({ total: 1, before: 0 });
    expect((await staff.ask("GET", `${CORRECTABLE}?outcome=lost`)).status).toBe(400);
  });
});
