/** Every kind of response of the worker, with its security headers. Files of the build: tests/contract. */
import { SELF } from "cloudflare:test";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, it } from "vitest";

const HOST = "tidemark.example";

function ask(path: string, init: RequestInit = {}) {
  return SELF.fetch(new Request(`https://${HOST}${path}`, { redirect: "manual", ...init }));
}

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

const HSTS = "max-age=63072000";

const DOCUMENT_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'sha256-…' 'sha256-…'",
  "style-src 'self' 'sha256-…'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types app",
].join("; ");
const NOTHING_LOADS = "default-src 'none'; frame-ancestors 'none'";
const REFUSAL_POLICY =
  "default-src 'none'; style-src 'sha256-…'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const NOTHING_RUNS = `${NOTHING_LOADS}; sandbox`;

type Init = (path: string) => RequestInit | Promise<RequestInit>;

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded", Origin: `https://${HOST}` };

/** As a client that has the answer already. */
const again: Init = async (path) => {
  const { headers } = await ask(path);
  return { headers: { "If-None-Match": headers.get("ETag") ?? "" } };
};
const by =
  (method: string, headers: HeadersInit = {}, body: BodyInit | null = null): Init =>
  () => ({ method, headers, body });
const socket: Init = () => ({ headers: { Upgrade: "websocket", Origin: "https://elsewhere.example" } });
const choice = by("POST", FORM, "language=de&return_to=%2Fen");
const preflight = by("OPTIONS", { "Access-Control-Request-Method": "GET" });
const tooLong = `?${"a".repeat(9000)}`;

type Kind = [name: string, status: number, policy: string | null, path: string, init?: Init];

const KINDS: Kind[] = [
  ["a page", 200, DOCUMENT_POLICY, "/de/about"],
  ["a page of the record", 200, DOCUMENT_POLICY, "/en/signal"],
  ["a page behind sign-in", 200, DOCUMENT_POLICY, "/fr/profile"],
  ["the root", 200, DOCUMENT_POLICY, "/"],
  ["a page's head", 200, DOCUMENT_POLICY, "/it/terms", by("HEAD")],
  ["a page that is still the same", 304, DOCUMENT_POLICY, "/es/terms", again],
  ["a page that is not there", 404, DOCUMENT_POLICY, "/de/no-such-page"],
  ["a trader who is not there", 404, DOCUMENT_POLICY, "/de/traders/no-such-trader"],
  ["a page in no language", 404, DOCUMENT_POLICY, "/no-such-page"],
  ["a page without its language", 302, NOTHING_LOADS, "/login"],
  ["a page with a slash too many", 308, NOTHING_LOADS, "/de/about/"],
  ["a page's data", 200, NOTHING_LOADS, "/de/signal/_payload.json"],
  ["data still the same", 304, NOTHING_LOADS, "/de/traders/_payload.json", again],
  ["data of no page", 404, NOTHING_LOADS, "/de/nope/_payload.json"],
  ["the language switch", 303, NOTHING_LOADS, "/language", choice],
  ["a form sent to a page", 405, NOTHING_LOADS, "/de/about", by("POST")],
  ["a call of the API", 200, NOTHING_RUNS, "/api/signals/"],
  ["a feed", 200, NOTHING_RUNS, "/api/feeds/en/signals.atom/"],
  ["a feed still the same", 304, NOTHING_RUNS, "/api/feeds/en/signals.atom/", again],
  ["an export", 200, NOTHING_RUNS, "/api/signals/export.csv/"],
  ["a call without a session", 401, NOTHING_RUNS, "/api/auth/me/"],
  ["a refused sign-in", 400, NOTHING_RUNS, "/api/auth/login/", by("POST", JSON_TYPE, "{}")],
  ["a call of what is not there", 404, NOTHING_RUNS, "/api/nope/"],
  ["a call by a wrong method", 405, NOTHING_RUNS, "/api/signals/", by("DELETE")],
  ["a preflight", 204, NOTHING_LOADS, "/api/signals/", preflight],
  ["a socket's address, asked plainly", 426, NOTHING_RUNS, "/api/live/"],
  ["a socket from elsewhere", 403, NOTHING_LOADS, "/api/live/", socket],
  ["the API's description", 200, NOTHING_LOADS, "/api/openapi.json"],
  ["the service worker", 200, "default-src 'none'; connect-src 'self'", "/sw.js"],
  ["the web manifest", 200, NOTHING_LOADS, "/manifest.webmanifest"],
  ["the latest build", 200, NOTHING_LOADS, "/builds/latest.json"],
  ["robots", 200, NOTHING_LOADS, "/robots.txt"],
  ["the sitemap", 200, NOTHING_LOADS, "/sitemap.xml"],
  ["the sitemap of pages", 200, NOTHING_LOADS, "/sitemap-pages.xml"],
  ["a file that is not there", 404, NOTHING_LOADS, "/assets/none.js"],
  ["too long an address, as a page", 414, REFUSAL_POLICY, `/de${tooLong}`],
  ["too long an address, as a call", 414, NOTHING_LOADS, `/api/signals/${tooLong}`],
];

const policyOf = (response: Response) =>
  response.headers.get("Content-Security-Policy")?.replaceAll(/'sha256-[A-Za-z0-9+/]{43}='/g, "'sha256-…'") ??
  null;

/** What Google's evaluator holds against a policy, apart from what it only thinks worth a look, like the source 'self'. */
function weaknesses(policy: string) {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings.filter(({ severity }) => severity <= Severity.HIGH_MAYBE);
}

describe("the security headers of a response", () => {
  it.each<Kind>(KINDS)("are as expected for %s (%i)", async (_name, status, policy, path, init) => {
    const response = await ask(path, await init?.(path));
    await response.text();
    expect(response.status).toBe(status);
    expect(policyOf(response)).toBe(policy);
    expect(weaknesses(response.headers.get("Content-Security-Policy") ?? NOTHING_LOADS)).toEqual([]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...EVERYWHERE,
      "strict-transport-security": HSTS,
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("include Strict-Transport-Security over HTTPS only, as RFC 6797 section 7.2 requires", async () => {
    for (const path of ["/de/about", "/api/signals/", "/sw.js"]) {
      const { headers } = await SELF.fetch(`http://127.0.0.1:8787${path}`);
      expect(headers.has("Strict-Transport-Security"), path).toBe(false);
      expect(Object.fromEntries(headers)).toMatchObject(EVERYWHERE);
    }
  });
});
