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

const tag = async (path: string) => ({
  headers: { "If-None-Match": (await ask(path)).headers.get("ETag") ?? "" },
});
const post = { method: "POST", headers: { "Content-Type": "application/json" } };
const socket = { headers: { Upgrade: "websocket", Origin: "https://elsewhere.example" } };
const choice = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: `https://${HOST}` },
  body: "language=de&return_to=%2Fen",
};

interface Question {
  readonly path: string;
  readonly init?: () => RequestInit | Promise<RequestInit>;
}

type Kind = readonly [name: string, status: number, policy: string | null, question: Question];

const KINDS: readonly Kind[] = [
  ["a page", 200, DOCUMENT_POLICY, { path: "/de/about" }],
  ["a page of the record", 200, DOCUMENT_POLICY, { path: "/en/signal" }],
  ["a page behind sign-in", 200, DOCUMENT_POLICY, { path: "/fr/profile" }],
  ["the root", 200, DOCUMENT_POLICY, { path: "/" }],
  ["a page's head", 200, DOCUMENT_POLICY, { path: "/it/terms", init: () => ({ method: "HEAD" }) }],
  [
    "a page that is still the same",
    304,
    DOCUMENT_POLICY,
    { path: "/es/terms", init: () => tag("/es/terms") },
  ],
  ["a page that is not there", 404, DOCUMENT_POLICY, { path: "/de/no-such-page" }],
  ["a trader who is not there", 404, DOCUMENT_POLICY, { path: "/de/traders/no-such-trader" }],
  ["a page in no language", 404, DOCUMENT_POLICY, { path: "/no-such-page" }],
  ["a page without its language", 302, NOTHING_LOADS, { path: "/login" }],
  ["a page with a slash too many", 308, NOTHING_LOADS, { path: "/de/about/" }],
  ["a page's data", 200, NOTHING_LOADS, { path: "/de/signal/_payload.json" }],
  [
    "data still the same",
    304,
    NOTHING_LOADS,
    { path: "/de/traders/_payload.json", init: () => tag("/de/traders/_payload.json") },
  ],
  ["data of no page", 404, NOTHING_LOADS, { path: "/de/nope/_payload.json" }],
  ["the language switch", 303, NOTHING_LOADS, { path: "/language", init: () => choice }],
  ["a form sent to a page", 405, NOTHING_LOADS, { path: "/de/about", init: () => ({ method: "POST" }) }],
  ["a call of the API", 200, NOTHING_RUNS, { path: "/api/signals/" }],
  ["a feed", 200, NOTHING_RUNS, { path: "/api/feeds/en/signals.atom/" }],
  [
    "a feed still the same",
    304,
    NOTHING_RUNS,
    { path: "/api/feeds/en/signals.atom/", init: () => tag("/api/feeds/en/signals.atom/") },
  ],
  ["an export", 200, NOTHING_RUNS, { path: "/api/signals/export.csv/" }],
  ["a call without a session", 401, NOTHING_RUNS, { path: "/api/auth/me/" }],
  [
    "a refused sign-in",
    400,
    NOTHING_RUNS,
    { path: "/api/auth/login/", init: () => ({ ...post, body: "{}" }) },
  ],
  ["a call of what is not there", 404, NOTHING_RUNS, { path: "/api/nope/" }],
  [
    "a call by a wrong method",
    405,
    NOTHING_RUNS,
    { path: "/api/signals/", init: () => ({ method: "DELETE" }) },
  ],
  [
    "a preflight",
    204,
    NOTHING_LOADS,
    {
      path: "/api/signals/",
      init: () => ({ method: "OPTIONS", headers: { "Access-Control-Request-Method": "GET" } }),
    },
  ],
  ["a socket's address, asked plainly", 426, NOTHING_RUNS, { path: "/api/live/" }],
  ["a socket from elsewhere", 403, NOTHING_LOADS, { path: "/api/live/", init: () => socket }],
  ["the API's description", 200, NOTHING_LOADS, { path: "/api/openapi.json" }],
  ["the service worker", 200, "default-src 'none'; connect-src 'self'", { path: "/sw.js" }],
  ["the web manifest", 200, NOTHING_LOADS, { path: "/manifest.webmanifest" }],
  ["the latest build", 200, NOTHING_LOADS, { path: "/builds/latest.json" }],
  ["robots", 200, NOTHING_LOADS, { path: "/robots.txt" }],
  ["the sitemap", 200, NOTHING_LOADS, { path: "/sitemap.xml" }],
  ["the sitemap of pages", 200, NOTHING_LOADS, { path: "/sitemap-pages.xml" }],
  ["a file that is not there", 404, NOTHING_LOADS, { path: "/assets/none.js" }],
  ["too long an address, as a page", 414, REFUSAL_POLICY, { path: `/de?${"a".repeat(9000)}` }],
  ["too long an address, as a call", 414, NOTHING_LOADS, { path: `/api/signals/?${"a".repeat(9000)}` }],
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
  it.each(KINDS)("are as expected for %s (%i)", async (_name, status, policy, { path, init }) => {
    const response = await ask(path, await init?.());
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

describe("the evaluation of a Content-Security-Policy", () => {
  it("reports a weak one", () => {
    expect(weaknesses("script-src 'unsafe-inline'")).not.toEqual([]);
  });
});
