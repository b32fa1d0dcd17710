/**
 * Whether the public documentation is enough: `outside/` was written from it alone, and has to compute everything that a site
 * publishes from its ledger entries.
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { writeWhatPricesDecide } from "./acts-by-prices.ts";
import { writeWhatNoSeedDoes } from "./acts-on-record.ts";
import { csvLineOf, differenceOf, signalOf } from "./outside/answers.ts";
import { verdictsOf } from "./outside/evidence.ts";
import {
  bestByChance,
  calibrationOf,
  curveOf,
  lastResultsOf,
  rankingOf,
  statisticsOf,
} from "./outside/figures.ts";
import { canonical } from "./outside/entries.ts";
import { type Rebuilt, rebuild } from "./outside/replay.ts";

const Page = v.looseObject({
  results: v.array(v.record(v.string(), v.unknown())),
  next: v.nullable(v.string()),
  as_of_seq: v.number(),
});
const Listed = v.looseObject({
  id: v.string(),
  price_wait: v.unknown(),
  published_at: v.string(),
  trader: v.object({ handle: v.string(), name: v.string() }),
});
const ListedTrader = v.looseObject({
  handle: v.string(),
  name: v.string(),
  verdict: v.string(),
  statistics: v.looseObject({ void_lost: v.number() }),
});
const Hashed = v.looseObject({ hash: v.string() });
const WonByPrices = v.looseObject({
  seq: v.number(),
  payload: v.looseObject({ cause: v.literal("prices"), outcome: v.literal("won") }),
});
const Feed = v.object({ items: v.array(v.record(v.string(), v.unknown())) });

const DAY_MS = 24 * 60 * 60 * 1000;

/** Skills by which verdicts of every kind come about, and records with fewer than thirty signals. */
const TRADERS = Array.from({ length: 60 }, (_, index) => ({
  handle: `trader-${index}`,
  name: `Trader ${index}`,
  skill: [0.9, 0.72, 0.66, 0.54, 0.54, 0.4][index % 6] ?? 0.5,
  activity: [1, 1, 1.3, 1, 0.1, 1][index % 6] ?? 1,
  assets: index % 4 === 0 ? ["EUR/USD", "EURUSD_otc"] : ["EUR/USD", "USD/JPY"],
  joinedAfter: index / 100,
  retiredAfter: index % 10 === 3 ? 0.9 : null,
  ...(index % 3 === 0 && { says: { least: 52, most: 88 } }),
}));

let site: Site;
let rebuilt: Rebuilt;
let entries: object[];

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, { signals: 6000, endMs: Date.now() - 9 * DAY_MS, traders: TRADERS });
  await writeWhatPricesDecide(site.db, Date.now() - 9 * DAY_MS);
  await writeWhatNoSeedDoes(site.url);
  entries = await readAll("/api/ledger/?limit=1000", "after");
  rebuilt = rebuild(entries);
}, 120_000);

afterAll(() => site.close());

