import * as v from "valibot";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Language, LANGUAGES } from "#shared/site/languages.ts";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { atomFeed, jsonFeed } from "#worker/api/signals/feeds.ts";
import { publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { addSomeTrader, createRecord, MINUTE_MS, quoteAt, signalBy } from "./record.ts";

const record = createRecord();
const JsonFeed = v.object({
  title: v.string(),
  home_page_url: v.string(),
  items: v.array(
    v.object({ id: v.string(), title: v.string(), content_text: v.string(), tags: v.array(v.string()) }),
  ),
});

/** `text()` warns about types that do not begin with `text/`. */
async function textOf(path: string, init?: RequestInit) {
  return new TextDecoder().decode(await (await record.ask(path, init)).arrayBuffer());
}

const readJsonFeed = async (query: string) =>
  v.parse(JsonFeed, JSON.parse(await textOf(`/api/feeds/en/signals.json?${query}`)));

beforeAll(async () => {
  await addTrader(record.deps, { handle: "mark-up", name: "<b>Mark & Up</b>\u0007" });
  const { id } = await publishSignal(record.deps, signalBy("mark-up", record));
  await voidSignal(record.deps, id, 'The price "source" was <down>');
  const other = await addSomeTrader(record);
  for (let index = 0; index < 51; index += 1) await publishSignal(record.deps, signalBy(other, record));
});

describe("a feed", () => {
  it.each([
    ["atom", "application/atom+xml"],
    ["json", "application/feed+json"],
  ])("of the format %s has the type %s, its language, and at most 50 signals", async (format, type) => {
    const response = await record.ask(`/api/feeds/it/signals.${format}`);
    expect(response.headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get("Content-Language")).toBe("it");
    const text = new TextDecoder().decode(await response.arrayBuffer());
    expect(text.match(/<entry>|"content_text"/g)).toHaveLength(50);
  });

  it("escapes names and reasons as text", async () => {
    const xml = await textOf("/api/feeds/en/signals.atom?trader=mark-up&asset=EUR/USD");
    expect(xml).toContain("<name>&lt;b&gt;Mark &amp; Up&lt;/b&gt;</name>");
    expect(xml).toContain("The price &quot;source&quot; was &lt;down&gt;");
  });

  it.each([
    ["M&M", "M%26M", "M&amp;M"],
    ["ES1!", "ES1%21", "ES1!"],
  ])("for %s is found by the asset's name and is well-formed", async (asset, inQuery, inXml) => {
    await publishSignal(record.deps, signalBy(await addSomeTrader(record), record, { asset }));
    const xml = await textOf(`/api/feeds/en/signals.atom?asset=${inQuery}`);
    expect(xml).toContain(`<title>${inXml} up – open</title>`);
    expect(xml).toContain(`href="https://tidemark.test/api/feeds/en/signals.atom?asset=${inQuery}"`);
    expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot);)/);
    const { items } = await readJsonFeed(`asset=${inQuery}`);
    expect(items).toMatchObject([{ title: `${asset} up – open`, tags: [asset, "open"] }]);
  });

  it("links to the public site, not to the API's internal address", async () => {
    const headers = { "X-Forwarded-Host": "signals.example", "X-Forwarded-Proto": "https" };
    const xml = await textOf("/api/feeds/it/signals.atom?trader=mark-up&asset=EUR/USD", { headers });
    expect([...xml.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      "https://signals.example/api/feeds/it/signals.atom?trader=mark-up&amp;asset=EUR/USD",
      "https://signals.example/it/signal?trader=mark-up&amp;asset=EUR/USD",
      expect.stringMatching(/^https:\/\/signals\.example\/it\/signal\/[0-9a-f]{20}$/),
    ]);
  });

  it("has the signals that the list has under the same filters, and is named after them", async () => {
    const trader = await addSomeTrader(record);
    for (const direction of ["up", "down", "up"] as const) {
      await publishSignal(record.deps, signalBy(trader, record, { asset: "AUD/NZD", direction }));
    }
    const filters = `trader=${trader}&asset=aud&direction=up&outcome=open&late=false&from=2020-01-01`;
    const { results } = await record.read(SignalPage, `/api/signals/?${filters}`);
    const feed = await readJsonFeed(filters);
    expect(results).toHaveLength(2);
    expect(feed.items.map(({ id }) => id)).toEqual(results.map(({ id }) => `urn:tidemark:signal:${id}`));
    expect(feed.title).toBe(`Name of ${trader}, aud, up, open – Signals on the record`);
    expect(feed.home_page_url).toBe(`https://tidemark.test/en/signal?${filters}`);
  });

  it("is a 404 in a language that the site does not have", async () => {
    expect((await record.ask("/api/feeds/nl/signals.atom")).status).toBe(404);
  });

  it("names an unknown parameter in the error", async () => {
    const response = await record.ask("/api/feeds/en/signals.atom?cursor=9");
    expect(await response.json()).toMatchObject({ cursor: [expect.any(String)], code: "invalid_query" });
  });
});

