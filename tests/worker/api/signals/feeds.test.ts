import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { addSomeTrader, createRecord, signalBy } from "./record.ts";

const record = createRecord();
const JsonFeed = v.object({
  version: v.string(),
  language: v.string(),
  items: v.array(v.object({ id: v.string(), url: v.string(), title: v.string(), content_text: v.string() })),
});

beforeAll(async () => {
  await addTrader(record.deps, { handle: "mark-up", name: "<b>Mark & Up</b>\u0007" });
  const { id } = await publishSignal(record.deps, signalBy("mark-up", record));
  await voidSignal(record.deps, id, 'The price "source" was <down>');
  const other = await addSomeTrader(record);
  for (let index = 0; index < 51; index += 1) await publishSignal(record.deps, signalBy(other, record));
});

describe("JSON Feed", () => {
  it.each(LANGUAGES)("speaks %s and links to the signal's own page in that language", async (language) => {
    const response = await record.ask(`/api/feeds/${language}/signals.json?trader=mark-up`);
    expect(response.headers.get("Content-Type")).toBe("application/feed+json; charset=utf-8");
    expect(response.headers.get("Content-Language")).toBe(language);
    const feed = v.parse(JsonFeed, JSON.parse(new TextDecoder().decode(await response.arrayBuffer())));
    expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
    expect(feed.language.startsWith(`${language}-`)).toBe(true);
    expect(feed.items).toHaveLength(1);
    expect(feed.items[0]?.url).toMatch(
      new RegExp(`^https://tidemark\\.test/${language}/signal/[0-9a-f]{20}$`),
    );
    const voided = { en: "void", de: "ungültig", fr: "annulé", it: "annullato", es: "anulada" };
    expect(feed.items[0]?.title).toContain(voided[language]);
    expect(feed.items[0]?.content_text).toContain("UTC");
  });

  it("has the newest 50", async () => {
    const response = await record.ask("/api/feeds/en/signals.json");
    const feed = v.parse(JsonFeed, JSON.parse(new TextDecoder().decode(await response.arrayBuffer())));
    expect(feed.items).toHaveLength(50);
  });
});

describe("Atom", () => {
  it("carries names and reasons as text, never as markup", async () => {
    const response = await record.ask("/api/feeds/en/signals.atom?trader=mark-up&asset=EUR/USD");
    expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    const xml = new TextDecoder().decode(await response.arrayBuffer());
    expect(xml).toContain("<name>&lt;b&gt;Mark &amp; Up&lt;/b&gt;</name>");
    expect(xml).toContain("The price &quot;source&quot; was &lt;down&gt;");
    expect(xml).toContain(
      'href="https://tidemark.test/api/feeds/en/signals.atom?trader=mark-up&amp;asset=EUR/USD"',
    );
    expect(xml).toMatch(/<feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xml:lang="en-US">\n<id>/);
    expect(xml.match(/<entry>/g)).toHaveLength(1);
  });
});

describe("a feed", () => {
  it("links to the site its reader is on, not to where the gateway finds the API", async () => {
    const headers = { "X-Forwarded-Host": "signals.example", "X-Forwarded-Proto": "https" };
    const response = await record.ask("/api/feeds/it/signals.atom?trader=mark-up", { headers });
    const links = [...new TextDecoder().decode(await response.arrayBuffer()).matchAll(/href="([^"]+)"/g)];
    expect(links.map(([, href]) => href)).toEqual([
      "https://signals.example/api/feeds/it/signals.atom?trader=mark-up",
      "https://signals.example/it/signal",
      expect.stringMatching(/^https:\/\/signals\.example\/it\/signal\/[0-9a-f]{20}$/),
    ]);
  });

  it("is not there in a language the site does not speak", async () => {
    expect((await record.ask("/api/feeds/nl/signals.atom")).status).toBe(404);
  });

  it("names the field of a bad query", async () => {
    const response = await record.ask("/api/feeds/en/signals.atom?outcome=won");
    expect(await response.json()).toMatchObject({
      detail: '"outcome": is not a parameter of this list.',
      code: "invalid_query",
    });
  });
});
