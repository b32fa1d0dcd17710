/** What of the site an operator's own backend lacks: nothing links there or promises it, and the backend is not asked for it. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import en from "#shared/locales/en/common.json";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { PAGES, pageHref } from "#shared/site/routes.ts";
import { isSitePart, SITE_PARTS, type SitePart } from "#shared/site/site-parts.ts";
import worker from "#worker/index.ts";
import { testGateway } from "../test-gateway.ts";

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

/** Words that only absent parts need, by language. */
const WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:ledger|signals?|traders?|record|ranking|follow\w*|notifications?|passkeys?|append-only|sessions and)\b/i,
  de: /Register|Signal|Trader\b|Rangliste|\bfolgen|Mitteilung|Passkey/i,
  fr: /\bregistre\b|signa(?:l|ux)\b|\btraders?\b|classement|\bpush\b|passkey/i,
  it: /\bregistro|segnal[ei]\b|\btrader\b|classifica|notific|passkey/i,
  es: /\bregistro\b|señal|\btraders?\b|clasificaci|notificaci|passkey/i,
};

/** As in the texts, in HTML or in a script's JSON. */
const MARK = /(?:<|&lt;|\\u003c)(?:with|without)-/;

/** What a page says to people, search engines and previews: its words, and the texts of its attributes. */
function wordsOf(html: string): string[] {
  const attributes = html.matchAll(/\b(?:content|alt|title|aria-label|placeholder)="([^"]*)"/g);
  const data = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  const shown = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "").split(/<[^>]*>/);
  return [...shown, ...Array.from([...attributes, ...data], ([, text = ""]) => text)];
}

describe("a backend that has sign-in and nothing else", () => {
  it.each(LANGUAGES)("has no page in %s that promises or links to what is missing", async (language) => {
    const { read } = siteWith([]);
    for (const path of [...PAGES.map((page) => pageHref(language, page)), `/${language}/nowhere`]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const html = await read(path);
      expect(html, path).toContain("<h1");
      expect(MARK.exec(html), path).toBeNull();
      expect(
        wordsOf(html).filter((text) => WORDS[language].test(text)),
        path,
      ).toEqual([]);
      const links = linksIn(html);
      for (const page of ["/signal", "/traders", "/instruction", "/verify"])
        expect(links, path).not.toContain(page);
      for (const page of ["/about", "/login"]) expect(links, path).toContain(page);
    }
  });

  it.each(LANGUAGES)("has the brand as heading of /%s, and no cards of the record", async (language) => {
    const html = await siteWith([]).read(`/${language}`);
    expect(html).toContain("<h1>Tidemark</h1>");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('<ul class="cards">');
  });

  it("has only existing pages in the sitemap and the manifest", async () => {
    const site = siteWith([]);
    const sitemap = await site.read("/sitemap-pages.xml");
    for (const page of ["signal", "traders", "instruction", "verify"])
      expect(sitemap).not.toContain(`/${page}<`);
    expect(sitemap).toContain("/de/about<");
    const manifest = await site.read("/manifest.webmanifest");
    expect(manifest).not.toMatch(WORDS.en);
    expect(JSON.parse(manifest)).toMatchObject({ shortcuts: [] });
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

  it("that lacks nothing has all links, and no page shows a mark of the texts", async () => {
    const site = siteWith(ALL);
    const links = linksIn(await site.read("/en"));
    for (const page of ["/signal", "/traders", "/instruction", "/about"]) expect(links).toContain(page);
    expect(linksIn(await site.read("/en/instruction"))).toContain("/verify");
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    for (const page of PAGES) expect(MARK.exec(await site.read(pageHref("en", page))), page).toBeNull();
  });

  it("is asked for nothing that it lacks, and the page of that says so", async () => {
    const site = siteWith(["signals"]);
    expect(await site.read("/en/traders")).toContain("This site does not offer this.");
    for (const path of ["/en", "/en/signal", "/en/traders/x", "/en/about", "/sitemap.xml"])
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await site.read(path);
    expect([...new Set(site.asked)].toSorted()).toEqual(["/api/signals/", "/api/summary/"]);
  });
});

describe("a backend whose answers to the record's calls are 404", () => {
  const { failed, notOffered, loading } = en.states;
  const { ask } = testGateway({
    upstream: {
      baseUrl: "https://upstream.invalid",
      fetch: async () => Response.json({ detail: "Not found.", code: "not_found" }, { status: 404 }),
    },
  });

  async function read(path: string) {
    const response = await ask(path);
    const html = await response.text();
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    return { status: response.status, robots: response.headers.get("X-Robots-Tag"), html, main };
  }

  it.each(["/en/signal", "/en/traders"])(
    "has a page %s that says what the site does not have, and is not indexed",
    async (path) => {
      const { status, robots, html, main } = await read(path);
      expect([status, robots]).toEqual([200, "noindex"]);
      expect(main).toContain(notOffered);
      for (const text of [failed, en.states.retry, "/api/", "<form", 'role="alert"'])
        expect(main).not.toContain(text);
      expect(html).not.toMatch(/application\/atom\+xml|og:image/);
    },
  );

  it.each([
    ["/en", [failed, notOffered, loading]],
    ["/en/about", [failed]],
  ])("has a page %s without an error, which is indexed", async (path, absent) => {
    const { status, robots, main } = await read(path);
    expect([status, robots]).toEqual([200, null]);
    expect(main).toContain("<h1");
    for (const text of absent) expect(main).not.toContain(text);
  });

  it.each(["/en/signal/0192", "/en/traders/nobody"])("has no page %s", async (path) => {
    expect((await read(path)).status).toBe(404);
  });

  it("has payloads that say which data is absent", async () => {
    const response = await ask("/en/traders/_payload.json");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ failed: [], absent: ["/api/traders/"] });
  });
});