describe.each(["signals.atom", "signals.json"])("a conditional request for %s", (file) => {
  const path = `/api/feeds/en/${file}?trader=mark-up`;
  const ask = (headers: Record<string, string> = {}, query = "") => record.ask(path + query, { headers });
  const statusAfter = async (headers: Record<string, string>) => {
    const response = await ask(headers);
    return [response.status, (await response.arrayBuffer()).byteLength > 0];
  };

  it("returns changes, and otherwise 304", async () => {
    const first = await ask();
    await first.arrayBuffer();
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^W\/"[0-9a-f]{40}"$/);
    const same = await ask({ "If-None-Match": `"other", ${tag}` });
    expect([same.status, same.headers.get("ETag"), same.body]).toEqual([304, tag, null]);
    await publishSignal(record.deps, signalBy("mark-up", record));
    expect(await statusAfter({ "If-None-Match": tag })).toEqual([200, true]);
  });

  it("can use Last-Modified, which is left out for a second after a change", async () => {
    record.clock.ms += MINUTE_MS;
    const changedAt = new Date(record.clock.ms).toUTCString();
    await publishSignal(record.deps, signalBy("mark-up", record));
    record.clock.ms += 999;
    const now = await ask();
    await now.arrayBuffer();
    expect(now.headers.get("Last-Modified")).toBeNull();
    record.clock.ms += 1;
    const later = await ask({ "If-Modified-Since": changedAt });
    expect([later.status, later.headers.get("Last-Modified"), later.body]).toEqual([304, changedAt, null]);
    expect(later.headers.get("ETag")).toMatch(/^W/);
    const before = new Date(Date.parse(changedAt) - 1_000).toUTCString();
    expect(await statusAfter({ "If-Modified-Since": before })).toEqual([200, true]);
    expect(await statusAfter({ "If-Modified-Since": "yesterday" })).toEqual([200, true]);
    // The entity tag alone decides (RFC 9110 section 13.2.2).
    const both = { "If-Modified-Since": changedAt, "If-None-Match": '"other"' };
    expect(await statusAfter(both)).toEqual([200, true]);
  });

  it("may have additional parameters, which are ignored", async () => {
    const own = await ask({}, "&utm_source=a&utm_source=b&fbclid=%00");
    const plain = await ask();
    expect([own.status, own.headers.get("ETag")]).toEqual([200, plain.headers.get("ETag")]);
    expect(await own.text()).toBe(await plain.text());
  });
});

