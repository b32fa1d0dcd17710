/** Whole requests as bytes on a socket, and what every answer to one must be. */
import * as fc from "fast-check";
import * as v from "valibot";
import { Problem } from "#shared/contracts/problem.ts";
import { PAYLOAD_SUFFIX } from "#shared/site/routes.ts";
import { sendRaw, type RawAnswer, type RawRequest } from "#tests/support/raw-request.ts";
import { headerText, hostileJson, hostileText, MARKUP_MARK, objectWith, wordsOf } from "./hostile-text.ts";
import { claim, property, type Property } from "./property.ts";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";

/** A site under fire, and the bearer tokens that open its inner doors. */
export interface Target {
  readonly url: string;
  readonly tokens: readonly string[];
}

/** A browser's visitor would long have left. */
const DEADLINE_MS = 10_000;

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant("GET") },
  { weight: 3, arbitrary: fc.constantFrom("POST", "PUT", "PATCH", "DELETE") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "get", "X".repeat(40)),
  },
);

const PATHS = wordsOf(`
  / /en /de/signal /fr/traders /it/login /es/profile /de/admin /en/traders/north-light /login /language
  /de/signal/_payload.json /sw.js /builds/latest.json /manifest.webmanifest /assets/x.js /api/auth/login/
  /api/auth/refresh/ /api/auth/logout/ /api/auth/me/ /api/auth/me/passcode/ /api/signals/ /api/signals/export.csv
  /api/traders/ /api/summary/ /api/ledger/ /api/ledger/head/ /api/ledger/export.ndjson /api/live/ /api/live/events/
  /api/feeds/de/signals.atom /api/feeds/en/signals.json /api/hooks/some-key/ /api/profile/sessions/
  /api/profile/follows/ /api/profile/feed/ /api/profile/export/ /api/profile/acts/ /api/profile/notifications/
  /api/profile/push-subscriptions/ /api/admin/signals/ /api/admin/traders/ /api/admin/accounts/ /api/admin/audit/
  /api/admin/audit/export.csv /api/admin/ingest-keys/ /api/admin/ingest-messages/ /api/admin/webhooks/
  /api/admin/webhook-deliveries/ /api/openapi.json
`);

/** As it may stand in a request line: no space, no line end. Mostly what the platform lets through, escaped as browsers do. */
const lineText = fc.tuple(hostileText, fc.integer({ min: 0, max: 19 })).map(([text, chance]) => {
  const line = text.replaceAll(/[^\x21-\x7e\x80-\xff]/g, "").slice(0, 9_000);
  return chance === 0 ? line : line.replaceAll(/["<>\\^`{|}\x80-\xff]/g, encodeURIComponent);
});
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PATHS), lineText).map((parts) => parts.join("")) },
  { weight: 2, arbitrary: lineText.map((text) => `/${text}`) },
  { weight: 1, arbitrary: lineText.map((text) => `/api/${text}`) },
);
const PARAMETERS = wordsOf(`
  trader asset outcome from to cursor limit sort after q actor action next id view key x
`);
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...PARAMETERS),
      fc.oneof(
        lineText,
        hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
const target = fc
  .tuple(path, fc.option(query))
  .map(([start, rest]) => (rest === null ? start : `${start}?${rest}`));

const HEADERS = wordsOf(`
  Cookie Accept-Language Accept If-None-Match Range Origin Referer User-Agent X-Request-Id Authorization
  CF-Connecting-IP X-Forwarded-Host X-HTTP-Method-Override Upgrade Connection Idempotency-Key Webhook-Id
  Sec-Fetch-Mode Content-Type Content-Encoding Expect Te
`);
const headers = fc.array(fc.tuple(fc.constantFrom(...HEADERS), headerText), { maxLength: 4 });

const FIELDS = wordsOf(`
  pocketoption_id passcode current_passcode refresh name language time_zone trader asset direction entry_at expires_at
  payout handle outcome reason label role is_active confirm return_to
`);
const json = fc
  .oneof(objectWith(FIELDS), objectWith(FIELDS, hostileText), hostileJson)
  .map((value) => JSON.stringify(value) ?? "");
const body = fc.oneof(
  { weight: 4, arbitrary: json.map((text) => ({ type: "application/json", text })) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ type: "text/plain", text: text.toWellFormed() })) },
  {
    weight: 1,
    arbitrary: hostileText.map((text) => ({
      type: "application/x-www-form-urlencoded",
      text: `language=${text}`.toWellFormed(),
    })),
  },
);

