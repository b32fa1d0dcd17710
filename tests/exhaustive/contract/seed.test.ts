/** The demo data as `npm start` puts it into a database: the real schema, without the worker; and the source of its prices. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { startPrices } from "#tests/support/price-process.ts";
import { checkDatabase } from "#worker/commands/verify/check-database.ts";
import { DEMO_SOURCE, demoQuoteAt, demoQuoteLines } from "#worker/local/demo-data/demo-quotes.ts";
import { generateSeedEvents } from "#worker/local/demo-data/seed-events.ts";
import { seedStatements } from "#worker/local/demo-data/write-record.ts";

const DAY_MS = 24 * 3_600_000;
const END_MS = Date.UTC(2026, 10, 1, 12);
const OPTIONS = { signals: 2000, endMs: END_MS };

it("the demo data is the same on every machine, and lies within one year, in order", () => {
  const events = [...generateSeedEvents(OPTIONS)];
  const digest = createHash("sha256").update(JSON.stringify(events)).digest("hex");
  expect(digest).toBe("24bdbfa5dd1ae9ce1461d45060793da0cf762a049e979bc7c3162ac6ce2855a6");
  const times = events.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThanOrEqual(END_MS);
  expect(times[0]).toBeGreaterThanOrEqual(END_MS - 365 * DAY_MS);
});

it.each([0, 1, 3, 7, OPTIONS.signals])(
  "%i signals of demo data satisfy the schema and its triggers, and their ledger is valid",
  async (signals) => {
    const db = seeded(signals);
    const { entries } = db.prepare("SELECT count(*) AS entries FROM ledger").get() ?? {};
    // By the rules, and with the read models that follow from them.
    expect(await checkDatabase(db)).toMatchObject({ seq: entries });
    expect(db.prepare("SELECT count(*) AS n FROM signals").get()).toEqual({ n: signals });
    expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  },
);

it("the demo data is realistic: most traders cannot be told from chance, and all together lose money", () => {
  const db = seeded(OPTIONS.signals);
  const traders = "SELECT count(*) AS n, sum(evidence >= 400) AS shown FROM traders";
  expect(db.prepare(traders).get()).toEqual({ n: 12, shown: 1 });
  const totals = db.prepare(
    "SELECT net < 0 AS loses, draw > 10 AS draws, late > 20 AS comesLate FROM totals",
  );
  expect(totals.get()).toEqual({ loses: 1, draws: 1, comesLate: 1 });
  const outcomes = db.prepare("SELECT DISTINCT outcome FROM signals WHERE price_rule IS NOT NULL").all();
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(
    new Set(["won", "lost", "draw", "void", "open"]),
  );
});

it("the demo price source answers exactly the quotes that the demo's signals contain, and has them at any time", async () => {
  /** Each quote on the record, and the moment that it is asked for. */
  const quoted = [...generateSeedEvents(OPTIONS)].flatMap((event) => {
    if (event.kind !== "ended" || !("prices" in event.end)) return [];
    const { asset, entry_at, expires_at } = event.signal.said;
    return (event.end.prices ?? []).flatMap(({ entry, expiry, later }) => [
      { asset, atMs: entry_at, quote: entry },
      { asset, atMs: expires_at, quote: expiry },
      { asset, atMs: event.atMs, quote: later },
    ]);
  });
  const time = { fromMs: END_MS - DAY_MS, toMs: END_MS };
  const source = await startPrices(demoQuoteLines(quoted, time), "--source", DEMO_SOURCE.name);
  const ask = async (asset: string, atMs: number) => {
    const query = new URLSearchParams({ asset, at: new Date(atMs).toISOString() });
    const bytes = await (await fetch(`${source.url}/prices/?${query}`)).bytes();
    const { price, at } = JSON.parse(Buffer.from(bytes).toString());
    return { price, at, sha256: createHash("sha256").update(bytes).digest("hex") };
  };
  expect(quoted.filter(({ quote }) => quote).length).toBeGreaterThan(800);
  for (const { asset, atMs, quote } of quoted) if (quote) expect(await ask(asset, atMs)).toEqual(quote);
  for (const asset of DEMO_SOURCE.assets)
    for (let atMs = time.fromMs; atMs <= time.toMs; atMs += 7_654_321) {
      const { price, at } = await ask(asset, atMs);
      expect({ price, atMs: Date.parse(at) }).toEqual(demoQuoteAt(asset, atMs));
    }
  await source.stop();
});

function seeded(signals: number): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA foreign_keys = ON");
  for (const file of globSync("worker/api/migrations/*.sql").sort()) db.exec(readFileSync(file, "utf8"));
  for (const statements of seedStatements({ signals, endMs: END_MS }))
    for (const { sql, json } of statements) db.prepare(sql).run(json);
  return db;
}
