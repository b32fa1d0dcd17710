/**
 * Calls of the embedded API whose answers are the same for everybody, cached like pages: after a signal all live readers ask
 * for the same figures, and many feed readers for the same few feeds.
 */
import type { Context, Handler } from "hono";
import { BOOKMARK_HEADER, readBookmark } from "#shared/http/bookmark.ts";
import { splitUrl } from "#shared/site/page-address.ts";
import { FEEDS_PATH } from "#shared/site/routes.ts";
import type { GatewayEnv } from "./context.ts";
import type { PageCache, Render } from "./pages/page-cache.ts";

/** Without exports, which are too long for a cache, and without the ledger, since a check must read its newest state. */
export const PUBLIC_RECORD_ROUTES = [
  "/api/summary/",
  "/api/search/",
  "/api/search/assets/",
  "/api/signals/",
  "/api/signals/:id{[\\w-]+}/",
  "/api/traders/",
  "/api/traders/:handle{[\\w-]+}/",
  "/api/traders/:handle{[\\w-]+}/slices/",
  `${FEEDS_PATH}*`,
];

interface PublicRecordOptions {
  /** Asks the API, whoever the reader is and whatever version they have. */
  readonly ask: (c: Context<GatewayEnv>) => Promise<Response>;
  readonly cache: PageCache;
  readonly now: () => number;
}

export function createPublicRecord({ ask, cache, now }: PublicRecordOptions): Handler<GatewayEnv> {
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
