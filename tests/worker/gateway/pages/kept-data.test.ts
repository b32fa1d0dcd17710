/** Cached payloads, answers of the record, feeds and 404 pages make no database query. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addSomeTrader,
  createRecord,
  createRecordApi,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { watchDatabase } from "#tests/worker/api/watched-database.ts";
import { createPageCache } from "#worker/gateway/pages/page-cache.ts";
import { startTimer } from "#worker/gateway/timer.ts";
import { NO_EDGE, testGateway } from "../test-gateway.ts";

const ORIGIN = "https://kept.example";
const SECOND_MS = 1_000;

const record = createRecord();
const { db, takeLog } = watchDatabase();
const clock = { ms: record.clock.ms };
const now = () => clock.ms;
const api = createRecordApi({ db, now, log: () => {} });
let counted = 0;
let pageCache = createPageCache({ now, startTimer, log: () => {}, edge: NO_EDGE });
let trader = "";
let signal = "";

beforeAll(async () => {
  trader = await addSomeTrader(record);
  signal = await publishAndSettle(record, signalBy(trader, record), "won");
});

beforeEach(() => {
  clock.ms = record.clock.ms + SECOND_MS;
  pageCache = createPageCache({ now, startTimer, log: () => {}, edge: NO_EDGE });
  takeLog();
  counted = 0;
});

/** The answer, how often the database was asked for it, and how many calls it has counted as. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const count = async () => ({ success: (counted += 1) > 0 });
  const answers: Promise<Response>[] = [];
  const { gateway } = testGateway({
    upstream: {
      baseUrl: "https://embedded-api.invalid",
      fetch: async (...call) => {
        const answer = Promise.resolve(api.fetch(new Request(...call)));
        answers.push(answer);
        return answer;
      },
      isEmbedded: true,
    },
    rateLimits: { calls: { limit: count }, writes: { limit: count } },
    now,
    pageCache,
  });
  const context = createExecutionContext();
  const response = await gateway.fetch(new Request(ORIGIN + path, { headers }), env, context);
  const body = await response.text();
  await waitOnExecutionContext(context);
  // A page that names nothing is answered before the rest of its data has come.
  await Promise.all(answers);
  const calls = counted;
  counted = 0;
  return { status: response.status, headers: response.headers, body, trips: takeLog().trips, calls };
}

describe("a page's payload", () => {
  it("is cached like its page, with an entity tag, and counts towards the rate limit only if it is not cached", async () => {
    const first = await ask("/en/_payload.json");
    expect(first).toMatchObject({ status: 200, trips: 3, calls: 3 });
    const kept = await ask("/en/_payload.json?utm_source=a");
    expect(kept).toMatchObject({ status: 200, trips: 0, calls: 0, body: first.body });
    expect(kept.headers.get("X-Robots-Tag")).toBe("noindex");
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^W\//);
    expect(await ask("/en/_payload.json", { "If-None-Match": tag })).toMatchObject({ status: 304, trips: 0 });
    clock.ms += 2 * SECOND_MS;
    expect((await ask("/en/_payload.json")).trips).toBe(3);
  });

  it("is neither read from the cache nor cached for a request with a token, and neither is its page", async () => {
    for (const path of ["/en/_payload.json", "/en"]) {
      const headers = { Authorization: "Bearer a.b.c" };
      const { trips } = await ask(path, headers);
      expect((await ask(path)).trips).toBe(trips);
      expect((await ask(path, headers)).trips).toBe(trips);
    }
  });

  it("is cached, like its page, by the language, path and parameters that the page reads", async () => {
    expect((await ask("/en/signal/_payload.json?outcome=won&x=1")).trips).toBe(2);
    expect((await ask("/en/signal/_payload.json?outcome=won")).trips).toBe(0);
    expect((await ask("/en/signal/_payload.json?outcome=lost")).trips).toBe(2);
    expect((await ask(`/en/signal/${signal}/_payload.json`)).trips).toBe(2);
    expect((await ask("/de/signal/_payload.json?outcome=won")).trips).toBe(2);
    expect(await ask("/en/signal?outcome=won&utm_source=a")).toMatchObject({ trips: 2, calls: 2 });
    expect(await ask("/en/signal?outcome=won&fbclid=b")).toMatchObject({ trips: 0, calls: 0 });
  });
});

it.each(["/en/signal/nobody", "/en/signal/nobody/_payload.json", "/de/traders/nobody"])(
  "%s, which has no page, makes database queries once a second",
  async (path) => {
    const first = await ask(path);
    expect(first.status).toBe(404);
    expect(first.trips).toBeGreaterThan(0);
    expect(first.calls).toBeGreaterThan(0);
    const kept = await ask(path);
    expect(kept).toMatchObject({ status: 404, trips: 0, calls: 0, body: first.body });
    expect(kept.headers.get("Cache-Control")).toBe("no-store");
    expect(kept.headers.get("X-Robots-Tag")).toBe("noindex");
    clock.ms += SECOND_MS;
    expect(await ask(path)).toMatchObject({ trips: first.trips, calls: first.calls });
  },
);

describe("an answer of the public record", () => {
  const NEWER = `ffffffff-00000000-00000000-${"0".repeat(32)}`;
  const paths = () => [
    "/api/summary/",
    "/api/signals/",
    "/api/signals/?limit=2",
    `/api/signals/${signal}/`,
    "/api/traders/",
    `/api/traders/${trader}/`,
    `/api/traders/${trader}/slices/?by=asset`,
    "/api/search/?q=EUR",
    "/api/search/assets/",
  ];

  it("is cached like a page, for everybody, and each request counts towards the rate limit", async () => {
    for (const path of paths()) {
      const first = await ask(path);
      expect(first.status, path).toBe(200);
      expect(first.trips, path).toBeGreaterThan(0);
      clock.ms += SECOND_MS - 1;
      for (const headers of [{}, { Authorization: "Bearer a.b.c" }]) {
        const kept = await ask(path, headers);
        expect(kept, path).toMatchObject({ status: 200, trips: 0, calls: 1, body: first.body });
        for (const name of ["Content-Type", "Cache-Control", "Content-Security-Policy"])
          expect(kept.headers.get(name), name).toBe(first.headers.get(name));
      }
      clock.ms += SECOND_MS + 1;
      expect((await ask(path)).trips, path).toBeGreaterThan(0);
    }
  });

  it("is read once for all who ask at the same time, as live readers do after a signal", async () => {
    const { trips } = await ask("/api/summary/?alone");
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask("/api/summary/")));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.reduce((sum, answer) => sum + answer.trips, 0)).toBe(trips);
  });

  it("is read again after a change of the record, and for a newer bookmark", async () => {
    const { trips } = await ask("/api/summary/");
    pageCache.purge();
    clock.ms += 1;
    expect((await ask("/api/summary/")).trips).toBe(trips);
    expect((await ask("/api/summary/", { "X-D1-Bookmark": NEWER })).trips).toBe(trips);
    expect((await ask("/api/summary/")).trips).toBe(0);
  });

  it("is not cached if it is a refusal, a part of the ledger or an export", async () => {
    for (const path of [
      "/api/signals/none/",
      "/api/signals/?limit=x",
      "/api/ledger/head/",
      "/api/ledger/",
      "/api/signals/export.csv",
      "/api/signals/export.csv/",
    ]) {
      const { status, trips } = await ask(path);
      expect(await ask(path), path).toMatchObject({ status, trips });
    }
  });
});

describe("a feed", () => {
  it.each(["atom", "json"])("as %s is cached like a page, with an entity tag", async (format) => {
    const path = `/api/feeds/en/signals.${format}`;
    const first = await ask(path);
    expect(first).toMatchObject({ status: 200, trips: 1, calls: 1 });
    const kept = await ask(path);
    expect(kept).toMatchObject({ status: 200, trips: 0, body: first.body });
    for (const name of ["Content-Type", "Content-Language", "ETag", "Last-Modified", "Cache-Control"])
      expect(kept.headers.get(name), name).toBe(first.headers.get(name));
    const tag = first.headers.get("ETag") ?? "none";
    expect(await ask(path, { "If-None-Match": tag })).toMatchObject({ status: 304, trips: 0 });
    expect(await ask(`${path}?asset=EUR/USD`)).toMatchObject({ status: 200, trips: 1 });
  });

  it("is requested from the API if the client sends only If-Modified-Since", async () => {
    const path = "/api/feeds/en/signals.atom";
    const { headers } = await ask(path);
    clock.ms += 1;
    const changed = headers.get("Last-Modified") ?? "";
    expect(await ask(path, { "If-Modified-Since": changed })).toMatchObject({ status: 304, trips: 1 });
  });

  it("is not cached under other spellings of its address, which would displace pages", async () => {
    for (const path of ["/api/feeds/%65n/signals.atom", "/api/feeds/%65n/signals.atom"])
      expect(await ask(path)).toMatchObject({ status: 200, trips: 1, calls: 1 });
  });
});
