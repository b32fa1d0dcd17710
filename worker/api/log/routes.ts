/** The ledger as a transparency log, for everyone; the gateway serves it at `/log/`, under the addresses that its readers know. */
import { Hono } from "hono";
import { LogEntriesQuery, LogTileQuery } from "#shared/contracts/log.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { query } from "#worker/api/parse-query.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { readCheckpoint, readVerifierKeys } from "./checkpoint.ts";
import { readEntryBundle, readTileBytes } from "./read-log.ts";

const BYTES = "application/octet-stream";

/** `/log/`, to be mounted at `/api`. */
export const logRoutes = new Hono<ApiEnv>();

logRoutes.get(
  "/log/checkpoint/",
  describe({
    id: "readLogCheckpoint",
    tag: "log",
    summary: "Size and root of the log, signed (c2sp.org/tlog-checkpoint); at `/log/checkpoint` too",
    answers: { 200: { description: "A signed note.", media: ["text/plain"] } },
    refusals: { 503: ["log_not_configured"] },
  }),
  async (c) => c.text(await readCheckpoint(c.var.deps, originOf(c.req.raw))),
);

logRoutes.get(
  "/log/key/",
  describe({
    id: "readLogKey",
    tag: "log",
    summary: "Public keys of the log, one a line (`vkey` of c2sp.org/signed-note); at `/log/key` too",
    description: "Each of them signs every checkpoint.",
    answers: { 200: { description: "The keys.", media: ["text/plain"] } },
    refusals: { 503: ["log_not_configured"] },
  }),
  async (c) => c.text(await readVerifierKeys(c.var.deps, originOf(c.req.raw))),
);

logRoutes.get(
  "/log/tile/",
  describe({
    id: "readLogTile",
    tag: "log",
    summary:
      "Hashes of the log's tree, 32 bytes each; at `/log/tile/{level}/{index}` too, as c2sp.org/tlog-tiles has it",
    answers: { 200: { description: "The hashes.", media: [BYTES] } },
    refusals: { 404: ["not_found"] },
  }),
  query(LogTileQuery),
  async (c) => answerBytes(await readTileBytes(c.var.deps.db, c.req.valid("query"))),
);

logRoutes.get(
  "/log/entries/",
  describe({
    id: "readLogEntries",
    tag: "log",
    summary: "Entries of the log, 256 a full bundle; at `/log/tile/entries/{index}` too",
    description:
      "Each is the canonical JSON (RFC 8785) of a ledger entry, `hash` included, in UTF-8, behind its length in two bytes, the higher first.",
    answers: { 200: { description: "The entries.", media: [BYTES] } },
    refusals: { 404: ["not_found"] },
  }),
  query(LogEntriesQuery),
  async (c) => answerBytes(await readEntryBundle(c.var.deps.db, c.req.valid("query"))),
);

function answerBytes(bytes: Uint8Array<ArrayBuffer> | null): Response {
  if (bytes) return new Response(bytes, { headers: { "Content-Type": BYTES } });
  return problemResponse(404, {
    detail: "The log has no such tile, or not so much of it.",
    code: "not_found",
  });
}

/** The log's name: the host that the site is asked at, as the gateway says it, and `/log`. */
function originOf({ headers, url }: Request): string {
  return `${headers.get("X-Forwarded-Host") ?? new URL(url).host}/log`;
}
