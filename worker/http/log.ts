/** Structured logs: one JSON object a line. Never tokens, passcodes, account ids or addresses in clear. */
import { DrizzleQueryError } from "drizzle-orm/errors";
import { LANGUAGES } from "#shared/languages.ts";
import { PAGES } from "#shared/routes.ts";

/** `event` names what happened in lower snake case; `requestId` ties the lines of one request together. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly requestId?: string;
  readonly [detail: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** Writes to the console that the platform collects. */
export const logToConsole: Log = (entry) => {
  console[entry.level](JSON.stringify(entry));
};

/** Name, message and stack of a thrown value, for a log entry; never for an answer. */
export function describeError(thrown: unknown): { name: string; message: string; stack?: string } {
  const error = causeOf(thrown);
  if (!(error instanceof Error)) return { name: "unknown", message: String(error) };
  return { name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) };
}

/** What the database said of a query that failed: Drizzle's own words hold the query's parameters, which are nobody's to read. */
export function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

const API_WORDS =
  "api auth login refresh verify logout me passcode profile acts export sessions end-others follows feed admin accounts " +
  "end-sessions audit export.csv ingest-keys ingest-failures vitals hooks signals settle void correct traders retire " +
  "summary ledger head export.ndjson live events feeds signals.atom signals.json openapi.json";
const FILES =
  "assets icons builds meta latest.json sw.js manifest.webmanifest favicon.ico robots.txt sitemap.xml .well-known " +
  "security.txt _payload.json healthz readyz language licences.txt";

const WORDS: ReadonlySet<string> = new Set([
  ...LANGUAGES,
  ...PAGES,
  ...API_WORDS.split(" "),
  ...FILES.split(" "),
]);

/** No address of ours has more parts. */
const MAX_PARTS = 8;

/**
 * What a log line says of an address: its known words, and `:x` for every other part, as in `/de/signal/:x`. Ids, handles, keys of
 * hooks, names and queries therefore never reach the log, whatever stands where. At most a few dozen characters.
 */
export function routeLabel(pathname: string): string {
  const parts = pathname.split("/");
  const known = parts.slice(0, MAX_PARTS).map((part) => (part === "" || WORDS.has(part) ? part : ":x"));
  return known.join("/") + (parts.length > MAX_PARTS ? "/…" : "");
}
