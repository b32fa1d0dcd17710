/**
 * What a log line says of an address: its known words, and `:x` for every other part. Ids, handles, keys of hooks, names
 * and queries therefore never reach the log, whatever stands where.
 */
import { LANGUAGES } from "#shared/languages.ts";
import { PAGES } from "#shared/routes.ts";

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

/** For instance `/api/admin/accounts/:x/` or `/de/signal/:x`. At most a few dozen characters, all of them ours. */
export function routeLabel(pathname: string): string {
  const parts = pathname.split("/");
  const known = parts.slice(0, MAX_PARTS).map((part) => (part === "" || WORDS.has(part) ? part : ":x"));
  return known.join("/") + (parts.length > MAX_PARTS ? "/…" : "");
}