describe("a signal in a feed", () => {
  const open = someSignal({
    id: "00000000000000000002",
    published_at: "2026-03-01T12:02:00.000Z",
    entry_at: "2026-03-01T12:03:00.000Z",
    expires_at: "2026-03-01T12:08:00.000Z",
    payout: 0.8525,
    published_seq: 2,
  });
  const voided: Signal = {
    ...open,
    id: "00000000000000000001",
    published_at: "2026-03-01T12:00:00.000Z",
    entry_at: "2026-03-01T11:59:00.000Z",
    expires_at: "2026-03-01T12:04:00.000Z",
    outcome: "void",
    is_late: true,
    settled_at: "2026-03-01T12:05:00.000Z",
    void_reason: "No price.\uFFFE",
  };
  const site = "https://tidemark.test";
  /** What a feed of each format is made of. */
  const feedOf = (language: Language, format: string, signals: readonly Signal[]) => ({
    language,
    url: `${site}/api/feeds/${language}/signals.${format}`,
    filters: {},
    signals,
  });

  it("has its last change and all its facts in Atom", () => {
    const atom = atomFeed(feedOf("en", "atom", [open, voided]));
    expect(atom.replaceAll("\u202f", " ").split("\n").slice(1, 10)).toEqual([
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
      `<id>${site}/api/feeds/en/signals.atom</id><title>Signals on the record</title>` +
        "<subtitle>Past results are not a reliable indicator of future ones.</subtitle>",
      "<updated>2026-03-01T12:05:00.000Z</updated>",
      `<link rel="self" type="application/atom+xml" href="${site}/api/feeds/en/signals.atom"/>`,
      `<link rel="alternate" type="text/html" href="${site}/en/signal"/>`,
      "<entry><id>urn:tidemark:signal:00000000000000000002</id><title>EUR/USD up – open</title>" +
        "<published>2026-03-01T12:02:00.000Z</published><updated>2026-03-01T12:02:00.000Z</updated>" +
        "<author><name>North Light</name></author>" +
        `<link rel="alternate" type="text/html" href="${site}/en/signal/00000000000000000002"/>` +
        '<content type="text">Trader: North Light',
      "Entry: Mar 1, 2026, 12:03:00 PM UTC",
      "Expiry: Mar 1, 2026, 12:08:00 PM UTC",
      "Payout: 85.25%</content></entry>",
    ]);
    expect(atom).toContain("<updated>2026-03-01T12:05:00.000Z</updated><author>");
    expect(atom).toContain("Reason: No price.\npublished late, never counts as a win</content></entry>");
  });

  it("has the time of its correction, the previous outcome and the reason", () => {
    const correction = {
      from: "won",
      at: "2026-03-02T08:00:00.000Z",
      reason: "Price misread.",
      seq: 9,
    } as const;
    const signal: Signal = {
      ...open,
      outcome: "lost",
      settled_at: "2026-03-01T12:09:00.000Z",
      is_otc: true,
      confidence: 72,
      correction,
    };
    const atom = atomFeed(feedOf("de", "atom", [signal, open]));
    expect(atom.split("\n")[3]).toBe(`<updated>${correction.at}</updated>`);
    expect(atom).toContain("<title>EUR/USD steigend – verloren</title>");
    expect(atom).toContain(
      "Genannte Wahrscheinlichkeit: 72 %\nErgebnis vorher: gewonnen\nGrund: Price misread.\nOTC-Kurs, gesondert gezählt</content>",
    );
  });

  it("has the prices that settled it, the evidence of staff, or a note that there was no price", () => {
    const settled = { settled_at: "2026-03-01T12:09:00.000Z", settled_seq: 9 };
    const quote = (price: string) => quoteAt(open.entry_at, price);
    const prices = [
      { address: "a.test", source: "<A>", entry: quote("1.0851"), expiry: quote("1.0850") },
      { address: "b.test", source: "B", entry: quote("1.08"), expiry: quote("1.07") },
    ];
    const gap = prices.map((ofSource) => ({ ...ofSource, entry: null }));
    const evidence = { price: "1.09", at: open.expires_at, where: "a chart" };
    const textsOf = (language: Language, ...changes: readonly Partial<Signal>[]) => {
      const signals = changes.map((one) => Object.assign({}, open, settled, one));
      const feed = jsonFeed(feedOf(language, "json", signals));
      return v.parse(JsonFeed, feed).items.map(({ content_text: text }) => text.split("\n").slice(4));
    };
    const kinds: Partial<Signal>[] = [
      { outcome: "lost", settled_by: "prices", prices, stated_price: "1.085" },
      { outcome: "won", settled_by: "hand", evidence },
      { outcome: "void", settled_by: "prices", prices: gap },
      { outcome: "void", settled_by: "deadline" },
      { outcome: "void", settled_by: "hand", void_reason: "No price." },
      { outcome: "won", settled_by: null },
    ];
    expect(textsOf("en", ...kinds)).toEqual([
      [
        "Price stated by the trader: 1.085",
        `Price at entry: 1.0851 (Mar 1, 2026, 12:03:00 PM UTC, <A>, SHA-256 ${"1".repeat(64)})`,
        `Price at expiry: 1.0850 (Mar 1, 2026, 12:03:00 PM UTC, <A>, SHA-256 ${"0".repeat(64)})`,
        `Price at entry: 1.08 (Mar 1, 2026, 12:03:00 PM UTC, B, SHA-256 ${"8".repeat(64)})`,
        `Price at expiry: 1.07 (Mar 1, 2026, 12:03:00 PM UTC, B, SHA-256 ${"7".repeat(64)})`,
      ],
      ["Price given by staff: 1.09 (Mar 1, 2026, 12:08:00 PM UTC, a chart)", "settled by hand"],
      ["void for lack of a price, in no rate"],
      ["void for lack of a price, in no rate"],
      ["Reason: No price."],
      [],
    ]);
    for (const language of LANGUAGES) expect(new Set(textsOf(language, ...kinds).flat()).size).toBe(9);
  });

  it("has the same facts in JSON Feed", () => {
    expect(jsonFeed(feedOf("fr", "json", [voided]))).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Les signaux du registre",
      description: "Les résultats passés ne préjugent pas des résultats futurs.",
      language: "fr-FR",
      home_page_url: `${site}/fr/signal`,
      feed_url: `${site}/api/feeds/fr/signals.json`,
      items: [
        {
          id: "urn:tidemark:signal:00000000000000000001",
          url: `${site}/fr/signal/00000000000000000001`,
          title: "EUR/USD à la hausse – invalidé",
          content_text: expect.stringMatching(
            /^Trader\u202F: North Light\nEntrée\u202F: 1 mars 2026, 11:59:00 UTC\nÉchéance\u202F: 1 mars 2026, 12:04:00 UTC\nRendement\u202F: 85,25\s%\nMotif\u202F: No price\.\uFFFE\npublié en retard, ne compte jamais comme gagné$/u,
          ),
          date_published: "2026-03-01T12:00:00.000Z",
          date_modified: "2026-03-01T12:05:00.000Z",
          authors: [{ name: "North Light" }],
          tags: ["EUR/USD", "void"],
        },
      ],
    });
  });

  it("is formatted with one formatter of each kind, however many signals there are", () => {
    const made = [vi.spyOn(Intl, "DateTimeFormat"), vi.spyOn(Intl, "NumberFormat")];
    onTestFinished(() => void vi.restoreAllMocks());
    const many = Array.from({ length: 50 }, () => open);
    atomFeed(feedOf("de", "atom", many));
    expect(made.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    jsonFeed(feedOf("it", "json", many));
    expect(made.map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it("may be missing, and the feed still has a date", () => {
    expect(atomFeed(feedOf("en", "atom", []))).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
  });
});
