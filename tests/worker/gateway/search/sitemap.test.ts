/** What crawlers may index: robots.txt, the sitemaps, and the robots tags and canonical addresses of pages. */
import { SELF } from "cloudflare:test";
import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { alternatesOf, pageHref, PAGES, UNINDEXED_PAGES } from "#shared/site/routes.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { createSitemaps, RECORD_SITEMAP_ROUTE } from "#worker/gateway/search/sitemap.ts";
import { createOriginOf } from "#worker/gateway/site-address.ts";
import { startTimer, type StartTimer } from "#worker/gateway/timer.ts";
import { overAtOnce } from "#tests/worker/gateway/proxy/virtual-time.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";

const ORIGIN = "https://tidemark.example";

function get(path: string): Promise<Response> {
  return SELF.fetch(new Request(ORIGIN + path, { redirect: "manual" }));
}

async function xml(path: string): Promise<string> {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  return response.text();
}

const locations = (text: string) =>
  Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), (match) => match[1] ?? "");

/** Language and address of each alternative, by the address it stands under. */
function alternatives(text: string): Map<string, [string, string][]> {
  return new Map(
    Array.from(text.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g), ([, location = "", rest = ""]) => [
      location,
      Array.from(
        rest.matchAll(/<xhtml:link rel="alternate" hreflang="([^"]+)" href="([^"]+)"\/>/g),
        ([, language = "", href = ""]) => [language, href] as [string, string],
      ),
    ]),
  );
}

/** Sitemaps over an upstream of the test's own; `asked` are the calls it was asked. */
function sitemapsOver(answer: (path: string) => Response, start: StartTimer = startTimer) {
  const asked: string[] = [];
  const app = new Hono<GatewayEnv>();
  const sitemaps = createSitemaps({
    fetchApi: async (_c, path) => {
      asked.push(path);
      return answer(path);
    },
    absentParts: [],
    startTimer: start,
    originOf: createOriginOf(null),
  });
  app.get("/sitemap.xml", sitemaps.index);
  app.get(RECORD_SITEMAP_ROUTE, sitemaps.record);
  return { asked, get: async (path: string) => app.request(ORIGIN + path) };
}

const headAt = (seq: number) => Response.json({ seq, at: null, hash: "0".repeat(64) });

it("robots.txt allows everything except data, and names the sitemap", async () => {
  const response = await get("/robots.txt");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(await response.text()).toBe(
    [
      "User-agent: *",
      "Allow: /",
      "Allow: /api/feeds/",
      "Disallow: /api/",
      "Disallow: /builds/",
      "Disallow: /*/_payload.json",
      "Disallow: /language",
      "",
      `Sitemap: ${ORIGIN}/sitemap.xml`,
      "",
    ].join("\n"),
  );
});

describe("the sitemap of the pages", () => {
  it("lists every public page in every language and nothing else", async () => {
    const expected = PAGES.filter((page) => !UNINDEXED_PAGES.has(page)).flatMap((page) =>
      LANGUAGES.map((language) => ORIGIN + pageHref(language, page)),
    );
    const named = locations(await xml("/sitemap-pages.xml"));
    expect(named.toSorted()).toEqual(expected.toSorted());
  });

  it("lists the same alternatives as each page's own document, and all of them exist", async () => {
    const byLocation = alternatives(await xml("/sitemap-pages.xml"));
    for (const [location, links] of byLocation) {
      const path = location.slice(ORIGIN.length);
      if (path !== "/en" && !path.startsWith("/de/")) continue;
      const response = await get(path);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.has("X-Robots-Tag")).toBe(false);
      expect(html).toContain(`<link rel="canonical" href="${location}"/>`);
      const inDocument = Array.from(
        html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g),
        ([, language, href]) => [language, href],
      );
      expect(inDocument).toEqual(links);
      expect(links).toEqual(alternatesOf(path).map(({ hrefLang, path }) => [hrefLang, ORIGIN + path]));
    }
    for (const [, href] of byLocation.get(`${ORIGIN}/de/about`) ?? []) {
      expect([200, 302]).toContain((await get(href.slice(ORIGIN.length))).status);
    }
  });
});

