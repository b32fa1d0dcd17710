/** The pages of the record, as a visitor without JavaScript sees them, with a real database. */
import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createRecord,
  DAY_MS,
  MINUTE_MS,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { correctSignal, publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addTrader, renameTrader } from "#worker/api/traders/index.ts";
import { inlineHash } from "#worker/gateway/security-headers.ts";

const ORIGIN = "https://tidemark.example";
const SIGNALS = 30;

const record = createRecord();
const ids = { lost: "", late: "", void: "", open: "" };

/** Pages are kept for a moment, so what is asked for before the record is made is asked for elsewhere. */
const EMPTY_ORIGIN = "https://empty.tidemark.example";

async function get(
  path: string,
  origin = ORIGIN,
): Promise<{ response: Response; html: string; text: string }> {
  const response = await SELF.fetch(new Request(origin + path, { redirect: "manual" }));
  const html = await response.text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const body = main.replaceAll(/<script.*?<\/script>/gs, " ");
  const text = body.replaceAll(/<[^>]*>/g, " ").replaceAll("&amp;", "&");
  return { response, html, text: text.replaceAll(/\s+/g, " ") };
}

/** Scripts and styles that the document brings along. */
const INLINE =
  /<(?:style|script)(?![^>]*(?:application\/(?:ld\+)?json|src=))[^>]*>(.*?)<\/(?:style|script)>/gs;

const rowsOf = (html: string) => html.match(/<tr role="row">/g)?.length ?? 0;

describe("before anything is published", () => {
  it.each(["/en", "/de/signal", "/fr/traders", "/it/about"])("%s works without any rows", async (path) => {
    const { response, html, text } = await get(path, EMPTY_ORIGIN);
    expect(response.status).toBe(200);
    expect(text).not.toMatch(/\b(?:undefined|NaN|null)\b/);
    expect(rowsOf(html)).toBe(0);
  });

  it("an empty list and a filter without matches have different messages", async () => {
    expect((await get("/en/signal", EMPTY_ORIGIN)).text).toContain("No signal has been published yet");
    expect((await get("/en/signal?outcome=won", EMPTY_ORIGIN)).text).toContain("No signals match");
  });
});

