/** Signals for everyone: list, one, CSV and feeds. */
import { etag } from "hono/etag";
import { Hono } from "hono";
import { FeedQuery, SignalExportQuery, SignalQuery } from "#shared/contracts/signals.ts";
import { isLanguage } from "#shared/languages.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { parseQuery, withoutForeignParameters } from "#worker/api/parse-query.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { streamSignalsCsv } from "./export-csv.ts";
import { atomFeed, changedAt, FEED_ENTRIES, jsonFeed } from "./feeds.ts";
import { KEPT_ON_304, notModifiedSince } from "./not-modified-since.ts";
import { listSignals, showSignal } from "./read-signals.ts";

/** `/signals/` and `/feeds/`, to be mounted at `/api`. */
export function createSignalsRoutes({ db, now }: Pick<ApiDependencies, "db" | "now">): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get("/signals/", async (c) => {
    const parsed = parseQuery(SignalQuery, c.req.url);
    return parsed.ok ? c.json(await listSignals(db, parsed.query)) : parsed.response;
  });

  routes.get("/signals/export.csv/", (c) => {
    const parsed = parseQuery(SignalExportQuery, withoutForeignParameters(c.req.url, SignalQuery));
    if (!parsed.ok) return parsed.response;
    return c.body(streamSignalsCsv(db, parsed.query), 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="signals.csv"',
    });
  });

  routes.get("/signals/:id/", async (c) => {
    const signal = await showSignal(db, c.req.param("id"));
    return signal ? c.json(signal) : notFound();
  });

  const unlessKnown = [notModifiedSince(now), etag({ weak: true, retainedHeaders: KEPT_ON_304 })] as const;
  routes.get("/feeds/:language/:file{signals\\.(?:atom|json)}/", ...unlessKnown, async (c) => {
    const language = c.req.param("language");
    if (!isLanguage(language)) return notFound();
    const address = withoutForeignParameters(c.req.url, SignalQuery);
    const parsed = parseQuery(FeedQuery, address);
    if (!parsed.ok) return parsed.response;
    const { results: signals } = await listSignals(db, { ...parsed.query, limit: FEED_ENTRIES });
    const feed = { language, url: publicUrl(address, c.req.raw.headers), signals };
    c.header("Content-Language", language);
    const changedMs = Date.parse(changedAt(signals));
    // Another change in the same second would have the same time.
    if (changedMs > 0 && now() - changedMs >= 1_000)
      c.header("Last-Modified", new Date(changedMs).toUTCString());
    return c.req.param("file") === "signals.json"
      ? c.body(JSON.stringify(jsonFeed(feed)), 200, {
          "Content-Type": "application/feed+json; charset=utf-8",
        })
      : c.body(atomFeed(feed), 200, { "Content-Type": "application/atom+xml; charset=utf-8" });
  });

  return routes;
}

/** Address of the feed, at the site as the gateway names it. It sets both headers and takes over neither from clients. */
function publicUrl(url: string, headers: Headers): string {
  const { pathname, search, origin } = new URL(url);
  const host = headers.get("X-Forwarded-Host");
  const isHttps = headers.get("X-Forwarded-Proto") === "https";
  return (host ? `${isHttps ? "https" : "http"}://${host}` : origin) + pathname + search;
}

function notFound(): Response {
  return problemResponse(404, { detail: "Not found.", code: "not_found" });
}
