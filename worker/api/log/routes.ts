/** The ledger as a transparency log, public; the gateway serves it at `/log/`, under the addresses that tlog clients expect. */
import { type Context, Hono } from "hono";
import {
  KeptCheckpointPage,
  KeptCheckpointQuery,
  LogEntriesQuery,
  LogObserverList,
  LogTileQuery,
} from "#shared/contracts/log.ts";
import { fromBase64 } from "#shared/base64.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { query } from "#worker/api/parse-query.ts";
import { requireStaff } from "#worker/api/session/index.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { readCheckpoint, readVerifierKeys } from "./checkpoint.ts";
import { listCheckpoints, readKept } from "./kept-checkpoints.ts";
import { readEntryBundle, readTileBytes } from "./read-log.ts";
import { reportObservers } from "./report-observers.ts";

const BYTES = "application/octet-stream";
const STAMP = "application/timestamp-reply";

/** `/log/`, to be mounted at `/api`. */
export const logRoutes = new Hono<ApiEnv>();

logRoutes.get(
  "/log/checkpoint/",
  describe({
    id: "readLogCheckpoint",
    tag: "log",
    summary: "Size and root of the log, signed (c2sp.org/tlog-checkpoint); at `/log/checkpoint` too",
    description: "With the newest cosignatures of witnesses (c2sp.org/tlog-cosignature) that it has.",
    answers: { 200: { description: "A signed note.", media: ["text/plain"] } },
    refusals: { 503: ["log_not_configured"] },
  }),
  async (c) => c.text(await readCheckpoint(c.var.deps, originOf(c))),
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
  async (c) => c.text(await readVerifierKeys(c.var.deps, originOf(c))),
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

logRoutes.get(
  "/log/checkpoints/",
  describe({
    id: "listLogCheckpoints",
    tag: "log",
    summary: "Checkpoints that witnesses have cosigned, or an authority has time-stamped",
    description:
      "By size, upwards. An entry was there before a time where the smallest of these that holds it was witnessed before.",
    answers: { 200: { description: "A page.", schema: KeptCheckpointPage } },
  }),
  query(KeptCheckpointQuery),
  async (c) => c.json(await listCheckpoints(c.var.deps.db, c.req.valid("query"))),
);

const params = { size: { description: "Entries of the checkpoint." } };

logRoutes.get(
  "/log/checkpoints/:size/",
  describe({
    id: "readLogCheckpointOfSize",
    tag: "log",
    summary: "One of these checkpoints, without cosignatures: the bytes that are time-stamped",
    params,
    answers: { 200: { description: "A signed note.", media: ["text/plain"] } },
    refusals: { 404: ["not_found"] },
  }),
  async (c) => {
    const kept = await readKept(c.var.deps.db, sizeOf(c.req.param("size")));
    return kept ? c.text(kept.note) : refuseSize("Nobody outside has seen a checkpoint of this size.");
  },
);

logRoutes.get(
  "/log/stamps/:size/",
  describe({
    id: "readLogStamp",
    tag: "log",
    summary: "The time-stamp (RFC 3161) of the checkpoint of this size",
    description:
      "The authority's answer as it came. `openssl ts -verify -data CHECKPOINT -in STAMP -CAfile CA` checks it against the bytes of `/api/log/checkpoints/{size}/`.",
    params,
    answers: { 200: { description: "A TimeStampResp in DER.", media: [STAMP] } },
    refusals: { 404: ["not_found"] },
  }),
  async (c) => {
    const kept = await readKept(c.var.deps.db, sizeOf(c.req.param("size")));
    const stamp = kept?.stamp ? fromBase64(kept.stamp) : null;
    return stamp
      ? new Response(stamp, { headers: { "Content-Type": STAMP } })
      : refuseSize("There is no time-stamp of this size.");
  },
);

logRoutes.get(
  "/log/witnesses/",
  describe({
    id: "listLogWitnesses",
    tag: "log",
    summary: "Public keys of the witnesses that are asked, one a line (`vkey` of c2sp.org/signed-note)",
    answers: { 200: { description: "The keys; nothing where no witness is asked.", media: ["text/plain"] } },
  }),
  (c) => c.text(c.var.deps.logConfig.witnesses.map(({ vkey }) => `${vkey}\n`).join("")),
);

logRoutes.get(
  "/admin/log-observers/",
  describe({
    id: "listLogObservers",
    tag: "log",
    summary: "How it stands with the witnesses and the time-stamp authority",
    answers: { 200: { description: "Those that are configured.", schema: LogObserverList } },
  }),
  requireStaff,
  async (c) => c.json({ results: await reportObservers(c.var.deps) }),
);

/** -1 if the text is not a size. */
function sizeOf(text: string): number {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : -1;
}

function refuseSize(detail: string): Response {
  return problemResponse(404, { detail, code: "not_found" });
}

function answerBytes(bytes: Uint8Array<ArrayBuffer> | null): Response {
  if (bytes) return new Response(bytes, { headers: { "Content-Type": BYTES } });
  return problemResponse(404, {
    detail: "The log has no such tile, or not so much of it.",
    code: "not_found",
  });
}

/** The log's name: as configured, or the host of the request as the gateway passes it, and `/log`. */
function originOf({ req, var: { deps } }: Context<ApiEnv>): string {
  return deps.logConfig.origin ?? `${req.header("X-Forwarded-Host") ?? new URL(req.url).host}/log`;
}
