import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { LivePage } from "#shared/contracts/live.ts";
import { addSomeTrader, createRecord, signalBy } from "#tests/worker/api/signals/record.ts";
import { announceToRooms } from "#worker/api/live/index.ts";
import { selectEventsAfter, selectNewestEvents } from "#worker/api/live/read-events.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { createSessionWorld } from "../session/session-world.ts";
import { planOf } from "../plan-of.ts";
import { readersIn, readFrom, roomNamed, until } from "./room-reader.ts";

const record = createRecord();

const ask = (query = "") => record.read(LivePage, `/api/live/events/${query}`);

describe("GET /api/live/", () => {
  it("connects a reader to the room, which sends new events", async () => {
    const trader = await addSomeTrader(record);
    const response = await record.ask("/api/live/", { headers: { Upgrade: "websocket" } });
    expect(response.status).toBe(101);
    const reader = readFrom(response);
    const announced: number[] = [];
    const telling: Promise<void>[] = [];
    const deps = {
      ...record.deps,
      announce: (seq: number) => {
        announced.push(seq);
        telling.push(announceToRooms({ signalRoom: env.SIGNAL_ROOM, log: () => {} }, seq));
      },
    };
    const { published_seq } = await publishSignal(deps, signalBy(trader, record));
    await Promise.all(telling);
    expect(announced).toEqual([published_seq]);
    await until(() => expect(reader.seqs()).toEqual([published_seq]));
  });

  it("connects readers to rooms at random", async () => {
    for (const [random, number] of [
      [0, 0],
      [0.5, 8],
      [0.9999, 15],
    ] as const) {
      const { api } = createSessionWorld({ random: () => random });
      readFrom(await api.request("/api/live/", { headers: { Upgrade: "websocket" } }));
      expect(await readersIn(roomNamed(`room-${number}`))).toBeGreaterThan(0);
    }
  });

  it("passes on the room's refusal, with headers that the gateway can change", async () => {
    const response = await record.ask("/api/live/?after=x", { headers: { Upgrade: "websocket" } });
    expect(response.status).toBe(400);
    expect(() => response.headers.set("X-Request-Id", "7")).not.toThrow();
    expect(await response.json()).toMatchObject({ code: "invalid_query" });
  });

  it("answers a plain request with 426", async () => {
    const response = await record.ask("/api/live/");
    expect([response.status, response.headers.get("Upgrade")]).toEqual([426, "websocket"]);
    expect(await response.json()).toMatchObject({ code: "upgrade_required" });
  });
});

describe("GET /api/live/events/", () => {
  it("returns the ledger's newest seq if no seq is given", async () => {
    const trader = await addSomeTrader(record);
    const { published_seq } = await publishSignal(record.deps, signalBy(trader, record));
    expect(await ask()).toEqual({ results: [], seq: published_seq, is_reset: false });
  });

  it("returns the events after a seq, and the seq to continue from", async () => {
    const trader = await addSomeTrader(record);
    const { seq } = await ask();
    const signals = [
      await publishSignal(record.deps, signalBy(trader, record)),
      await publishSignal(record.deps, signalBy(trader, record)),
    ];
    await addSomeTrader(record);
    const page = await ask(`?after=${seq}`);
    expect(page.results).toEqual(
      signals.map((signal) => ({ seq: signal.published_seq, kind: "published", signal })),
    );
    expect([page.seq, page.is_reset]).toEqual([seq + 3, false]);
    expect(await ask(`?after=${page.seq}`)).toEqual({ results: [], seq: page.seq, is_reset: false });
  });

  it("tells a reader to reload after missing more than the limit, or for a seq beyond the ledger", async () => {
    const trader = await addSomeTrader(record);
    const { seq } = await ask();
    await publishSignal(record.deps, signalBy(trader, record));
    await publishSignal(record.deps, signalBy(trader, record));
    expect(await ask(`?after=${seq}&limit=1`)).toEqual({ results: [], seq: seq + 2, is_reset: true });
    expect(await ask("?after=999999999")).toEqual({ results: [], seq: seq + 2, is_reset: true });
  });

  it.each(["?after=-1", "?after=x", "?limit=0", "?limit=101", "?since=3"])("refuses %s", async (query) => {
    const response = await record.ask(`/api/live/events/${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_query" });
  });

  it("reads from the ledger's end, not the whole ledger", async () => {
    const db = drizzle(env.DB);
    for (const [statement, first] of [
      [selectEventsAfter(db, 1, 10), /^SEARCH ledger USING INTEGER PRIMARY KEY/],
      [selectNewestEvents(db, 10), /^SCAN ledger$/],
    ] as const) {
      const plan = await planOf(statement);
      expect(plan[0]).toMatch(first);
      expect(plan.slice(1).every((step) => /^(?:SEARCH |CORRELATED SCALAR SUBQUERY)/.test(step))).toBe(true);
      expect(plan.join()).not.toContain("TEMP B-TREE");
    }
  });
});