describe("the sitemaps of the record", () => {
  const record = createRecord();
  let settledAt: string;
  const ids = { settled: "", won: "", open: "" };

  beforeAll(async () => {
    await addTrader(record.deps, { handle: "north-light", name: "North Light" });
    ids.settled = await publishAndSettle(record, signalBy("north-light", record), "lost");
    settledAt = new Date(record.clock.ms).toISOString();
    ids.won = await publishAndSettle(record, signalBy("north-light", record), "won");
    ids.open = (await publishSignal(record.deps, signalBy("north-light", record))).id;
  });

  it("are listed in the index up to the end of the ledger", async () => {
    expect(locations(await xml("/sitemap.xml"))).toEqual([
      `${ORIGIN}/sitemap-pages.xml`,
      `${ORIGIN}/sitemap-record-1.xml`,
    ]);
  });

  it("list every trader and signal in every language, with lastmod once a signal is final", async () => {
    const text = await xml("/sitemap-record-1.xml");
    const expected = [
      `traders/north-light`,
      `signal/${ids.settled}`,
      `signal/${ids.won}`,
      `signal/${ids.open}`,
    ].flatMap((path) => LANGUAGES.map((language) => `${ORIGIN}/${language}/${path}`));
    expect(locations(text).toSorted()).toEqual(expected.toSorted());
    expect(text).toContain(`<loc>${ORIGIN}/de/signal/${ids.settled}</loc><lastmod>${settledAt}</lastmod>`);
    // What can be corrected may change once more.
    expect(text).toContain(`<loc>${ORIGIN}/de/signal/${ids.won}</loc><xhtml:link`);
    expect(text).toContain(`<loc>${ORIGIN}/de/signal/${ids.open}</loc><xhtml:link`);
    for (const location of locations(text)) {
      const response = await get(location.slice(ORIGIN.length));
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(`<link rel="canonical" href="${location}"/>`);
    }
  });

  it.each([
    "/sitemap-record-2.xml",
    "/sitemap-record-999999999.xml",
    "/sitemap-record-0.xml",
    "/sitemap-x.xml",
  ])("end with the ledger: %s is a 404", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
  });

  it("cost one call for a thousand entries, however long the ledger is", async () => {
    const site = sitemapsOver((path) =>
      path === "/api/ledger/head/" ? headAt(2_000_001) : Response.json({ results: [], next: null }),
    );
    const index = await (await site.get("/sitemap.xml")).text();
    expect(locations(index)).toHaveLength(1 + 2_001);
    expect(locations(index).at(-1)).toBe(`${ORIGIN}/sitemap-record-2001.xml`);
    await site.get("/sitemap-record-2001.xml");
    expect(site.asked).toEqual(["/api/ledger/head/", "/api/ledger/?after=2000000&limit=1000"]);
  });

  it("are limited to the newest 50,000, as many as an index may list", async () => {
    const site = sitemapsOver(() => headAt(60_000_000));
    const named = locations(await (await site.get("/sitemap.xml")).text());
    expect(named).toHaveLength(50_000);
    expect(named.at(-1)).toBe(`${ORIGIN}/sitemap-record-60000.xml`);
  });

  it("are omitted if an operator's own backend has no ledger", async () => {
    const site = sitemapsOver(() =>
      Response.json({ detail: "Not found.", code: "not_found" }, { status: 404 }),
    );
    expect(locations(await (await site.get("/sitemap.xml")).text())).toEqual([`${ORIGIN}/sitemap-pages.xml`]);
    expect((await site.get("/sitemap-record-1.xml")).status).toBe(404);
  });

  it.each([
    ["answers 502", () => Response.json({}, { status: 502 })],
    ["answers what is no ledger", () => Response.json({ seq: "many" })],
    ["answers HTML", () => new Response("<h1>Login</h1>")],
  ])("are a 503 with Retry-After if the upstream %s", async (_case, answer) => {
    for (const path of ["/sitemap.xml", "/sitemap-record-1.xml"]) {
      const response = await sitemapsOver(answer).get(path);
      expect(response.status).toBe(503);
      expect(response.headers.get("Retry-After")).toBe("300");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  it("are a 503 if the upstream stalls in the middle of its response", async () => {
    const waits: number[] = [];
    const stalling = () => new Response(new ReadableStream());
    const site = sitemapsOver(stalling, overAtOnce(waits));
    for (const path of ["/sitemap.xml", "/sitemap-record-1.xml"]) {
      const response = await site.get(path);
      expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "300"]);
    }
    expect(waits).toEqual([PAGE_DATA_DEADLINE_MS, PAGE_DATA_DEADLINE_MS]);
  });

  it("escape names from the upstream", async () => {
    const at = "2026-03-01T00:00:00.000Z";
    const link = { seq: 1, at, clock_at: at, prev_hash: "0".repeat(64), hash: "1".repeat(64) };
    const joined = { ...link, signal_id: null, kind: "trader_joined", payload: { trader: `"<&'/../x` } };
    const site = sitemapsOver(() => Response.json({ results: [joined], next: null }));
    const text = await (await site.get("/sitemap-record-1.xml")).text();
    expect(locations(text)[0]).toBe(`${ORIGIN}/en/traders/%22%3C%26&apos;%2F..%2Fx`);
  });
});

describe("addresses that search engines must not index", () => {
  it.each(["/api/signals/", "/api/feeds/de/signals.atom", "/de/signal/_payload.json", "/assets/none.js"])(
    "include the data or missing file at %s, by header",
    async (path) => {
      expect((await get(path)).headers.get("X-Robots-Tag")).toBe("noindex");
    },
  );

  it.each(["/de/signal?outcome=won&cursor=5", "/de/traders?sort=-net", "/de/about?utm_source=x"])(
    "include %s, whose canonical address has no query",
    async (path) => {
      const html = await (await get(path)).text();
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path.split("?")[0]}"/>`);
      expect(html).not.toContain(`href="${ORIGIN}${path.replaceAll("&", "&amp;")}"`);
    },
  );
});
