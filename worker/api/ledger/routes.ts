/** The ledger for everyone: pages, head and the whole as NDJSON. */
import { Hono } from "hono";
import { LedgerExportQuery, LedgerQuery } from "#shared/contracts/ledger.ts";
import { ledgerLine } from "#shared/ledger-chain.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { parseQuery, withoutForeignParameters } from "#worker/api/parse-query.ts";
import { readLedgerHead, readLedgerPage } from "./read-ledger.ts";

const EXPORT_PAGE_ENTRIES = 1000;

/** `/ledger/`, to be mounted at `/api`. */
export function createLedgerRoutes({ db }: Pick<ApiDependencies, "db">): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get("/ledger/", async (c) => {
    const parsed = parseQuery(LedgerQuery, c.req.url);
    if (!parsed.ok) return parsed.response;
    return c.json(await readLedgerPage(db, parsed.query.after, parsed.query.limit));
  });

  routes.get("/ledger/head/", async (c) => c.json(await readLedgerHead(db)));

  routes.get("/ledger/export.ndjson/", (c) => {
    const parsed = parseQuery(LedgerExportQuery, withoutForeignParameters(c.req.url, LedgerQuery));
    if (!parsed.ok) return parsed.response;
    return c.body(streamLedger(db, parsed.query.after), 200, {
      "Content-Type": "application/x-ndjson; charset=utf-8",
      "Content-Disposition": 'attachment; filename="ledger.ndjson"',
    });
  });

  return routes;
}

function streamLedger(db: ApiDependencies["db"], after: number): ReadableStream<Uint8Array> {
  return streamPages(after, async (cursor) => {
    const { results, next } = await readLedgerPage(db, cursor, EXPORT_PAGE_ENTRIES);
    return {
      text: results.map((entry) => `${ledgerLine(entry)}\n`).join(""),
      next: next === null ? null : Number(next),
    };
  });
}
