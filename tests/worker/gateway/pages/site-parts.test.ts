/** What of the site an operator's own backend lacks, as API_PARTS says: nothing links there, and the backend is not asked for it. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { isSitePart, SITE_PARTS, type SitePart } from "#shared/site/site-parts.ts";
import worker from "#worker/index.ts";

const ALL = Object.keys(SITE_PARTS).filter(isSitePart);

/** The whole worker with a backend that has these parts besides sign-in, and an empty record. */
function siteWith(parts: readonly SitePart[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(new URL(url).pathname);
    return Response.json({ results: [], next: null });
  });
  const vars = { API_BASE_URL: "https://upstream.invalid", API_PARTS: ["auth", ...parts].join() };
  const own = { ...env, ...vars };
  async function read(path: string): Promise<string> {
    const context = createExecutionContext();
    const request = new Request<unknown, IncomingRequestCfProperties>(`https://site.example${path}`);
    const response = await worker.fetch(request, own, context);
    const text = await response.text();
    await waitOnExecutionContext(context);
    return text;
  }
  return { read, asked };
}
afterEach(() => vi.unstubAllGlobals());

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
      for (const page of ["/signal", "/traders", "/instruction", "/verify"])
        expect(links).not.toContain(page);
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
    for (const page of ["signal", "traders", "instruction", "verify"])
      expect(sitemap).not.toContain(`/${page}<`);
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
    ["csv", "/api/signals/export.csv/?for=excel"],
    ["ledger-export", "/api/ledger/export.ndjson/"],
    ["feeds", "/api/feeds/en/signals.json/"],
  ] as const)("without %s has no link to %s", async (part, href) => {
    const offers = async (parts: readonly SitePart[]) =>
      (await siteWith(parts).read("/en/signal")).includes(`href="${href}"`);
    expect(await offers(ALL)).toBe(true);
    expect(await offers(ALL.filter((one) => one !== part))).toBe(false);
  });

  it("without a ledger has no links to check it", async () => {
    const site = siteWith(["signals", "traders"]);
    expect(await site.read("/en/signal")).not.toContain('class="ledger-check');
    expect(await site.read("/en/about")).not.toContain('id="ledger"');
    expect(await site.read("/en/instruction")).not.toContain('id="verify"');
    expect(linksIn(await site.read("/en/instruction"))).not.toContain("/verify");
  });

  it("that lacks nothing has all links", async () => {
    const site = siteWith(ALL);
    const links = linksIn(await site.read("/en"));
    for (const page of ["/signal", "/traders", "/instruction", "/about"]) expect(links).toContain(page);
    expect(linksIn(await site.read("/en/instruction"))).toContain("/verify");
  });
});

it("a backend is asked for nothing that it lacks", async () => {
  const site = siteWith(["signals"]);
  for (const path of ["/en", "/en/signal", "/en/traders", "/en/traders/x", "/en/about", "/sitemap.xml"])
    await site.read(path);
  expect([...new Set(site.asked)].toSorted()).toEqual(["/api/signals/", "/api/summary/"]);
});

it("the page of a part that the backend lacks says that the site does not offer it", async () => {
  expect(await siteWith(["signals"]).read("/en/traders")).toContain("This site does not offer this.");
});