describe("a verifier written from the public documentation alone", () => {
  it("finds every way in which a signal ends, and how many of them followed from prices", () => {
    const priced = [...rebuilt.signals.values()].filter(
      ({ published }) => published.payload.trader === "priced",
    );
    const ends = priced.flatMap(({ end, published, countsAsLost }) => {
      const { cause = "reason", prices, evidence } = end?.payload ?? {};
      const marks = [
        published.payload.price_rule && `rule ${published.payload.price_rule.sources.length}`,
        prices && `prices ${prices.length}`,
        evidence && "evidence",
        countsAsLost && "counts as lost",
      ];
      return end ? [[end.kind, end.payload.outcome, cause, ...marks].filter(Boolean).join(", ")] : [];
    });
    expect([...new Set(ends)].filter((end) => /rule|evidence/.test(end)).toSorted()).toEqual([
      "settled, draw, prices, rule 1, prices 1",
      "settled, draw, prices, rule 2, prices 2",
      "settled, draw, result, evidence",
      "settled, lost, prices, rule 1, prices 1",
      "settled, won, prices, rule 1, prices 1",
      "settled, won, prices, rule 2, prices 2",
      "settled, won, result, evidence",
      "voided, no_price, rule 1",
      "voided, no_price, rule 1, prices 1",
      "voided, no_price, rule 2",
      "voided, no_price, rule 2, prices 2",
      "voided, reason, rule 1",
    ]);
    // The late wins followed from prices, and are in no rate.
    const record = rebuilt.traders.get("priced")?.record;
    const counts = ["by_prices", "void_unpriced", "late", "late_won"].map((name) => record?.of(name));
    expect(counts).toEqual([10, 6, 5, 3]);
  });

  it("rejects an outcome that does not follow from its prices", () => {
    const turned = entries.findIndex((entry) => v.is(WonByPrices, entry));
    const entry = v.parse(WonByPrices, entries[turned]);
    const changed = { ...entry, payload: { ...entry.payload, outcome: "lost" } };
    expect(() => rebuild(rechained(entries.with(turned, changed)))).toThrow(`entry ${entry.seq} (settled)`);
  });

  it("rebuilds every signal", async () => {
    const published = await readAll("/api/signals/?limit=100", "cursor");
    const expected = [...rebuilt.signals.values()].map(signalOf).reverse();
    expect(published.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const [index, signal] of published.entries()) {
      const { trader, price_wait: _inNoEntry, ...rest } = v.parse(Listed, signal);
      expect(differenceOf({ ...rest, trader: trader.handle }, expected[index], rest.id)).toBeNull();
    }
  });

  it("rebuilds every trader: rank, statistics, evidence, verdict, equity curve and calibration", async () => {
    const traders = [...rebuilt.traders.values()];
    const { m, mark, verdicts } = verdictsOf(traders.map(({ bets }) => bets));
    const published = (await readAll("/api/traders/?limit=100", "cursor")).map((one) =>
      v.parse(ListedTrader, one),
    );
    expect(published.map(({ handle }) => handle)).toEqual(rankingOf(rebuilt));
    for (const { handle, name, ...rest } of published) {
      const trader = rebuilt.traders.get(handle);
      if (!trader) throw new Error(`${handle} is in no entry`);
      const { record, joinedAt, retiredAt, bets } = trader;
      const expected = {
        joined_at: joinedAt,
        retired_at: retiredAt,
        statistics: statisticsOf(record),
        ...bets.evidence,
        verdict: verdicts[traders.indexOf(trader)],
        curve: curveOf(record),
        last_results: lastResultsOf(rebuilt, handle),
        witnessed: null,
      };
      expect(differenceOf(rest, expected, handle)).toBeNull();
      const detail = {
        handle,
        name,
        ...expected,
        equity: record.points,
        calibration: calibrationOf(record),
        former_names: [],
        moments: bets.moments,
        m,
        mark,
        as_of_seq: rebuilt.head.seq,
      };
      expect(differenceOf(await readJson(`/api/traders/${handle}/`), detail, handle)).toBeNull();
    }
    expect(new Set(published.map(({ verdict }) => verdict))).toEqual(
      new Set(["above", "below", "not_shown"]),
    );
    expect(m).toBeGreaterThan(20);
    const priced = [...rebuilt.signals.values()].filter(
      ({ published: { payload } }) => payload.trader === "priced",
    );
    expect(rebuilt.traders.get("priced")?.bets.moments).toBe(priced.length - 1);
    expect(published.some(({ statistics }) => statistics.void_lost > 0)).toBe(true);
    expect([...rebuilt.traders.values()].some(({ record }) => record.stride > 1)).toBe(true);
  });

  it("rebuilds the summary", async () => {
    const { whole, traders, signals, head } = rebuilt;
    const expected = {
      traders: traders.size,
      retired_traders: [...traders.values()].filter(({ retiredAt }) => retiredAt !== null).length,
      signals: signals.size,
      statistics: statisticsOf(whole),
      head,
    };
    expect(differenceOf(await readJson("/api/summary/"), expected)).toBeNull();
  });

  it("writes both exports byte for byte", async () => {
    const ledger = await (await fetch(`${site.url}/api/ledger/export.ndjson`)).text();
    expect(ledger).toBe(entries.map((entry) => `${canonical(entry)}\n`).join(""));
    const names = new Map(
      (await readAll("/api/traders/?limit=100", "cursor"))
        .map((one) => v.parse(ListedTrader, one))
        .map(({ handle, name }) => [handle, name] as const),
    );
    const csv = await (await fetch(`${site.url}/api/signals/export.csv`)).arrayBuffer();
    const [first, ...lines] = new TextDecoder("utf-8", { ignoreBOM: true }).decode(csv).split("\r\n");
    expect(first).toBe(await columnsOfThePage());
    expect(lines.pop()).toBe("");
    const expected = [...rebuilt.signals.values()].map(signalOf).map((signal) => {
      return csvLineOf(signal, names.get(signal.trader) ?? "");
    });
    expect(lines).toEqual(expected);
    expect(csv.byteLength).toBeGreaterThan(lines.length * 100);
  });

  it("finds in the feeds the newest signals, their ids and times", async () => {
    const { items } = v.parse(Feed, await readJson("/api/feeds/fr/signals.json"));
    const expected = [...rebuilt.signals.values()].map(signalOf).reverse().slice(0, 50);
    expect(items).toMatchObject(
      expected.map(({ id, asset, outcome, published_at, settled_at, correction }) => ({
        id: `urn:tidemark:signal:${id}`,
        date_published: published_at,
        date_modified: correction?.at ?? settled_at ?? published_at,
        tags: [asset, outcome],
      })),
    );
    const atom = await (await fetch(`${site.url}/api/feeds/fr/signals.atom`)).text();
    const ids = [...atom.matchAll(/<entry><id>([^<]+)/g)].map(([, id]) => id);
    expect(ids).toEqual(items.map(({ id }) => id));
  });

  it("computes the best result that chance would bring on a page of the ranking", async () => {
    const html = await (await fetch(`${site.url}/en/traders`)).text();
    const shown = rankingOf(rebuilt).slice(0, 25);
    const decided = shown.flatMap((handle) => {
      const record = rebuilt.traders.get(handle)?.record;
      const n = record ? record.of("won") + record.of("lost") : 0;
      return n >= 30 ? [n] : [];
    });
    expect(html).toContain(`${(bestByChance(decided) * 100).toFixed(1)}%`);
  });
});

/** With all hashes as if the entries had always been so. */
function rechained(changed: readonly object[]): object[] {
  let prev_hash = "0".repeat(64);
  return changed.map((entry) => {
    const { hash: _, ...rest } = v.parse(Hashed, entry);
    const unhashed = { ...rest, prev_hash };
    prev_hash = createHash("sha256").update(canonical(unhashed)).digest("hex");
    return { ...unhashed, hash: prev_hash };
  });
}

async function readJson(path: string): Promise<unknown> {
  return (await fetch(site.url + path)).json();
}

/** All pages of a list, `next` given back as it came. */
async function readAll(path: string, parameter: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let next: string | null = ""; next !== null;) {
    const page: v.InferOutput<typeof Page> = v.parse(
      Page,
      await readJson(next === "" ? path : `${path}&${parameter}=${encodeURIComponent(next)}`),
    );
    all.push(...page.results);
    next = page.next;
  }
  return all;
}

/** The line of names as the page for verifiers gives it. */
async function columnsOfThePage(): Promise<string> {
  const html = await (await fetch(`${site.url}/en/verify`)).text();
  return /<p class="formula">(id, trader, [a-z0-9_, ]+)<\/p>/.exec(html)?.[1]?.replaceAll(", ", ",") ?? "";
}