describe("the pages of the record", () => {
  beforeAll(async () => {
    await addTrader(record.deps, { handle: "north-light", name: "North Light" });
    await addTrader(record.deps, { handle: "new-moon", name: "New <Moon>" });
    for (let index = 0; index < SIGNALS; index += 1) {
      const id = await publishAndSettle(
        record,
        signalBy("north-light", record, { asset: index % 2 === 0 ? "EUR/USD" : "BTC/USD" }),
        index % 3 === 0 ? "lost" : "won",
      );
      if (index === 0) ids.lost = id;
      record.clock.ms += DAY_MS;
    }
    const past = new Date(record.clock.ms - MINUTE_MS).toISOString();
    ids.late = await publishAndSettle(record, signalBy("new-moon", record, { entry_at: past }), "lost");
    ids.void = (await publishSignal(record.deps, signalBy("new-moon", record, { asset: "EURUSD_otc" }))).id;
    await voidSignal(record.deps, ids.void, "No price at expiry");
    ids.open = (await publishSignal(record.deps, signalBy("new-moon", record))).id;
  });

  describe("an address as it was shared", () => {
    it.each([
      ["/en/traders/north-light).", "/en/traders/north-light"],
      ["/fr/traders/North-Light", "/fr/traders/north-light"],
      ["/de/traders/NORTH-LIGHT%E2%80%A6?asset=EURUSD", "/de/traders/north-light?asset=EURUSD"],
      ["/de/traders/north-light%22%3E", "/de/traders/north-light"],
      ["/it/signal/{id},", "/it/signal/{id}"],
    ])("%s leads to %s", async (path, page) => {
      const { response } = await get(path.replace("{id}", ids.lost));
      const location = page.replace("{id}", ids.lost);
      expect([response.status, response.headers.get("Location")]).toEqual([308, location]);
      expect(response.headers.get("Link")).toBeNull();
    });

    it.each([
      "/en/traders/nobody.",
      "/en/traders/North-Lights",
      "/en/signal/0f3a)",
      "/en/traders/%2F%2Fevil.example.",
    ])("%s, whose page does not exist either, is a 404", async (path) =>
      expect((await get(path)).response.status).toBe(404),
    );
  });

  describe("the list of signals", () => {
    it("shows one page, newest first, with links to older signals and back", async () => {
      const first = await get("/en/signal");
      expect(rowsOf(first.html)).toBe(1 + 25);
      expect(first.html).toMatch(new RegExp(`/en/signal/${ids.open}".*/en/signal/${ids.void}"`, "s"));
      const [older = ""] = /<a [^>]*rel="next"[^>]*>/.exec(first.html) ?? [];
      const second = await get(/href="(\/en\/signal\?cursor=\d+)"/.exec(older)?.[1] ?? "");
      expect(rowsOf(second.html)).toBe(1 + SIGNALS + 3 - 25);
      expect(second.html).toContain(`/en/signal/${ids.lost}"`);
      expect(second.html).not.toContain('rel="next"');
      expect(second.text).toContain("Newest signals");
      // Without the article these two languages would promise the page before this one.
      expect((await get("/it/signal?cursor=9")).text).toContain("I segnali più recenti di tutti");
      expect((await get("/es/signal?cursor=9")).text).toContain("Las señales más recientes de todas");
    });

    it("is filtered by the form's query, and shows the query in the form's fields", async () => {
      const query = "?asset=BTC%2FUSD&trader=North+Light&outcome=lost&from=03%2F01%2F2026&to=";
      const { html } = await get(`/en/signal${query}`);
      expect(rowsOf(html)).toBe(1 + 5);
      expect(html).not.toMatch(/<a [^>]*>EUR\/USD</);
      expect(html).toMatch(/<form[^>]* method="get"|<form[^>]* action="\/en\/signal"/);
      expect(html).toMatch(/name="asset"[^>]* value="BTC\/USD"|value="BTC\/USD"[^>]* name="asset"/);
      expect(html).toMatch(/<option value="lost" selected=""/);
      expect(html).toContain(
        "/api/signals/export.csv/?trader=North+Light&amp;asset=BTC%2FUSD&amp;outcome=lost&amp;from=2026-03-01&amp;for=excel",
      );
    });

    it.each([
      ["de", "from=03/01/2026&to=04/11/2026", "Veröffentlicht vom 1. März 2026 bis 11. April 2026"],
      ["es", "from=03/11/2026", "Publicadas desde el 11 de marzo de 2026"],
      ["en", "to=11.3.2026", "Published until March 11, 2026"],
    ])("says in %s in words which days ?%s means", async (language, query, words) => {
      expect((await get(`/${language}/signal?${query}`)).text).toContain(words);
    });

    it.each([
      ["from=03%2F10%2F2026&to=03%2F01%2F2026", "to"],
      ["asset=%3Cscript%3E", "asset"],
    ])("answers ?%s with the form and an error at %s", async (query, field) => {
      const { response, html, text } = await get(`/de/signal?${query}`);
      expect(response.status).toBe(200);
      const input = new RegExp(`<(?:input|select)[^>]* name="${field}"[^>]*>`).exec(html)?.[0] ?? "";
      expect(input).toContain('aria-invalid="true"');
      const errorId = /aria-describedby="([^" ]+)/.exec(input)?.[1] ?? "none";
      expect(html).toMatch(new RegExp(`id="${errorId}"[^>]*>.*?(?:Geben|Wählen) Sie`));
      expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
      expect(text).toContain("Korrigieren Sie die markierten Filter");
      expect(html.slice(html.indexOf("<main"))).not.toContain("<script>");
    });

    it("says so if the cursor is invalid, and ignores unknown parameters", async () => {
      expect((await get("/en/signal?cursor=x")).text).toContain("This address asks for something");
      expect(rowsOf((await get("/en/signal?utm_source=x&page=2")).html)).toBe(1 + 25);
    });

    it("passes the error of a filter to client-side navigation, too", async () => {
      const { response, html } = await get("/de/signal/_payload.json?from=x");
      expect(response.status).toBe(200);
      expect(JSON.parse(html)).toMatchObject({
        answers: {},
        refusals: { "/api/signals/?from=x": { code: "invalid_query", from: [expect.any(String)] } },
      });
    });

    it("links to the feed in its language, with its filters", async () => {
      const { html } = await get("/fr/signal");
      expect(html).toContain('href="/api/feeds/fr/signals.atom/"');
      const filtered = await get("/fr/signal?outcome=won&sort=payout&from=03/15/2026");
      const query = "outcome=won&amp;from=2026-03-15";
      expect(filtered.html).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/atom\\+xml" [^>]*href="/api/feeds/fr/signals.atom/\\?${query}"`,
        ),
      );
    });

    it("links to existing files only", async () => {
      const { html } = await get("/en/signal");
      const files = [...html.matchAll(/<a href="(\/api\/[^"]+)"/g)].map(([, href = ""]) => href);
      expect(files).toHaveLength(4);
      for (const href of files) {
        const response = await SELF.fetch(ORIGIN + href);
        expect([href, response.status]).toEqual([href, 200]);
        await response.body?.cancel();
      }
    });
  });

  describe("one signal", () => {
    it("shows its ledger entries with the exact text that was hashed", async () => {
      const { response, html } = await get(`/en/signal/${ids.lost}`);
      expect(response.status).toBe(200);
      const hashed = [...html.matchAll(/<pre class="formula">(.*?)<\/pre>/g)].map(([, text = ""]) =>
        text.replaceAll("&quot;", '"'),
      );
      expect(hashed).toHaveLength(2);
      for (const text of hashed) {
        const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
        const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        expect(html).toContain(`<code>${hash}</code>`);
      }
    });

    it("says what is special about it: late, void, OTC or open", async () => {
      expect((await get(`/en/signal/${ids.late}`)).text).toContain("Published after its entry time.");
      expect((await get(`/en/signal/${ids.void}`)).text).toContain("Reason: No price at expiry");
      expect((await get(`/en/signal/${ids.void}`)).text).toContain("Nobody outside can check the outcome.");
      const open = await get(`/en/signal/${ids.open}`);
      expect(open.text).toContain("To be settled by");
      expect(open.text).not.toContain("(OTC)");
    });

    it("has a title with its asset, direction, trader and entry, and itself as canonical", async () => {
      const { html } = await get(`/de/signal/${ids.lost}`);
      const title = /EUR\/USD steigend, North Light, [^<"]+ UTC – Signale \| Tidemark/.source;
      expect(html.match(/<title>[^<]*/g)).toEqual([expect.stringMatching(title)]);
      expect(html.match(/"og:title" content="[^"]*/g)).toEqual([expect.stringMatching(title)]);
      expect(html).toContain(`rel="canonical" href="${ORIGIN}/de/signal/${ids.lost}"`);
    });
  });

  describe("the list of traders", () => {
    it("is ranked by the lower bound, and its column links reverse the order", async () => {
      const ranked = await get("/en/traders");
      expect(ranked.html).toMatch(/aria-sort="descending"[^>]*><a[^>]*>95% interval/);
      expect(ranked.text).toMatch(/North Light.*New &lt;Moon&gt;/);
      expect(ranked.html).toContain('href="/en/traders?sort=-net"');
      const byNet = await get("/en/traders?sort=net");
      expect(byNet.html).toMatch(/aria-sort="ascending"[^>]*><a[^>]*>Net/);
      expect(byNet.html).toMatch(/\/traders\/new-moon.*\/traders\/north-light/s);
    });

    it("says so if the order in the address does not exist", async () => {
      const { response, text } = await get("/en/traders?sort=luck");
      expect(response.status).toBe(200);
      expect(text).toContain("asks for an order or a page that does not exist");
    });
  });

  describe("one trader", () => {
    it("has the curve and its drawdown drawn by the server, with their numbers in a table", async () => {
      const { html } = await get("/en/traders/north-light");
      expect(html.match(/<path class="chart__line" d="M[\d.]+,[^"]+"/g)).toHaveLength(2);
      expect(html.match(/<details class="point-table">/g)).toHaveLength(1);
      expect(html.match(/<th scope="row">/g)).toHaveLength(SIGNALS);
      expect(html).toMatch(/aria-label="Net result over time \(30 settled\), ending at \+7\.00 stakes, /);
    });

    it("has its counts, assets and signals", async () => {
      const { text, html } = await get("/en/traders/new-moon");
      expect(text).toMatch(/Won 0 Lost 1 Draws 0 Void 1 Open 1 Late 1/);
      // Three signals, and the one asset whose signal counts.
      expect(rowsOf(html)).toBe(1 + 3 + 1 + 1);
      expect(html).toContain("New &lt;Moon&gt;");
    });
  });

  it("include a summary of everything at home, and say what it does not prove", async () => {
    const { html, text } = await get("/en");
    expect(text).toMatch(/Signals 33 Traders 2/);
    expect(html).toContain('href="/en/instruction#limits">');
    expect(rowsOf(html)).toBe(1 + 6);
  });

  it("include three leaders of the ranking at home, each with curve and verdict", async () => {
    const { html } = await get("/en");
    const leaders = /<ol class="leaders">.*?<\/ol>/s.exec(html)?.[0] ?? "";
    expect(leaders.match(/\/en\/traders\/[a-z-]+/g)).toEqual([
      "/en/traders/north-light",
      "/en/traders/new-moon",
    ]);
    expect(leaders).toMatch(/class="sparkline".*66\.7%.*>not proven</s);
  });

  it("include the whole tally and the ledger's newest hash on the about page", async () => {
    const head: { hash: string } = await (await record.ask("/api/ledger/head/")).json();
    const { html, text } = await get("/en/about");
    expect(text).toMatch(/Signals 33 Traders 2 .*Won 20 Lost 11 Draws 0 Void 1 Open 1 Late 1/);
    expect(html).toContain(`<code>${head.hash}</code>`);
  });

  it("link from an unknown trader to the traders, and from an unknown signal to the signals", async () => {
    const ways = async (path: string) =>
      /<p class="actions">.*?<\/p>/s.exec((await get(path)).html)?.[0].match(/href="[^"]*"/g);
    expect(await ways("/es/traders/none-such")).toEqual(['href="/es"', 'href="/es/traders"']);
    expect(await ways("/es/signal/none-such")).toEqual(['href="/es"', 'href="/es/signal"']);
  });

  it.each(["/de/signal/..%2Fx", "/fr/traders/nobody"])(
    "answer %s with 404, as document and as payload",
    async (path) => {
      const { response, html } = await get(path);
      expect(response.status).toBe(404);
      expect(html).toContain("Page Not Found");
      expect((await get(`${path}/_payload.json`)).response.status).toBe(404);
    },
  );

  it("are complete, without raw keys or external links", async () => {
    const paths = ["", "/signal", `/signal/${ids.void}`, "/traders", "/traders/north-light", "/about"];
    for (const path of paths) {
      const { response, html, text } = await get(`/it${path}`);
      expect(response.status, path).toBe(200);
      expect(text, path).not.toMatch(
        /\{\{|undefined|NaN|Invalid Date|\b(?:record|list|detail|proof|filters)\.\w/,
      );
      expect(html.match(/<h1/g), path).toHaveLength(1);
      const hrefs = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = ""]) => href);
      expect(
        hrefs.filter((href) => !/^(?:\/|#|mailto:)/.test(href)),
        path,
      ).toEqual([]);
    }
  });

  it("have a policy that allows each inline script and style by its hash, and one early script in the head", async () => {
    const paths = ["", `/signal/${ids.void}`, "/traders", "/traders/north-light", "/profile", "/nowhere"];
    for (const path of paths) {
      const { response, html } = await get(`/en${path}`);
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const inline = [...html.matchAll(INLINE)].map(([, text = ""]) => text);
      expect(inline.length, path).toBeGreaterThanOrEqual(2);
      for (const text of inline) expect(policy, text.slice(0, 80)).toContain(await inlineHash(text));
      expect(policy, path).not.toMatch(/nonce|unsafe|\*/);
      expect(html, path).not.toMatch(/ style=|\son[a-z]+=/i);
      expect(html.slice(0, html.indexOf("</head>")).match(/heldPresses/g), path).not.toBeNull();
    }
  });

  it("escape an asset's special characters in addresses and markup", async () => {
    const asset = "M&M1!";
    const { id } = await publishSignal(record.deps, signalBy("new-moon", record, { asset }));
    const list = await get("/de/signal?asset=M%26M1%21");
    expect(list.html).toMatch(new RegExp(`<a [^>]*href="/de/signal/${id}"[^>]*><bdi>M&amp;M1!</bdi></a>`));
    expect(list.html).toMatch(/name="asset"[^>]* value="M&amp;M1!"|value="M&amp;M1!"[^>]* name="asset"/);
    expect(list.html).toContain('"/api/signals/export.csv/?asset=M%26M1%21&amp;for=excel"');
    expect(rowsOf(list.html)).toBe(1 + 1);
    const { html } = await get(`/de/signal/${id}`);
    expect(html).toContain("<title>M&amp;M1! ");
    const blocks = [...html.matchAll(/<script [^>]*type="application\/json"[^>]*>(.*?)<\/script>/gs)];
    expect(JSON.stringify(blocks.map(([, json = ""]) => JSON.parse(json)))).toContain(`"asset":"${asset}"`);
  });
});

it("a corrected signal is marked in lists", async () => {
  await addTrader(record.deps, { handle: "corrected", name: "Corrected" });
  const id = await publishAndSettle(record, signalBy("corrected", record), "won");
  await correctSignal(record.deps, id, { from: "won", outcome: "lost", reason: "Half a pip" });
  expect((await get("/de/signal?trader=corrected")).text).toMatch(/verloren\s+korrigiert/);
});

it("a signal on an OTC asset is marked, and counted separately", async () => {
  await addTrader(record.deps, { handle: "otc-only", name: "OTC Only" });
  // Pages are kept for a moment.
  const rateAt = async (origin: string) => (await get("/en", origin)).text.match(/Win rate ([\d.]+%)/)?.[1];
  const before = await rateAt("https://before.tidemark.example");
  expect(before).toBeDefined();
  await publishAndSettle(record, signalBy("otc-only", record, { asset: "EURUSDOTC" }), "won");
  const { text } = await get("/en/traders/otc-only");
  expect(text).toMatch(/OTC 1\s+won: 1, lost: 0, draws: 0; counted separately/);
  expect(text).toContain("no wins or losses count so far");
  expect(text).toContain("Nothing that counts has been settled yet");
  expect((await get("/en/signal?trader=otc-only")).text).toMatch(/won\s+OTC/);
  expect(await rateAt("https://after.tidemark.example")).toBe(before);
});

it("a trader's page lists former names, until when, and that one was erased", async () => {
  await addTrader(record.deps, { handle: "renamed", name: "First Name" });
  await renameTrader(record.deps, "renamed", { name: "Second Name" }, []);
  // Pages are kept for a moment.
  const { text } = await get("/en/traders/renamed", "https://renamed.tidemark.example");
  expect(text).toMatch(/Second Name .*renamed · .*Former names First Name , until \w/);
  await renameTrader(record.deps, "renamed", { name: null }, []);
  const erased = (await get("/en/traders/renamed", "https://erased.tidemark.example")).text;
  expect(erased).toMatch(/Former names erased name , until \w.* erased name , until \w/);
  expect(erased).not.toMatch(/(?:First|Second) Name/);
});
