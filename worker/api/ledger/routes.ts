/** The ledger for everyone: pages, head and the whole as NDJSON. */
import { Hono } from "hono";
import { LedgerExportQuery, LedgerHead, LedgerPage, LedgerQuery } from "#shared/contracts/ledger.ts";
import { ledgerLine } from "#shared/ledger-chain.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { query } from "#worker/api/parse-query.ts";
import { readLedgerHead, readLedgerPage } from "./read-ledger.ts";

const EXPORT_PAGE_ENTRIES = 1000;

/** `/ledger/`, to be mounted at `/api`. */
export const ledgerRoutes = new Hono<ApiEnv>();

ledgerRoutes.get(
  "/ledger/",
  describe({
    id: "listLedger",
    tag: "ledger",
    summary: "Ledger entries, oldest first",
    answers: { 200: { description: "A page.", schema: LedgerPage } },
  }),
  query(LedgerQuery),
  async (c) => {
    const { after, limit } = c.req.valid("query");
    return c.json(await readLedgerPage(c.var.deps.db, after, limit));
  },
);

ledgerRoutes.get(
  "/ledger/head/",
  describe({
    id: "readLedgerHead",
    tag: "ledger",
    summary: "The newest ledger entry's place, time and hash",
    answers: { 200: { description: "The head.", schema: LedgerHead } },
  }),
  async (c) => c.json(await readLedgerHead(c.var.deps.db)),
);

ledgerRoutes.get(
  "/ledger/export.ndjson",
  describe({
    id: "exportLedger",
    tag: "ledger",
    summary: "The ledger, one entry a line, in canonical JSON (RFC 8785)",
    answers: { 200: { description: "A download, streamed.", media: ["application/x-ndjson"] } },
  }),
  query(LedgerExportQuery, { ofList: LedgerQuery }),
  (c) =>
    c.body(streamLedger(c.var.deps.db, c.req.valid("query").after), 200, {
      "Content-Type": "application/x-ndjson; charset=utf-8",
      "Content-Disposition": 'attachment; filename="ledger.ndjson"',
    }),
);

function streamLedger(db: ApiDependencies["db"], after: number): ReadableStream<Uint8Array> {
  return streamPages(after, async (cursor) => {
    const { results, next } = await readLedgerPage(db, cursor, EXPORT_PAGE_ENTRIES);
    return {
      text: results.map((entry) => `${ledgerLine(entry)}\n`).join(""),
      next: next === null ? null : Number(next),
    };
  });
}
