/** Responses about the record are cached for a second, in the isolate and in the platform's cache, and dropped after a change. */
import { waitUntil } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BOOKMARK_HEADER } from "#shared/bookmark.ts";
import { createAnswerCache, type AnswerCache } from "#worker/api/answer-cache.ts";
import { createEdgeCache } from "#worker/gateway/pages/edge-cache.ts";
import { startTimer } from "#worker/gateway/timer.ts";
import { readAtOf } from "#worker/http/own-headers.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./signals/record.ts";
import { createSessionWorld, type SessionWorld } from "./session/session-world.ts";
import { watchDatabase } from "./watched-database.ts";
import { KEPT_ANSWER_MS, OTHERS_LAG_MS } from "#shared/limits/pages.ts";

const record = createRecord();
const { db, takeLog } = watchDatabase();
const LATER = `ffffffff-00000000-00000000-${"0".repeat(32)}`;

let paths: string[] = [];
let locations = 0;

beforeAll(async () => {
  const trader = await addSomeTrader(record);
  const signal = await publishAndSettle(record, signalBy(trader, record), "won");
  paths = [
    "/api/summary/",
    `/api/signals/${signal}/`,
    "/api/signals/?limit=2",
    `/api/traders/${trader}/`,
    "/api/traders/",
  ];
});

/** Of one location, whose isolates share a cache of the platform's. */
function openLocation() {
  const name = `answers-${(locations += 1)}`;
  const clock = { ms: Date.UTC(2026, 2, 1) };
  const now = () => clock.ms;
  const kept: Promise<unknown>[] = [];
  const openIsolate = (): SessionWorld & { readonly answerCache: AnswerCache } => {
    const cache = createEdgeCache({ open: () => caches.open(name), version: "1", startTimer });
    const answerCache = createAnswerCache(cache, now);
    const keep = (work: Promise<unknown>) => {
      kept.push(work);
      waitUntil(work);
    };
    return { ...createSessionWorld({ db, now, answerCache, waitUntil: keep }), answerCache };
  };
  const untilKept = () => Promise.all(kept);
  return { clock, openIsolate, untilKept };
}

async function ask({ api }: SessionWorld, path: string, headers: Record<string, string> = {}) {
  const response = await api.request(`https://tidemark.test${path}`, { headers });
  return { response, body: await response.text(), statements: takeLog().statements.length };
}

beforeEach(() => void takeLog());

describe("a response about the record", () => {
  it("is read from the database once a second, and its header says when it was read", async () => {
    const { clock, openIsolate, untilKept } = openLocation();
    const isolate = openIsolate();
    for (const path of paths) {
      const first = await ask(isolate, path);
      expect(first.response.status, path).toBe(200);
      expect(first.statements, path).toBeGreaterThan(0);
      await untilKept();
      clock.ms += KEPT_ANSWER_MS - 1;
      const again = await ask(isolate, path);
      expect(again, path).toMatchObject({ body: first.body, statements: 0 });
      expect(again.response.headers.get("Content-Type")).toBe(first.response.headers.get("Content-Type"));
      expect(readAtOf(again.response, clock.ms)).toBe(clock.ms - KEPT_ANSWER_MS + 1);
      clock.ms += 1;
      expect((await ask(isolate, path)).statements, path).toBe(first.statements);
      await untilKept();
    }
  });

  it("is shared by the isolates of a location", async () => {
    const { openIsolate, untilKept } = openLocation();
    const first = await ask(openIsolate(), "/api/summary/");
    await untilKept();
    const other = openIsolate();
    expect(await ask(other, "/api/summary/")).toMatchObject({ body: first.body, statements: 0 });
    expect(await ask(other, "/api/summary/")).toMatchObject({ body: first.body, statements: 0 });
  });

  it("is read again for a request with a token or with a newer bookmark", async () => {
    const { openIsolate, untilKept } = openLocation();
    const isolate = openIsolate();
    await ask(isolate, "/api/summary/");
    await untilKept();
    expect((await ask(isolate, "/api/summary/", { Authorization: "Bearer x" })).statements).toBeGreaterThan(
      0,
    );
    expect((await ask(isolate, "/api/summary/", { [BOOKMARK_HEADER]: LATER })).statements).toBeGreaterThan(0);
    expect((await ask(isolate, "/api/summary/")).statements).toBe(0);
  });

  it("is dropped after a change, and other isolates' copies are not used while they may be older than it", async () => {
    const { clock, openIsolate, untilKept } = openLocation();
    const [writer, other] = [openIsolate(), openIsolate()];
    await ask(writer, "/api/summary/");
    await untilKept();
    clock.ms += 10;
    writer.answerCache.purge();
    expect((await ask(writer, "/api/summary/")).statements).toBeGreaterThan(0);
    clock.ms += OTHERS_LAG_MS - 10;
    await ask(other, "/api/summary/");
    await untilKept();
    expect((await ask(writer, "/api/summary/")).statements).toBeGreaterThan(0);
    clock.ms += 20;
    const { body } = await ask(other, "/api/traders/");
    await untilKept();
    expect(await ask(writer, "/api/traders/")).toMatchObject({ body, statements: 0 });
  });

  it("is not cached if it is a refusal, or if there is no cache", async () => {
    const { openIsolate, untilKept } = openLocation();
    const isolate = openIsolate();
    for (const path of ["/api/signals/none/", "/api/signals/?limit=x"]) {
      const refused = await ask(isolate, path);
      expect(refused.response.ok).toBe(false);
      await untilKept();
      expect((await ask(isolate, path)).statements).toBe(refused.statements);
    }
    const near = createSessionWorld({ db });
    await ask(near, "/api/summary/");
    expect((await ask(near, "/api/summary/")).statements).toBeGreaterThan(0);
  });

  it("is stored separately for each host name", async () => {
    const { openIsolate, untilKept } = openLocation();
    const isolate = openIsolate();
    await ask(isolate, "/api/summary/", { "X-Forwarded-Host": "a.example", "X-Forwarded-Proto": "https" });
    await untilKept();
    const other = { "X-Forwarded-Host": "b.example", "X-Forwarded-Proto": "https" };
    expect((await ask(isolate, "/api/summary/", other)).statements).toBeGreaterThan(0);
  });
});

describe("readAtOf", () => {
  it("returns the time of the request, unless X-Read-At gives an earlier one", () => {
    const said = (value: string) => readAtOf(new Response(null, { headers: { "X-Read-At": value } }), 5_000);
    expect([said("4000"), said("6000"), said(""), said("-1"), said("1e3"), said("soon")]).toEqual([
      4_000, 5_000, 5_000, 5_000, 5_000, 5_000,
    ]);
    expect(readAtOf(new Response(null), 5_000)).toBe(5_000);
  });
});
