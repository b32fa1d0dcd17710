/**
 * Public documents from this isolate's memory, or else from the data centre's cache; what is in neither is rendered, and kept
 * in both while it streams to its reader.
 */
import type { Context } from "hono";
import { Hono } from "#worker/http/hono.ts";
import type { Language } from "#shared/languages.ts";
import type { GatewayEnv, PageCacheUse } from "#worker/gateway/context.ts";
import { isCrawler } from "#worker/gateway/search/crawler.ts";
import { createNonce } from "#worker/gateway/nonce.ts";
import { contentSecurityPolicy } from "#worker/gateway/security-headers.ts";
import { describeError, type Log } from "#worker/http/log.ts";
import { createRequestId } from "#worker/http/request-id.ts";
import type { EdgeCache } from "./edge-cache.ts";
import { isNotModified } from "./entity-tag.ts";
import { fillTemplate, templateOf } from "./nonced-template.ts";
import { keptHeaders, type KeptPage, type PageCache, type Rendering } from "./page-cache.ts";

/** A document on its way. */
export interface RenderedDocument {
  readonly response: Response;
  /** Null where no other reader may be given this document. */
  readonly keep: {
    /** Null for a page without data. */
    readonly readAtMs: number | null;
    /** True once a part of the page could not be rendered; final when the body has ended. */
    readonly hasFaults: () => boolean;
  } | null;
}

interface RenderedBody extends NonNullable<RenderedDocument["keep"]> {
  readonly body: ReadableStream;
  readonly headers: Headers;
}

/** `url` is what the document is made from: the reader's address, or the one that it is kept under. */
export type RenderDocument = (
  c: Context<GatewayEnv>,
  document: { readonly language: Language; readonly url: string },
) => Promise<RenderedDocument>;

export interface KeptDocumentsOptions {
  readonly cache: PageCache;
  /** Behind the memory; null where there is none. */
  readonly edge: EdgeCache | null;
  readonly render: RenderDocument;
  /** The address that the document at `url` is made from and kept under; null where it is made for each reader. */
  readonly keptUrl: (url: string) => string | null;
  readonly log: Log;
}

/** Longer addresses are rendered each time. */
const MAX_URL_CHARACTERS = 1_024;

/** What has to be rendered, by whoever holds it. */
interface Task {
  readonly language: Language;
  readonly url: string;
  readonly rendering: Rendering;
}

