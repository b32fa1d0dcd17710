/** A site of one page that shows a record, in any number of isolates; its clock stands still until it is moved. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { Hono } from "hono";
import { NO_EDGE } from "../test-gateway.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { CallsThrottled } from "#worker/gateway/limits/rate-limit.ts";
import { createEdgeCache, type EdgeCacheOptions } from "#worker/gateway/pages/edge-cache.ts";
import { createPageCache, type Render } from "#worker/gateway/pages/page-cache.ts";
import { sleep, startTimer } from "#worker/gateway/timer.ts";

export interface OnePageOptions {
  readonly hasData?: boolean;
  readonly isFound?: boolean;
  readonly hasFaults?: boolean;
  readonly renderMs?: number;
  /** The data centre's cache, if there is one. */
  readonly open?: EdgeCacheOptions["open"];
}

export function createSite(options: OnePageOptions = {}) {
  const { hasData = true, isFound = true, hasFaults = false, renderMs = 0, open } = options;
  const site = {
    nowMs: 1_000_000,
    record: "open",
    /** How new the copy of the record is that renderings read. */
    bookmark: null as string | null,
    status: 200,
    renders: 0,
    /** The most renderings that were in progress at the same moment. */
    mostAtOnce: 0,
    /** In whose name each rendering has read the record. */
    addresses: [] as (string | undefined)[],
    fault: null as "rendering" | "throttled" | "body" | null,
    logged: [] as string[],
    startIsolate,
  };
  const now = () => site.nowMs;
  let inProgress = 0;

  const render: Render = async (c) => {
    const readAtMs = site.nowMs;
    const { record, bookmark, status } = site;
    site.renders += 1;
    site.addresses.push(c.req.header("CF-Connecting-IP"));
    if (site.fault === "throttled") throw new CallsThrottled();
    if (site.fault === "rendering") throw new Error("The page cannot be rendered");
    site.mostAtOnce = Math.max(site.mostAtOnce, (inProgress += 1));
    if (renderMs > 0) await sleep(startTimer, renderMs, c.req.raw.signal).finally(() => (inProgress -= 1));
    const body = `<p>${record}</p><script></script></html>`;
    const headers = {
      ETag: `W/"${record}"`,
      "Cache-Control": "public, max-age=0, must-revalidate",
      "Content-Encoding": "identity",
      "Content-Language": "de",
      "Content-Type": "text/html; charset=utf-8",
      Link: "</entry.js>; rel=modulepreload",
      "Content-Security-Policy": "default-src 'self'",
      "Set-Cookie": "language=de",
    };
    return {
      response: new Response(site.fault === "body" ? breakingOff(body) : body, { status, headers }),
      keep: isFound ? { readAtMs: hasData ? readAtMs : null, bookmark, hasFaults: () => hasFaults } : null,
    };
  };

  function startIsolate() {
    const edge = open ? createEdgeCache({ open, version: "build", startTimer }) : NO_EDGE;
    const log = ({ event }: { readonly event: string }) => site.logged.push(event);
    const cache = createPageCache({ now, startTimer, log, edge });
    const app = new Hono<GatewayEnv>();
    app.get("*", (c) => {
      c.set("requestId", "test");
      return cache.answer(c, c.req.url, render);
    });

    /** The answer as soon as it is there, whatever it has set going in the background. */
    async function ask(path: string, init: RequestInit = {}) {
      const ctx = createExecutionContext();
      const response = await app.fetch(new Request(`https://tidemark.example${path}`, init), {}, ctx);
      const { status, headers } = response;
      const answer = { status, headers, html: await response.text().catch(() => "broken off") };
      return { answer, ended: () => waitOnExecutionContext(ctx) };
    }

    /** The answer, after everything that it has set going in the background. */
    async function get(path: string, init?: RequestInit) {
      const { answer, ended } = await ask(path, init);
      await ended();
      return answer;
    }
    return { ask, get, purge: cache.purge };
  }
  return Object.assign(site, startIsolate());
}

function breakingOff(text: string): ReadableStream {
  const pieces = [new TextEncoder().encode(text)];
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.error(new Error("The body breaks off"));
    },
  });
}
