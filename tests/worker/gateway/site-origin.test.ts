/** The configured origin of the site, which search engines, feed readers and the upstream get, whatever the host of the request. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { readConfig } from "#worker/config.ts";
import worker from "#worker/index.ts";
import { testGateway } from "./test-gateway.ts";

const OWN = "https://signals.example";
const ASKED = "https://asked.example";
/** A version that is looked at before it serves the site. */
const PREVIEW = "https://abc123-tidemark.somebody.workers.dev";

const TRADER = "north-light";

beforeAll(async () => {
  const record = createRecord();
  await addTrader(record.deps, { handle: TRADER, name: "North Light" });
  await publishAndSettle(record, signalBy(TRADER, record), "won");
});

async function ask(
  address: string,
  vars: Record<string, string>,
  init?: RequestInit<IncomingRequestCfProperties>,
): Promise<Response> {
  const request = new Request(address, { redirect: "manual", ...init });
  return worker.fetch(request, { ...env, ...vars }, createExecutionContext());
}

async function read(path: string, vars: Record<string, string>, host = ASKED): Promise<string> {
  const response = await ask(host + path, vars);
  expect(response.status, path).toBe(200);
  return response.text();
}

const PATHS = [
  "/en",
  "/de/about",
  "/fr/signal?outcome=won",
  "/",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemap-pages.xml",
  "/sitemap-record-1.xml",
  "/.well-known/security.txt",
  "/api/feeds/en/signals.atom",
  "/api/feeds/en/signals.json",
];

describe("the operator's SITE_ORIGIN", () => {
  it.each([...PATHS, `/en/traders/${TRADER}`])("is the only origin in %s", async (path) => {
    const text = await read(path, { SITE_ORIGIN: `${OWN}/` }, PREVIEW);
    expect(text).toContain(OWN);
    expect(text).not.toContain("workers.dev");
  });

  it.each(PATHS)("is replaced by the request's origin in %s if it is not set, or locally", async (path) => {
    expect(await read(path, {})).toContain(ASKED);
    expect(await read(path, { SITE_ORIGIN: OWN, LOCAL: "1" })).not.toContain(OWN);
  });

  const vars = { SITE_ORIGIN: OWN };
  const ofAnswer = ({ status, headers }: Response) => [
    status,
    headers.get("Location"),
    headers.get("X-Robots-Tag"),
  ];

  it.each([
    [`${ASKED}/`, "/"],
    [`${ASKED}/de/signal?outcome=won&page=2`, "/de/signal?outcome=won&page=2"],
    [`${ASKED}:8443/fr`, "/fr"],
    [`http://asked.example/en/a%20b`, "/en/a%20b"],
    [`${ASKED}//evil.example/x`, "//evil.example/x"],
    [`${ASKED}/en/nothing/at/all`, "/en/nothing/at/all"],
    [`${ASKED}/robots.txt`, "/robots.txt"],
    [`${OWN}.evil.example/en`, "/en"],
    [`${OWN}:8443/en`, "/en"],
  ])("is where %s redirects", async (address, path) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await ask(address, vars, { method });
      expect(ofAnswer(response)).toEqual([308, OWN + path, "noindex"]);
      // A wrong value can be corrected.
      expect(response.headers.get("Cache-Control")).toBe("no-cache");
    }
  });

  it.each(["/api/signals/", "/api/feeds/en/signals.atom", "/healthz", "/readyz", "/sw.js"])(
    "does not redirect %s on another host, which is marked noindex",
    async (path) => {
      const response = await ask(ASKED + path, vars);
      await response.text();
      expect(ofAnswer(response).slice(1)).toEqual([null, "noindex"]);
      expect(response.status).not.toBe(308);
    },
  );

  it("does not redirect writes", async () => {
    const headers = { "Content-Type": "application/json" };
    const response = await ask(`${ASKED}/api/auth/refresh/`, vars, { method: "POST", headers, body: "{}" });
    await response.text();
    expect(response.status).toBe(400);
  });

  it("is not required for previews and local sites, which are served with noindex", async () => {
    for (const host of [PREVIEW, "http://127.0.0.1:8787"]) {
      const response = await ask(`${host}/en/about`, vars);
      await response.text();
      expect(ofAnswer(response)).toEqual([200, null, "noindex"]);
    }
    const own = await ask(`${OWN}/en/about`, vars);
    await own.text();
    expect(ofAnswer(own)).toEqual([200, null, null]);
  });

  it("is sent to the upstream in the forwarding headers, including the scheme", async () => {
    const told: (string | null)[][] = [];
    const { ask } = testGateway({
      config: readConfig({ ...env, SITE_ORIGIN: OWN }),
      upstream: {
        baseUrl: "https://backend.example",
        async fetch(_url, init) {
          const headers = new Headers(init.headers);
          told.push(["Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto"].map((name) => headers.get(name)));
          return Response.json({});
        },
      },
    });
    await ask("/api/signals/");
    expect(told).toEqual([['for=unknown;host="signals.example";proto=https', "signals.example", "https"]]);
  });

  it("must be an HTTPS origin and nothing more", () => {
    const origin = (text: string) => readConfig({ ...env, SITE_ORIGIN: text }).origin;
    expect(origin("HTTPS://Signals.Example:443/")).toBe(OWN);
    expect(origin("")).toBeNull();
    for (const wrong of ["signals.example", `${OWN}/en`, `${OWN}?x`, "https://a@b", "https://"])
      expect(() => origin(wrong), wrong).toThrow("Configuration: SITE_ORIGIN: must begin with https://");
  });

  it("may be an HTTP origin on the operator's own machine alone", () => {
    const vars = { ...env, SITE_ORIGIN: "http://localhost:8787" };
    expect(readConfig({ ...vars, LOCAL: "1" }).log.origin).toBe("localhost:8787/log");
    expect(() => readConfig({ ...vars, LOCAL: "" })).toThrow(
      "Configuration: SITE_ORIGIN: must begin with https://, like https://signals.example;",
    );
  });
});