export function createKeptDocuments({ cache, edge, render, keptUrl, log }: KeptDocumentsOptions) {
  async function answer(c: Context<GatewayEnv>, language: Language): Promise<Response> {
    const url = keptUrl(c.req.url);
    if (url === null) return (await render(c, { language, url: c.req.url })).response;
    // What is kept was streamed for a browser; a crawler is given the document in one piece.
    const isForOneReader =
      c.req.header("Authorization") !== undefined || isCrawler(c.req.header("User-Agent"));
    if (url.length > MAX_URL_CHARACTERS || isForOneReader) {
      return (await render(c, { language, url })).response;
    }
    const found = cache.find(url);
    if (found) {
      const rendering = found.isStale ? cache.beginRendering(url) : null;
      if (rendering) afterAnswer(c, () => refresh(c, { language, url, rendering }));
      return answerFrom(c, found.page, found.isStale ? "stale" : "hit");
    }
    const turn = cache.beginRendering(url) ?? (await cache.waitForRendering(url, c.req.raw.signal));
    if (!turn) return (await render(c, { language, url })).response;
    if ("page" in turn) return answerFrom(c, turn.page, "shared");
    return answerMissing(c, { language, url, rendering: turn });
  }

  async function answerMissing(c: Context<GatewayEnv>, task: Task): Promise<Response> {
    const { url, rendering } = task;
    const found = edge && (await edge.find(url));
    if (found) {
      cache.keep(url, found.page);
      if (found.isStale) afterAnswer(c, () => renderApart(c, task));
      else rendering.end({ wasCutOff: false });
      return answerFrom(c, found.page, "edge");
    }
    return renderAndKeep(c, task);
  }

  /** Another isolate may have rendered it anew already. */
  async function refresh(c: Context<GatewayEnv>, task: Task): Promise<void> {
    const found = edge && (await edge.find(task.url));
    if (!found || found.isStale) return renderApart(c, task);
    cache.keep(task.url, found.page);
    task.rendering.end({ wasCutOff: false });
  }

  async function renderAndKeep(c: Context<GatewayEnv>, task: Task): Promise<Response> {
    const { url, rendering } = task;
    const end = () => rendering.end({ wasCutOff: c.req.raw.signal.aborted });
    let isGoingOn = false;
    try {
      const { response, keep } = await render(c, task);
      if (response.status === 304) {
        c.set("pageCache", "miss");
        isGoingOn = true;
        afterAnswer(c, () => renderApart(c, task));
        return response;
      }
      if (!keep || !response.body) return response;
      c.set("pageCache", "miss");
      const [sent, kept] = response.body.tee();
      const isUnread = c.req.method === "HEAD";
      if (isUnread) await sent.cancel();
      const answer = new Response(isUnread ? null : sent, response);
      answer.headers.append("Server-Timing", 'cache;desc="miss"');
      isGoingOn = true;
      c.executionCtx.waitUntil(
        keepBody(c, url, { body: kept, headers: answer.headers, ...keep })
          .catch(() => {})
          .finally(end),
      );
      return answer;
    } finally {
      if (!isGoingOn) end();
    }
  }

  /** Renders into the cache alone, as a request of its own that nobody can break off. */
  async function renderApart(c: Context<GatewayEnv>, task: Task): Promise<void> {
    const { rendering, url } = task;
    const apart = new Hono<GatewayEnv>();
    apart.get("*", async (inner) => {
      inner.set("requestId", createRequestId());
      inner.set("nonce", createNonce());
      const { response, keep } = await render(inner, task);
      const { body, headers } = response;
      if (!keep || !body) await body?.cancel();
      else await keepBody(inner, url, { body, headers, ...keep });
      return new Response(null);
    });
    apart.onError((error, inner) => {
      log({
        level: "error",
        event: "page_refresh_failed",
        requestId: inner.get("requestId"),
        error: describeError(error),
      });
      return new Response(null);
    });
    try {
      const address = c.req.header("CF-Connecting-IP");
      const request = new Request(url, { headers: address ? { "CF-Connecting-IP": address } : {} });
      await apart.fetch(request, c.env, c.executionCtx);
    } finally {
      rendering.end({ wasCutOff: false });
    }
  }

  /** `c` is what the body was rendered for. */
  async function keepBody(
    c: Context<GatewayEnv>,
    url: string,
    { body, headers, readAtMs, hasFaults }: RenderedBody,
  ): Promise<void> {
    const html = await new Response(body).text();
    const tag = headers.get("ETag");
    if (hasFaults() || !tag) return;
    const template = templateOf(html, c.get("nonce"));
    const page: KeptPage = { template, tag, headers: new Headers(keptHeaders(headers)), readAtMs };
    cache.keep(url, page);
    if (edge) afterAnswer(c, () => edge.keep(url, page));
  }

  return { answer };
}

/**
 * Begins `work` once the answer is on its way: what an isolate goes on with at once is done before the answer is sent, as long
 * as nothing outside keeps it waiting.
 */
function afterAnswer(c: Context<GatewayEnv>, work: () => Promise<void>): void {
  c.executionCtx.waitUntil(new Promise((resolve) => setTimeout(resolve)).then(work));
}

function answerFrom(
  c: Context<GatewayEnv>,
  { tag, headers, template }: KeptPage,
  use: PageCacheUse,
): Response {
  c.set("pageCache", use);
  const serverTiming = `cache;desc="${use}"`;
  if (isNotModified(c.req.header("If-None-Match"), tag)) {
    return new Response(null, {
      status: 304,
      headers: {
        ETag: tag,
        "Cache-Control": headers.get("Cache-Control") ?? "no-cache",
        "Server-Timing": serverTiming,
      },
    });
  }
  const nonce = c.get("nonce");
  const answer = new Response(fillTemplate(template, nonce), { headers });
  answer.headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  answer.headers.set("Server-Timing", serverTiming);
  return answer;
}
