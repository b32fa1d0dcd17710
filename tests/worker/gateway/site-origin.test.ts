/** Where the site says that it is: what search engines, feed readers and the upstream are told, whatever host a request names. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { readConfig } from "#worker/config.ts";
import worker from "#worker/index.ts";
import { testGateway } from "./test-gateway.ts";

const OWN = "https://signals.example";
const ASKED = "https://asked.example";

const record = createRecord();
let trader = "";

beforeAll(async () => {
  trader = await addSomeTrader(record);
  await publishAndSettle(record, signalBy(trader, record), "won");
});

async function read(path: string, vars: Record<string, string>): Promise<string> {
  const request = new Request<unknown, IncomingRequestCfProperties>(ASKED + path);
  const response = await worker.fetch(request, { ...env, ...vars }, createExecutionContext());
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

describe("an operator's origin", () => {
  it.each(PATHS)("stands in %s, and no other", async (path) => {
    const text = await read(path, { ORIGIN: `${OWN}/` });
    // Where the page's own browser finds the API: beside the page.
    const told = text.replace(`"baseUrl":"${ASKED}"`, "");
    expect(told).toContain(OWN);
    expect(told).not.toContain("asked.example");
  });

  it("stands in a trader's page, and its links lead on where the reader is", async () => {
    const html = await read(`/en/traders/${trader}`, { ORIGIN: OWN });
    expect(html).toContain(`<link rel="canonical" href="${OWN}/en/traders/${trader}"/>`);
    expect(html).toContain(`<meta property="og:url" content="${OWN}/en/traders/${trader}"/>`);
    expect(html).toContain('href="/en/signal"');
  });

  it.each(PATHS)("is the request's own in %s where none is set, or on one's own machine", async (path) => {
    expect(await read(path, {})).toContain(ASKED);
    expect(await read(path, { ORIGIN: OWN, LOCAL: "1" })).not.toContain(OWN);
  });

  it("is what the upstream is told, by the scheme as well", async () => {
    const told: (string | null)[][] = [];
    const { ask } = testGateway({
      config: readConfig({ ...env, ORIGIN: OWN }),
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

  it("is an origin over HTTPS and nothing more", () => {
    const origin = (text: string) => readConfig({ ...env, ORIGIN: text }).origin;
    expect(origin("HTTPS://Signals.Example:443/")).toBe(OWN);
    expect(origin("")).toBeNull();
    for (const wrong of [
      "signals.example",
      "http://signals.example",
      `${OWN}/en`,
      `${OWN}?x`,
      "https://a@b",
      "https://",
    ])
      expect(() => origin(wrong), wrong).toThrow("Configuration: ORIGIN: ");
  });
});
