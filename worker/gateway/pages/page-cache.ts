/**
 * Public documents, their data, answers of the public record and feeds in this isolate's memory, and behind it in the data
 * centre's cache (edge-cache.ts). What is in neither is rendered once per address, and stored in both while it streams. No
 * request may wait for the I/O of another: a request for an address that is being rendered polls for the result.
 */
import { cancelBody } from "#worker/http/cancel-body.ts";
import { type Context, Hono } from "hono";
import { LRUCache } from "lru-cache";
import { BOOKMARK_HEADER, readBookmark } from "#shared/http/bookmark.ts";
import type { GatewayEnv, PageCacheUse } from "#worker/gateway/context.ts";
import { CallsThrottled } from "#worker/gateway/limits/rate-limit.ts";
import { sleep, type StartTimer } from "#worker/gateway/timer.ts";
import { describeError, type Log } from "#worker/http/logger.ts";
import { createRequestId } from "#worker/http/own-headers.ts";
import { conditional } from "./entity-tag.ts";
import type { EdgeCache, KeptPage } from "./edge-cache.ts";
import {
  MAX_KEPT_URL_CHARACTERS,
  MAX_RENDERING_MS,
  MAX_STALE_MS,
  OTHERS_LAG_MS,
  PAGE_DATA_DEADLINE_MS,
  PAGE_FRESH_MS,
  POLL_MS,
} from "#shared/limits/pages.ts";

/** Headers that are stored with a page; all others, above all a cookie, belong to one answer only. */
const KEPT_HEADERS =
  /^(?:content-(?:type|encoding|language|security-policy)|cache-control|etag|last-modified|link)$/;

/** `hasFaults` is final when the body has ended. */
type Keep = Pick<KeptPage, "readAtMs" | "bookmark"> & { readonly hasFaults: () => boolean };

/** A document that is being sent. */
export interface Rendering {
  readonly response: Response;
  /** Null if no other reader may get it. */
  readonly keep: Keep | null;
  /** For a document that was sent before its data: the version with its data, for the other readers. */
  readonly whole?: Render;
}

/** Must not depend on who is asking: what it gives goes to other readers, too. */
export type Render = (c: Context<GatewayEnv>) => Promise<Rendering>;

type EndTurn = (wasCutOff?: boolean) => void;

export interface PageCache {
  /** `url`: what the document is made from; the reader's own address may contain more. */
  readonly answer: (c: Context<GatewayEnv>, url: string, render: Render) => Promise<Response>;
  /**
   * To be called when the record has changed: what was read until now is no longer served here. In other isolates
   * `MAX_STALE_MS` is the limit, counted from when the nearest copy of the database has the change.
   */
  readonly purge: () => void;
}

export interface PageCacheOptions {
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly log: Log;
  readonly edge: EdgeCache;
}

