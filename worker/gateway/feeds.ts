/** Feeds of the embedded API, cached like pages: many feed readers request the same few every few minutes. */
import type { Context, Handler } from "hono";
import { BOOKMARK_HEADER, readBookmark } from "#shared/bookmark.ts";
import { splitUrl } from "#shared/page-address.ts";
import type { GatewayEnv } from "./context.ts";
import type { PageCache, Render } from "./pages/page-cache.ts";

interface FeedsOptions {
  /** Asks the API, whatever version the reader has. */
  readonly ask: (c: Context<GatewayEnv>) => Promise<Response>;
  readonly cache: PageCache;
  readonly now: () => number;
}

export function createFeeds({ ask, cache, now }: FeedsOptions): Handler<GatewayEnv> {
  const render: Render = async (c) => {
    const readAtMs = now();
    const response = await ask(c);
    const bookmark = readBookmark(response.headers.get(BOOKMARK_HEADER));
    return {
      response,
      keep: response.status === 200 ? { readAtMs, bookmark, hasFaults: () => false } : null,
    };
  };
  return (c, next) => {
    // A request with a time but no entity tag is answered by the API, which knows when the feed changed.
    if (c.req.header("If-Modified-Since") !== undefined && c.req.header("If-None-Match") === undefined)
      return next();
    // An address can be percent-encoded in many ways, and each spelling would take a place in the cache.
    if (splitUrl(c.req.url).pathname.includes("%")) return next();
    return cache.answer(c, c.req.url, render);
  };
}
