/** Documents for a crawler without JavaScript, compared with those for a browser. */
import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type Language } from "#shared/site/languages.ts";
import { commonTexts } from "#tests/worker/common-texts.ts";
import { pageHref, PAGES, UNINDEXED_PAGES } from "#shared/site/routes.ts";
import { createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { addTrader } from "#worker/api/traders/index.ts";

const ORIGIN = "https://tidemark.example";
const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const record = createRecord();
const things: string[] = [];

beforeAll(async () => {
  await addTrader(record.deps, { handle: "north-light", name: "North Light" });
  const id = await publishAndSettle(record, signalBy("north-light", record), "lost");
  things.push("/traders/north-light", `/signal/${id}`);
});

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await SELF.fetch(new Request(ORIGIN + path, { headers }));
  const html = await response.text();
  return { response, html };
}

/** Text of the body in document order, as a reader without script comes upon it. */
function textOf(html: string): string {
  return html
    .slice(html.indexOf("<body"))
    .replaceAll(/<script[\s\S]*?<\/script>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
}

const language: Language = "fr";
const publicPages = PAGES.filter((page) => !UNINDEXED_PAGES.has(page));

describe("a crawler's document", () => {
  it.each(publicPages)(
    "of %s has all text in reading order, with nothing hidden for a script to move",
    async (page) => {
      const { response, html } = await read(pageHref(language, page), { "User-Agent": CRAWLER });
      expect(response.status).toBe(200);
      expect(html.trimEnd().endsWith("</html>")).toBe(true);
      expect(html).not.toMatch(/<template|<div hidden|\$R[CXST]\(/);
      const heading = html.indexOf("<h1");
      const { riskWarning, footer } = await commonTexts(language);
      expect(textOf(html.slice(0, heading))).toContain(riskWarning.short);
      expect(textOf(`<body>${html.slice(heading)}`)).toContain(footer.terms);
    },
  );

  it("has the trader's name on the pages of a trader and of a signal, with nothing hidden for a script", async () => {
    for (const path of things) {
      const { html } = await read(`/de${path}`, { "User-Agent": CRAWLER });
      expect(textOf(html)).toContain("North Light");
      expect(html).not.toMatch(/<template|<div hidden/);
    }
  });

  it("is the same as a browser's", async () => {
    for (const path of ["/de/about", "/it/terms"]) {
      const [ours, theirs] = [await read(path), await read(path, { "User-Agent": CRAWLER })];
      expect(theirs.html).toBe(ours.html);
      expect(theirs.response.headers.get("ETag")).toBe(ours.response.headers.get("ETag"));
    }
  });

  it("has one block of structured data and a preview image on every page", async () => {
    for (const path of [
      ...publicPages.map((page) => pageHref(language, page)),
      ...things.map((thing) => `/${language}${thing}`),
    ]) {
      const { html } = await read(path);
      const blocks = html.match(/(?<=<script type="application\/ld\+json">)[^<]*(?=<\/script>)/g) ?? [];
      expect(blocks).toHaveLength(1);
      expect(JSON.parse(blocks[0] ?? "")).toMatchObject({ "@context": "https://schema.org" });
      const head = html.slice(0, html.indexOf("</head>"));
      expect(head).toContain(`<meta property="og:image" content="${ORIGIN}/social/fr.png"/>`);
      expect(head).toContain(`<meta property="og:url" content="${ORIGIN}${path}"/>`);
      expect(head.match(/<link rel="canonical"/g)).toHaveLength(1);
    }
  });

  it("has its title and metadata in the first 4 KB, before the style sheet", async () => {
    const metas = ["og:title", "og:description", "og:url", "og:image", "twitter:card", "description"];
    for (const path of [
      ...publicPages.map((page) => pageHref(language, page)),
      ...things.map((thing) => `/it${thing}`),
    ]) {
      const { html } = await read(path, { "User-Agent": "Slackbot-LinkExpanding 1.0" });
      const beginning = new TextDecoder().decode(new TextEncoder().encode(html).slice(0, 4_096));
      expect(beginning, path).toMatch(/<title>[^<]+<\/title>/);
      expect(beginning, path).toMatch(/<link rel="canonical" href="[^"]+"\/>/);
      for (const name of metas)
        expect(beginning, path).toMatch(new RegExp(`<meta (?:name|property)="${name}" content="[^"]+"/>`));
      expect(html.match(/<style/g), path).toHaveLength(1);
      expect(html.indexOf("<style"), path).toBeGreaterThan(html.indexOf('rel="canonical"'));
      expect(html.indexOf("<style"), path).toBeLessThan(html.indexOf("<body"));
    }
  });

  it("has its title in the first 4 KB even if nothing is found, or the page is for members", async () => {
    for (const path of ["/de/nowhere", "/fr/traders/nobody", "/es/profile", "/it/admin"]) {
      const { html } = await read(path);
      const title = html.search(/<title>[^<]+<\/title>/);
      expect(title, path).toBeGreaterThan(0);
      expect(title, path).toBeLessThan(4_096);
      expect(html.indexOf("<style"), path).toBeGreaterThan(title);
    }
  });
});
