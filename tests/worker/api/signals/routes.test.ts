import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { SignalPage, type Outcome, type Signal } from "#shared/contracts/signals.ts";
import { publishSignal, settleSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addSomeTrader, createRecord, MINUTE_MS, signalBy } from "./record.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const START_MS = Date.UTC(2026, 2, 1);
const record = createRecord(START_MS);
const OUTCOMES: readonly Outcome[] = ["won", "lost", "draw", "void", "open"];
let traders: string[] = [];

// 60 signals, 12 a day over five days, by two traders in three assets, all outcomes.
beforeAll(async () => {
  traders = [await addSomeTrader(record), await addSomeTrader(record)];
  for (let index = 0; index < 60; index += 1) {
    record.clock.ms = START_MS + index * 2 * 60 * MINUTE_MS;
    const asset = ["EUR/USD", "BTC/USD", "#AAPL"][index % 3] ?? "";
    const { id } = await publishSignal(record.deps, signalBy(traders[index % 2] ?? "", record, { asset }));
    record.clock.ms += 6 * MINUTE_MS;
    const outcome = OUTCOMES[index % 5] ?? "open";
    if (outcome === "void") await voidSignal(record.deps, id, '=HYPERLINK("https://example.com"), no price');
    else if (outcome !== "open") await settleSignal(record.deps, id, outcome, EVIDENCE);
  }
});

describe("GET /api/signals/", () => {
  it("returns the ledger entry as of which it was read, for any filter", async () => {
    const { seq } = await record.ask("/api/ledger/head/").then((answer) => answer.json<{ seq: number }>());
    expect(seq).toBeGreaterThan(100);
    for (const query of ["", "cursor=9", "asset=BTC/USD&outcome=open"])
      expect((await page(query)).as_of_seq).toBe(seq);
  });

  it("lists newest first, in pages without gaps or duplicates", async () => {
    const all = await walk("limit=7");
    expect(all).toHaveLength(60);
    const seqs = all.map(({ published_seq }) => published_seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    expect(new Set(seqs).size).toBe(60);
  });

  it("returns 25 signals by default, and null as the next cursor after the last page", async () => {
    expect((await page("")).results).toHaveLength(25);
    expect(await page("limit=60")).toMatchObject({ next: null });
  });

  it("has stable pages while new signals are published", async () => {
    const first = await page("limit=10");
    const { id } = await publishSignal(record.deps, signalBy(traders[0] ?? "", record, { asset: "NEW" }));
    const second = await page(`limit=10&cursor=${first.next}`);
    const ids = [...first.results, ...second.results].map((signal) => signal.id);
    expect(new Set(ids).size).toBe(20);
    expect(ids).not.toContain(id);
  });

  it("finds an asset in any spelling", async () => {
    const { results } = await page("asset=FX:EUR-USD");
    expect(results.map(({ asset }) => asset)).toContain("EUR/USD");
    expect(results).toEqual((await page("asset=EUR/USD")).results);
  });

  it("accepts times to the millisecond, with both ends included", async () => {
    const [newest, next] = (await page("limit=2&to=2026-03-05")).results;
    const from = encodeURIComponent(next?.published_at ?? "");
    const to = encodeURIComponent(newest?.published_at ?? "");
    expect((await page(`from=${from}&to=${to}`)).results.map(({ id }) => id)).toEqual([newest?.id, next?.id]);
    expect((await page(`from=${to}&to=${to}`)).results.map(({ id }) => id)).toEqual([newest?.id]);
  });

  it("is empty if nothing matches", async () => {
    for (const query of ["trader=nobody-here", "asset=XAU", "from=2031-01-01", "to=2001-01-01"]) {
      expect(await page(query)).toEqual({ results: [], next: null, as_of_seq: expect.any(Number) });
    }
  });

  it("ignores empty fields of a form", async () => {
    expect((await page("trader=&asset=&outcome=&from=&to=")).results).toHaveLength(25);
  });

  it.each([
    ["from=2026-03-02&to=2026-03-01", "to"],
    ["outcom=lost", "outcom"],
  ])("refuses %s with 400 and names %s", async (query, field) => {
    const response = await record.ask(`/api/signals/?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: expect.stringMatching(`^"${field}": `),
      [field]: [expect.stringMatching(/\.$/)],
      code: "invalid_query",
    });
  });
});

describe("GET /api/signals/{id}/", () => {
  it("answers 404 in Django's words for an unknown signal", async () => {
    const response = await record.ask("/api/signals/0123456789abcdef0123/");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: "Not found.", code: "not_found" });
  });
});

describe("GET /api/signals/export.csv", () => {
  it("streams every signal that passes the filters, with a header", async () => {
    const response = await record.ask(`/api/signals/export.csv?trader=${traders[1]}&outcome=lost`);
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="signals.csv"');
    const lines = (await response.text()).split("\r\n");
    expect(lines[0]).toMatch(/^id,trader,trader_name,asset,direction,published_at,/);
    expect(lines.slice(1, -1)).toHaveLength((await walk(`trader=${traders[1]}&outcome=lost`)).length);
  });

  it("ignores parameters that a mailer or a network has added to the link", async () => {
    const plain = await (await record.ask("/api/signals/export.csv?outcome=lost")).text();
    const added = await record.ask("/api/signals/export.csv?utm_source=x&utm_source=y&outcome=lost&fbclid=1");
    expect([added.status, await added.text()]).toEqual([200, plain]);
  });

  it("escapes text that a spreadsheet would run as a formula", async () => {
    const text = await (await record.ask("/api/signals/export.csv?outcome=void")).text();
    expect(text).toContain(`"'=HYPERLINK(""https://example.com""), no price"`);
    expect(text).not.toMatch(/(^|,|")=/m);
  });

  it("names an invalid parameter in the error", async () => {
    const response = await record.ask("/api/signals/export.csv?limit=5");
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('"limit"'),
      code: "invalid_query",
    });
  });
});

describe("an asset with special characters", () => {
  it("is found by its name, in the list and in the export", async () => {
    const asset = "M&M";
    const trader = await addSomeTrader(record);
    const { id } = await publishSignal(record.deps, signalBy(trader, record, { asset }));
    for (const asked of [asset, asset.toLowerCase()]) {
      const query = new URLSearchParams({ asset: asked }).toString();
      expect((await page(query)).results).toMatchObject([{ id, asset }]);
      const csv = await (await record.ask(`/api/signals/export.csv?${query}`)).text();
      expect(csv.split("\r\n").slice(1)).toEqual([
        expect.stringContaining(`${id},${trader},Name of ${trader},${asset},up,`),
        "",
      ]);
    }
  });
});

it("an asset is found by every spelling of it", async () => {
  const trader = await addSomeTrader(record);
  const { id } = await publishSignal(record.deps, signalBy(trader, record, { asset: "OTC:GBPJPY" }));
  for (const asset of ["GBPJPY_otc", "gbp/jpy (otc)", "GBPJPYOTC"]) {
    const { results } = await page(new URLSearchParams({ asset }).toString());
    expect(results.map((signal) => signal.id)).toEqual([id]);
  }
});

async function page(query: string): Promise<SignalPage> {
  return v.parse(SignalPage, await (await record.ask(`/api/signals/?${query}`)).json());
}

async function walk(query: string): Promise<Signal[]> {
  const signals: Signal[] = [];
  let next: string | null = "";
  while (next !== null) {
    const read: SignalPage = await page(next === "" ? query : `${query}&cursor=${next}`);
    signals.push(...read.results);
    next = read.next;
  }
  return signals;
}