export function createPageCache({ now, startTimer, log, edge }: PageCacheOptions): PageCache {
  const pages = createStore({ max: 512, maxMiB: 16 });
  // Anybody can make up filters without end, few of which are asked for twice: such entries evict only each other, and so do
  // those for names that do not exist.
  const filtered = createStore({ max: 128, maxMiB: 4 });
  const turns = new Map<string, { readonly sinceMs: number; wasCutOff: boolean }>();
  let purgedAtMs = -Infinity;

  /** Another machine's clock may be a little ahead. Data requested in the millisecond of a purge may be older than the purge. */
  function ageMs({ readAtMs }: Pick<KeptPage, "readAtMs">): number {
    if (readAtMs === null) return 0;
    return readAtMs <= purgedAtMs ? Infinity : Math.abs(now() - readAtMs);
  }

  function find(url: string): KeptPage | null {
    const isShown = (page: KeptPage | undefined) =>
      page !== undefined && ageMs(page) < (page.status === 200 ? MAX_STALE_MS : PAGE_FRESH_MS);
    return [pages.get(url), filtered.get(url)].find(isShown) ?? null;
  }

  function put(url: string, page: KeptPage): void {
    (page.status !== 200 || url.includes("?") ? filtered : pages).set(url, page);
  }

  /** Given to one request, until the turn ends, is considered lost, or the record changes. */
  function takeTurn(url: string): { readonly end: EndTurn } | null {
    const taken = turns.get(url);
    if (taken && taken.sinceMs > purgedAtMs && now() - taken.sinceMs < MAX_RENDERING_MS) return null;
    const turn = { sinceMs: now(), wasCutOff: false };
    turns.set(url, turn);
    return {
      end(wasCutOff = false) {
        turn.wasCutOff = wasCutOff;
        if (turns.get(url) === turn) turns.delete(url);
      },
    };
  }

  /** The page, once a page other than `before` is cached; the turn, if its holder has left or is lost; null if no page resulted. */
  async function waitForTurn(url: string, before: KeptPage | null, signal: AbortSignal) {
    const untilMs = now() + PAGE_DATA_DEADLINE_MS;
    while (now() < untilMs) {
      const turn = turns.get(url);
      await sleep(startTimer, POLL_MS, signal);
      const page = find(url);
      if (page && page !== before) return page;
      if (turn && !turns.has(url) && !turn.wasCutOff && turn.sinceMs > purgedAtMs) return null;
      const own = takeTurn(url);
      if (own) return own;
    }
    return null;
  }

  async function answer(c: Context<GatewayEnv>, url: string, render: Render): Promise<Response> {
    if (url.length > MAX_KEPT_URL_CHARACTERS) return conditional(c, (await render(c)).response);
    const asked = readBookmark(c.req.header(BOOKMARK_HEADER));
    const found = find(url);
    if (found && isAsNewAs(found, asked)) {
      const turn = ageMs(found) < PAGE_FRESH_MS ? null : takeTurn(url);
      if (turn) afterAnswer(c, () => refresh(c, url, render).finally(turn.end));
      return answerWith(c, found, ageMs(found) < PAGE_FRESH_MS ? "hit" : "stale");
    }
    const turn = takeTurn(url) ?? (await waitForTurn(url, found, c.req.raw.signal));
    if (turn && "body" in turn) {
      return isAsNewAs(turn, asked) ? answerWith(c, turn, "shared") : renderAndKeep(c, url, render, () => {});
    }
    const atEdge = turn && !found && (await findAtEdge(url, MAX_STALE_MS));
    if (!atEdge || !isAsNewAs(atEdge, asked)) return renderAndKeep(c, url, render, turn?.end ?? (() => {}));
    turn.end();
    return answerWith(c, atEdge, "edge");
  }

  async function findAtEdge(url: string, maxAgeMs: number): Promise<KeptPage | null> {
    const page = now() - purgedAtMs < OTHERS_LAG_MS ? null : await edge.find(url);
    if (!page || ageMs(page) >= maxAgeMs) return null;
    put(url, page);
    return page;
  }

  /** Another isolate may have rendered it already. */
  async function refresh(c: Context<GatewayEnv>, url: string, render: Render): Promise<void> {
    if (!(await findAtEdge(url, PAGE_FRESH_MS))) await renderApart(c, url, render);
  }

  async function renderAndKeep(c: Context<GatewayEnv>, url: string, render: Render, end: EndTurn) {
    let keeping = Promise.resolve();
    try {
      const { response, keep, whole } = await render(c);
      if (whole) keeping = renderApart(c, url, whole);
      if (!keep || !response.body) return conditional(c, response);
      const [sent, kept] = response.body.tee();
      keeping = keepPage(c, url, new Response(kept, response), keep);
      c.set("pageCache", "miss");
      response.headers.append("Server-Timing", 'cache;desc="miss"');
      return conditional(c, new Response(sent, response));
    } finally {
      c.executionCtx.waitUntil(keeping.catch(() => {}).finally(() => end(c.req.raw.signal.aborted)));
    }
  }

  /** Renders only into the cache, as a request of its own that no client can abort. */
  async function renderApart(c: Context<GatewayEnv>, url: string, render: Render): Promise<void> {
    const requestId = createRequestId();
    const apart = new Hono<GatewayEnv>();
    apart.get("*", async (own) => {
      own.set("requestId", requestId);
      const { response, keep } = await render(own);
      if (keep) await keepPage(own, url, response, keep);
      else cancelBody(response);
      return new Response(null);
    });
    apart.onError((error) => {
      // Whoever counts the calls has logged it.
      if (!(error instanceof CallsThrottled))
        log({ level: "error", event: "page_refresh_failed", requestId, error: describeError(error) });
      return new Response(null);
    });
    const address = c.req.header("CF-Connecting-IP");
    const request = new Request(url, { headers: address ? { "CF-Connecting-IP": address } : {} });
    await apart.fetch(request, c.env, c.executionCtx);
  }

  async function keepPage(c: Context<GatewayEnv>, url: string, response: Response, keep: Keep) {
    const { readAtMs, bookmark, hasFaults } = keep;
    const headers = new Headers([...response.headers].filter(([name]) => KEPT_HEADERS.test(name)));
    const { status } = response;
    const page = { status, body: await response.arrayBuffer(), headers, readAtMs, bookmark };
    if (hasFaults() || ageMs(page) >= MAX_STALE_MS) return;
    put(url, page);
    if (page.status === 200) c.executionCtx.waitUntil(edge.keep(url, page));
  }

  return { answer, purge: () => void (purgedAtMs = now()) };
}

/** A reader who has written, or has seen news, gets nothing older than that. */
function isAsNewAs({ readAtMs, bookmark }: KeptPage, asked: string | null): boolean {
  return asked === null || readAtMs === null || (bookmark !== null && bookmark >= asked);
}

function createStore({ max, maxMiB }: { readonly max: number; readonly maxMiB: number }) {
  return new LRUCache<string, KeptPage>({
    max,
    maxSize: maxMiB * 1024 * 1024,
    sizeCalculation: ({ body }, url) => body.byteLength + url.length + 1,
  });
}

function answerWith(
  c: Context<GatewayEnv>,
  { status, body, headers }: KeptPage,
  use: PageCacheUse,
): Response {
  c.set("pageCache", use);
  const response = new Response(body, { status, headers });
  response.headers.set("Server-Timing", `cache;desc="${use}"`);
  return conditional(c, response);
}

/** Work that an isolate begins at once would finish before the answer is sent. */
function afterAnswer(c: Context<GatewayEnv>, work: () => Promise<void>): void {
  c.executionCtx.waitUntil(new Promise((resolve) => setTimeout(resolve)).then(work));
}
