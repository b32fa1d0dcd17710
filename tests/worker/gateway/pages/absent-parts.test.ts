/** How the site detects which parts of the API a backend lacks, and how often it asks. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { SITE_PARTS, type SitePart } from "#shared/site-parts.ts";
import { asksForPart, testGateway } from "../test-gateway.ts";

const ALL = Object.keys(SITE_PARTS) as SitePart[];

/** A backend with these parts; `status` is what it answers where it is not itself, `clock.nowMs` the time. */
function siteWith(parts: readonly SitePart[]) {
  const backend = { parts, status: null as number | null };
  const clock = { nowMs: Date.now() };
  const asked: string[] = [];
  const { gateway } = testGateway({
    now: () => clock.nowMs,
    upstream: {
      baseUrl: "https://upstream.invalid",
      async fetch(input) {
        const { pathname } = new URL(input);
        const part = ALL.find((name) => SITE_PARTS[name].split("?")[0] === pathname);
        if (part && asksForPart(input)) asked.push(part);
        if (backend.status !== null) return new Response("", { status: backend.status });
        return part && backend.parts.includes(part)
          ? Response.json({ results: [], next: null })
          : new Response("<h1>Not Found</h1>", { status: 404 });
      },
    },
  });
  async function read(path: string): Promise<string> {
    const context = createExecutionContext();
    const response = await gateway.fetch(new Request(`https://site.example${path}`), env, context);
    const text = await response.text();
    await waitOnExecutionContext(context);
    return text;
  }
  return { read, asked, backend, clock };
}

const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a[^>]* href="\/[a-z]{2}(\/[a-z-]+)?[^"]*"/g), ([, page = "/"]) => page);

describe("a backend that has sign-in and nothing else", () => {
  const pages = [
    "",
    "/about",
    "/terms",
    "/privacy-policy",
    "/cookie-policy",
    "/login",
    "/nowhere",
    "/signal",
  ];
  it.each(LANGUAGES.flatMap((language) => pages.map((page) => `/${language}${page}`)))(
    "%s has no links to missing parts",
    async (path) => {
      const links = linksIn(await siteWith([]).read(path));
      for (const page of ["/signal", "/traders", "/instruction"]) expect(links).not.toContain(page);
      expect(links).toContain("/about");
      expect(links).toContain("/login");
    },
  );

  it.each(LANGUAGES)("/%s has the brand as its heading, and no cards of the record", async (language) => {
    const html = await siteWith([]).read(`/${language}`);
    expect(html).toContain("<h1>Tidemark</h1>");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('<ul class="cards">');
  });

  it("the sitemap and the manifest have only existing pages", async () => {
    const site = siteWith([]);
    const sitemap = await site.read("/sitemap-pages.xml");
    for (const page of ["signal", "traders", "instruction"]) expect(sitemap).not.toContain(`/${page}<`);
    expect(sitemap).toContain("/de/about<");
    const manifest: unknown = JSON.parse(await site.read("/manifest.webmanifest"));
    expect(manifest).toMatchObject({ shortcuts: [] });
  });
});

describe("a backend", () => {
  it("without traders has no links to traders, but all links to signals", async () => {
    const site = siteWith(ALL.filter((part) => part !== "traders"));
    const links = linksIn(await site.read("/en"));
    expect(links).toContain("/signal");
    expect(links).toContain("/instruction");
    expect(links).not.toContain("/traders");
    const sitemap = await site.read("/sitemap-pages.xml");
    expect([sitemap.includes("/en/signal<"), sitemap.includes("/en/traders<")]).toEqual([true, false]);
  });

  it("without signals has a home page that links to traders", async () => {
    const links = linksIn(await siteWith(["traders"]).read("/en"));
    expect(links).toContain("/traders");
    expect(links).not.toContain("/signal");
  });

  it.each([
    ["csv", "/api/signals/export.csv/"],
    ["ledgerExport", "/api/ledger/export.ndjson/"],
    ["feeds", "/api/feeds/en/signals.json/"],
  ] as const)("without %s has no link to %s", async (part, href) => {
    const offers = async (parts: readonly SitePart[]) =>
      (await siteWith(parts).read("/en/signal")).includes(`href="${href}"`);
    expect(await offers(ALL)).toBe(true);
    expect(await offers(ALL.filter((one) => one !== part))).toBe(false);
  });

  it("without a ledger has no links to check it", async () => {
    const site = siteWith(["signal", "traders"]);
    expect(await site.read("/en/signal")).not.toContain('class="ledger-check"');
    expect(await site.read("/en/about")).not.toContain('id="ledger"');
    expect(await site.read("/en/instruction")).not.toContain('id="verify"');
  });

  it("that lacks nothing has all links", async () => {
    const links = linksIn(await siteWith(ALL).read("/en"));
    for (const page of ["/signal", "/traders", "/instruction", "/about"]) expect(links).toContain(page);
  });
});

describe("the parts of a backend", () => {
  it("are asked for once for all pages, and again after five minutes", async () => {
    const site = siteWith([]);
    for (const path of ["/en", "/de/about", "/fr/terms", "/sitemap-pages.xml"]) await site.read(path);
    expect(site.asked.toSorted()).toEqual(ALL.toSorted());
    site.backend.parts = ALL;
    site.clock.nowMs += 5 * 60_000;
    // The reader who comes then does not wait.
    expect(linksIn(await site.read("/en/terms"))).not.toContain("/signal");
    site.clock.nowMs += 3_000;
    expect(linksIn(await site.read("/en/terms"))).toContain("/signal");
    expect(site.asked).toHaveLength(2 * ALL.length);
  });

  it("are taken to exist while the backend is unreachable, which costs one call, until it answers", async () => {
    const site = siteWith([]);
    site.backend.status = 501;
    for (const path of ["/en/terms", "/en/about", "/de/terms"])
      expect(linksIn(await site.read(path))).toContain("/signal");
    expect(site.asked).toEqual(["signal"]);
    site.backend.status = null;
    site.clock.nowMs += 11_000;
    await site.read("/en/terms");
    site.clock.nowMs += 3_000;
    expect(linksIn(await site.read("/en/terms"))).not.toContain("/signal");
  });

  it("are never asked for with the embedded API", async () => {
    const asked: string[] = [];
    const { ask } = testGateway({
      upstream: {
        baseUrl: "https://upstream.invalid",
        isEmbedded: true,
        async fetch(input) {
          asked.push(String(input));
          return new Response("", { status: 404 });
        },
      },
    });
    const html = await (await ask("/en")).text();
    expect(html).not.toContain("absentParts");
    expect(linksIn(html)).toContain("/signal");
    await (await ask("/sitemap-pages.xml")).text();
    expect(asked.filter(asksForPart)).toEqual([]);
  });
});
