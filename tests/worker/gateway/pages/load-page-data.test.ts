import { describe, expect, it } from "vitest";
import { PageNotFound } from "#client/entry.server.tsx";
import { startTimer } from "#worker/gateway/timer.ts";
import { unending } from "#tests/worker/gateway/proxy/scripted-upstream.ts";
import { overAtOnce } from "#tests/worker/gateway/proxy/virtual-time.ts";
import {
  createPageDataLoader,
  type LoadedPageData,
  type PageDataLoaderOptions,
} from "#worker/gateway/pages/load-page-data.ts";
import type { Log, LogEntry } from "#worker/http/logger.ts";
import { MAX_PAGE_DATA_BYTES, PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";

/** With what it logs. */
function loaderOf(
  fetchApi: PageDataLoaderOptions["fetchApi"],
  more: Partial<PageDataLoaderOptions> = {},
): LoadedPageData & { readonly logged: LogEntry[] } {
  const logged: LogEntry[] = [];
  const log: Log = (entry) => void logged.push(entry);
  const loader = createPageDataLoader({
    fetchApi,
    mayBeLate: false,
    now: Date.now,
    startTimer,
    log,
    requestId: "r",
    ...more,
  });
  return { ...loader, logged };
}

const answering = (status: number, body: unknown = { status }) =>
  loaderOf(async () => Response.json(body, { status }));

/** What a page is made from; empty but for what is given. */
const pageData = (part: Partial<Awaited<ReturnType<LoadedPageData["load"]>>>) => ({
  answers: {},
  refusals: {},
  failed: [],
  absent: [],
  ...part,
});

const unreadable = (route: string, breach: string) => ({
  level: "error",
  event: "unreadable_answer",
  requestId: "r",
  route,
  breach,
});

describe("the responses that a page is made from", () => {
  it("are stored under their keys", async () => {
    const loader = answering(200, { a: 1 });
    expect(await loader.load(["/api/x/"], null)).toEqual(pageData({ answers: { "/api/x/": { a: 1 } } }));
    expect(loader.hasFailed()).toBe(false);
  });

  it("are as old as the first request for them", async () => {
    let nowMs = 4_000;
    const loader = loaderOf(async () => Response.json({}), { now: () => (nowMs += 1_000) });
    expect(loader.readAtMs()).toBeNull();
    await loader.load(["/api/x/", "/api/y/"], null);
    expect(loader.readAtMs()).toBe(5_000);
  });

  it("give the page the errors of the visitor's query, and do not count as failed", async () => {
    const loader = answering(400, { from: ["no date"] });
    expect(await loader.load(["/api/x/"], null)).toMatchObject({
      refusals: { "/api/x/": { from: ["no date"] } },
    });
    expect(loader.hasFailed()).toBe(false);
  });

  it.each([500, 502, 503, 429, 401])("count as failed with status %i", async (status) => {
    const loader = answering(status);
    expect(await loader.load(["/api/x/"], "/api/x/")).toEqual(pageData({ failed: ["/api/x/"] }));
    expect(loader.hasFailed()).toBe(true);
  });

  it("count as failed if they are not JSON", async () => {
    const loader = loaderOf(async () => new Response("<html>"));
    await loader.load(["/api/x/"], null);
    expect(loader.hasFailed()).toBe(true);
    expect(loader.logged).toEqual([unreadable("/api/:x", "no JSON within size and time")]);
  });

  const signals = { results: [{ payout: "0.8500" }], next: null };
  const traders = { count: 1, next: null, results: [{ id: 1 }] };
  it.each([
    ["/api/signals/?limit=6", "/api/signals/", signals, 'results.0.id: expected "id"'],
    ["/api/signals/7/", "/api/signals/:id/", { id: 7 }, "id: expected string"],
    ["/api/traders/", "/api/traders/", traders, 'results.0.handle: expected "handle"'],
    ["/api/traders/harbour-nine/", "/api/traders/:handle/", [], 'handle: expected "handle"'],
    ["/api/summary/", "/api/summary/", {}, 'traders: expected "traders"'],
  ])("count as failed if the page cannot read them, and the log names the field: %s", async (...given) => {
    const [key, route, body, breach] = given;
    const loader = answering(200, body);
    expect(await loader.load([key], key)).toEqual(pageData({ failed: [key] }));
    expect(loader.hasFailed()).toBe(true);
    expect(loader.logged).toEqual([unreadable(route, breach)]);
  });

  it("count as failed if one stalls halfway, and the page waits only until a deadline", async () => {
    const body = unending('{"a":');
    const waits: number[] = [];
    const loader = loaderOf(async () => new Response(body.stream), { startTimer: overAtOnce(waits) });
    expect(await loader.load(["/api/x/"], null)).toEqual(pageData({ failed: ["/api/x/"] }));
    expect(loader.hasFailed()).toBe(true);
    expect(waits).toEqual([PAGE_DATA_DEADLINE_MS]);
    expect(body.isCancelled).toBe(true);
  });

  it("count as failed if one is larger than a page can need", async () => {
    const loader = answering(200, "a".repeat(MAX_PAGE_DATA_BYTES));
    await loader.load(["/api/x/"], null);
    expect(loader.hasFailed()).toBe(true);
  });

  it.each([404, 400])("make the page a 404 if its own subject is answered with %i", async (status) => {
    await expect(answering(status).load(["/api/x/"], "/api/x/")).rejects.toThrow(PageNotFound);
  });

  it("count as absent, not as failed, if one besides the subject is a 404", async () => {
    const loader = answering(404);
    expect(await loader.load(["/api/x/"], null)).toEqual(pageData({ absent: ["/api/x/"] }));
    expect(loader.hasFailed()).toBe(false);
  });

  it("count as failed if they cannot be requested once the page is being sent, which is logged", async () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    const loader = loaderOf(() => promise, { mayBeLate: true });
    const page = await loader.load(["/api/x/"], null);
    reject(new Error("No counter"));
    expect("late" in page && (await page.late)).toMatchObject({ answers: {}, failed: ["/api/x/"] });
    expect(loader.hasFailed()).toBe(true);
    expect(loader.logged).toMatchObject([{ level: "error", event: "page_data_failed", requestId: "r" }]);
  });
});
