/** The ledger as a transparency log, public; the gateway serves it at `/log/`, under the addresses that tlog clients expect. */
import { type Context, Hono } from "hono";
import {
  KeptCheckpointPage,
  KeptCheckpointQuery,
  LogEntriesQuery,
  LogWitnessList,
  LogTileQuery,
} from "#shared/contracts/log.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import type { LogDependencies } from "./log-config.ts";
import { query } from "#worker/api/parse-query.ts";
import { type CallerDependencies, requireStaff } from "#worker/api/session/index.ts";
import { isOwnMachine } from "#worker/http/own-machine.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { readCheckpoint, readVerifierKeys } from "./checkpoint.ts";
import { listCheckpoints } from "./kept-checkpoints.ts";
import { readEntryBundle, readTileBytes } from "./read-log.ts";
import { reportWitnesses } from "./report-witnesses.ts";
import { LogNotConfiguredError } from "./note-keys.ts";

const BYTES = "application/octet-stream";

type LogEnv = ApiEnv<LogDependencies & CallerDependencies>;

/** `/log/`, to be mounted at `/api`. */
export const logRoutes = new Hono<LogEnv>();

logRoutes.get(
  "/log/checkpoint/",
  describe({
    id: "readLogCheckpoint",
    tag: "log",
    summary: "Size and root of the log, signed (c2sp.org/tlog-checkpoint); at `/log/checkpoint` too",
    description: "With the newest stored cosignatures of witnesses (c2sp.org/tlog-cosignature).",
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
      "Hashes of the log's tree, 32 bytes each; at `/log/tile/{level}/{index}` too, as in c2sp.org/tlog-tiles",
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
    summary: "Entries of the log, 256 in a full bundle; at `/log/tile/entries/{index}` too",
    description:
      "Each is the canonical JSON (RFC 8785) of a ledger entry, `hash` included, in UTF-8, preceded by its length in two bytes, big-endian.",
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
    summary: "Checkpoints that witnesses have cosigned",
    description:
      "By ascending size. An entry existed when the smallest of these checkpoints that contains it was witnessed.",
    answers: { 200: { description: "A page.", schema: KeptCheckpointPage } },
  }),
  query(KeptCheckpointQuery),
  async (c) => c.json(await listCheckpoints(c.var.deps.db, c.req.valid("query"))),
);

logRoutes.get(
  "/log/witnesses/",
  describe({
    id: "listLogWitnesses",
    tag: "log",
    summary: "Public keys of the witnesses that are asked, one a line (`vkey` of c2sp.org/signed-note)",
    answers: { 200: { description: "The keys; empty if no witness is asked.", media: ["text/plain"] } },
  }),
  (c) => c.text(c.var.deps.logConfig.witnesses.map(({ vkey }) => `${vkey}\n`).join("")),
);

logRoutes.get(
  "/admin/log-witnesses/",
  describe({
    id: "listWitnessStates",
    tag: "log",
    summary: "The state of the witnesses",
    answers: { 200: { description: "Those that are configured.", schema: LogWitnessList } },
  }),
  requireStaff,
  async (c) => c.json({ results: await reportWitnesses(c.var.deps) }),
);

function answerBytes(bytes: Uint8Array<ArrayBuffer> | null): Response {
  if (bytes) return new Response(bytes, { headers: { "Content-Type": BYTES } });
  return problemResponse(404, {
    detail: "The log has no such tile, or a narrower one.",
    code: "not_found",
  });
}

/**
 * The log's name: as configured, or, on one's own machine, the request's host as the gateway passes it, followed by `/log`.
 * A client can name any other host, and the log's key must not sign in that name. Throws LogNotConfiguredError.
 */
function originOf({ req, var: { deps } }: Context<LogEnv>): string {
  if (deps.logConfig.origin !== null) return deps.logConfig.origin;
  const host = req.header("X-Forwarded-Host") ?? new URL(req.url).host;
  if (isOwnMachine(host)) return `${host}/log`;
  throw new LogNotConfiguredError("set SITE_ORIGIN to the address of the site, which names the log.");
}
