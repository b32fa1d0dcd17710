/** Public signals: list, single signal, CSV and feeds. */
import { cancelBody } from "#worker/http/cancel-body.ts";
import { type MiddlewareHandler, Hono } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import {
  DEFAULT_SIGNAL_SORT,
  FEED_ENTRIES,
  FeedQuery,
  SIGNAL_CSV_COLUMNS,
  SignalExportQuery,
  SignalQuery,
} from "#shared/contracts/signal-queries.ts";
import { parseHttpDate } from "#shared/http/http-date.ts";
import { isLanguage, LANGUAGES } from "#shared/site/languages.ts";
import * as v from "valibot";
import { atNearestCopy } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { csvResponse, EXPORT_SIZES, exportAnswer } from "#worker/api/export-part.ts";
import { query, refuseQuery, withoutForeignParameters } from "#worker/api/parse-query.ts";
import { siteOrigin } from "#worker/api/site-origin.ts";
import { notFound } from "#worker/http/problem-answer.ts";
import { exportSignals } from "./export-csv.ts";
import { atomFeed, changedAt, jsonFeed } from "./feeds.ts";
import { findNames } from "#worker/api/traders/index.ts";
import { showSignal } from "./read-signals.ts";
import { searchSignals } from "./search-signals.ts";

/** `/signals/` and `/feeds/`, to be mounted at `/api`. */
export const signalsRoutes = new Hono<ApiEnv<Pick<BaseDependencies, "db" | "now">>>();

signalsRoutes.get(
  "/signals/",
  describe({
    id: "listSignals",
    tag: "signals",
    summary: "Signals, newest first (by descending published_seq) or as `sort` says",
    answers: { 200: { description: "A page.", schema: SignalPage } },
  }),
  atNearestCopy,
  query(SignalQuery),
  async (c) => {
    const found = await searchSignals(c.var.deps.db, c.req.valid("query"));
    return "field" in found ? refuseQuery(found.field, found.message) : c.json(found);
  },
);

signalsRoutes.get(
  "/signals/:id/",
  describe({
    id: "readSignal",
    tag: "signals",
    summary: "One signal with its ledger entries",
    params: { id: { description: "The signal." } },
    answers: { 200: { description: "The signal.", schema: SignalDetail } },
    refusals: { 404: ["not_found"] },
  }),
  atNearestCopy,
  async (c) => {
    const signal = await showSignal(c.var.deps.db, c.req.param("id"));
    return signal ? c.json(signal) : notFound();
  },
);

signalsRoutes.get(
  "/signals/export.csv",
  describe({
    id: "exportSignals",
    tag: "signals",
    summary: "Every signal that passes the filters, as CSV with a header line, oldest first",
    answers: { 200: exportAnswer("text/csv", ` Columns: ${SIGNAL_CSV_COLUMNS.join(", ")}.`) },
  }),
  atNearestCopy,
  query(SignalExportQuery, { ofList: { entries: { ...SignalQuery.entries, ...SignalExportQuery.entries } } }),
  async (c) => {
    const asked = c.req.valid("query");
    const { db } = c.var.deps;
    const names = await findNames(db, asked);
    if ("field" in names) return refuseQuery(names.field, names.message);
    const part = await exportSignals(db, asked, EXPORT_SIZES, names);
    return csvResponse(c, part, { name: "signals.csv", isFirst: asked.after === 0 });
  },
);

/** Sent with a 304 as with the whole answer. */
const KEPT_ON_304: string[] = [...RETAINED_304_HEADERS, "last-modified"];

/**
 * 304 for clients that send `If-Modified-Since` without an entity tag (RFC 9110 section 13.1.3): compares with the answer's own
 * `Last-Modified`; an answer without one is sent whole.
 */
const notModifiedSince: MiddlewareHandler<ApiEnv<Pick<BaseDependencies, "now">>> = async (c, next) => {
  await next();
  const nowMs = c.var.deps.now();
  const { ok, headers } = c.res;
  const changedMs = parseHttpDate(headers.get("Last-Modified") ?? "", nowMs);
  const knownMs = parseHttpDate(c.req.header("If-Modified-Since") ?? "", nowMs);
  // An entity tag is more precise, and if there is one it alone decides.
  if (!ok || c.req.header("If-None-Match") !== undefined || changedMs === null || knownMs === null) return;
  if (changedMs > knownMs) return;
  cancelBody(c.res);
  const kept = [...headers].filter(([name]) => KEPT_ON_304.includes(name.toLowerCase()));
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers: kept });
};

signalsRoutes.get(
  "/feeds/:language/:file{signals\\.(?:atom|json)}",
  describe({
    id: "readFeed",
    tag: "signals",
    summary: `The ${FEED_ENTRIES} newest signals that pass the filters, as a feed in one language`,
    params: {
      language: { description: "Language of the texts.", schema: v.picklist(LANGUAGES) },
      file: {
        description: "Atom (RFC 4287) or JSON Feed 1.1.",
        schema: v.picklist(["signals.atom", "signals.json"]),
      },
    },
    headers: {
      "If-None-Match": { description: "`ETag` of the feed that the reader has." },
      "If-Modified-Since": { description: "`Last-Modified` of the feed that the reader has." },
    },
    answers: {
      200: { description: "The feed.", media: ["application/atom+xml", "application/feed+json"] },
      304: { description: "The reader already has this feed." },
    },
    refusals: { 404: ["not_found"] },
  }),
  atNearestCopy,
  notModifiedSince,
  etag({ weak: true, retainedHeaders: KEPT_ON_304 }),
  query(FeedQuery, { ofList: SignalQuery }),
  async (c) => {
    const language = c.req.param("language");
    if (!isLanguage(language)) return notFound();
    const { db, now } = c.var.deps;
    const filters = c.req.valid("query");
    const found = await searchSignals(db, { ...filters, sort: DEFAULT_SIGNAL_SORT, limit: FEED_ENTRIES });
    if ("field" in found) return refuseQuery(found.field, found.message);
    const signals = found.results;
    const { pathname, search } = new URL(withoutForeignParameters(c.req.url, SignalQuery));
    const feed = { language, url: siteOrigin(c.req.raw) + pathname + search, filters, signals };
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
  },
);