export function requestsTo({ tokens }: Target): fc.Arbitrary<RawRequest> {
  const token = fc.oneof(fc.constant(null), fc.constantFrom(null, ...tokens));
  // Each case comes from an address of its own, or most answers would be 429.
  return fc
    .record({ method, target, headers, body, token, address: fc.ipV4() })
    .map(({ method, target, headers, body, token, address }) => {
      const isWrite = ["POST", "PUT", "PATCH", "DELETE"].includes(method);
      return {
        requestLine: `${method} ${target} HTTP/1.1`,
        headers: [
          ["CF-Connecting-IP", address],
          ...(token === null ? [] : [["Authorization", `Bearer ${token}`] as const]),
          ...(isWrite ? [["Content-Type", body.type] as const] : []),
          ...headers.filter(([name]) => !(isWrite && name === "Content-Type")),
        ],
        // One beyond the limit is cut off unread, and its answer may be lost with the connection.
        body: isWrite ? body.text.slice(0, MAX_REQUEST_BODY_BYTES / 4) : "",
      };
    });
}

/** What holds for every answer, whatever was asked. */
export function judge({ requestLine }: RawRequest, answer: RawAnswer): void {
  const { status, headers, text, raw } = answer;
  claim(status >= 100, `no answer: ${raw.slice(0, 200)}`);
  if (isOfPlatform(answer) || status === 101) return;
  claim(status < 500, `status ${status}: ${raw.slice(0, 600)}`);
  claim(!raw.toLowerCase().includes("\r\nx-injected"), "a header of the client's");
  const [method = "", address = ""] = requestLine.split(" ");
  // As the platform reads it: `/api/..` is the home page.
  const path = URL.parse(`http://site.example${address}`)?.pathname ?? "";
  const type = headers.get("content-type") ?? "";
  const isData =
    path.startsWith("/api/") ||
    path.endsWith(PAYLOAD_SUFFIX) ||
    /^\/(?:sw\.js$|builds\/|assets\/)/.test(path);
  claim(!(isData && type.includes("html")), `HTML at ${path}`);
  if (type.includes("html") || type.includes("xml")) {
    claim(!text.includes(MARKUP_MARK), "markup of the client's");
  }
  if (!headers.has("x-request-id")) return claim(isFile(path), `not answered by the gateway: ${path}`);
  claim(headers.get("x-content-type-options") === "nosniff", "may be sniffed");
  claim(status === 304 || headers.has("content-security-policy"), "no policy");
  if (path.startsWith("/api/") && status >= 400 && method !== "HEAD") {
    claim(type.startsWith("application/json"), `an error of type ${type}`);
    v.parse(Problem, JSON.parse(text));
  }
}

/** What is no HTTP never reaches the worker: an address with forbidden characters, a method nobody knows. */
function isOfPlatform({ status, headers, text }: RawAnswer): boolean {
  const isPlain = !headers.has("x-request-id") && headers.get("content-type") === "text/plain";
  return isPlain && [400, 414, 501].includes(status) && !text.includes("<");
}

/** Served by the platform past the worker. */
function isFile(path: string): boolean {
  return /^\/(?:assets\/|[\w-]+\.\w+$)/.test(path);
}

export function requestProperty(target: Target): Property {
  return property(
    "every request is answered, and never with a 500, HTML for data or markup of its own",
    requestsTo(target),
    async (request) => {
      judge(request, await sendRaw(target.url, request, DEADLINE_MS));
    },
  );
}
