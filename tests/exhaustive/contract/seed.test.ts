/** The seed data as `npm start` puts it into a database: the real schema, without the worker. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { breakEven, statisticsOf } from "#shared/record/statistics.ts";
import type { Tally } from "#shared/record/tally.ts";
import { checkDatabase } from "#worker/commands/verify/check-database.ts";
import { generateSeedEvents } from "#worker/local/demo-data/seed-events.ts";
import { seedStatements } from "#worker/local/demo-data/write-record.ts";
import { seedRows } from "#worker/local/demo-data/seed-rows.ts";

const END_MS = Date.UTC(2026, 10, 1, 12);
const OPTIONS = { signals: 2000, endMs: END_MS };

it("the seed data is the same on every machine", () => {
  const [one, two] = [[...seedStatements(OPTIONS)], [...seedStatements(OPTIONS)]];
  expect(one).toEqual(two);
  const digest = createHash("sha256")
    .update(JSON.stringify([...generateSeedEvents(OPTIONS)]))
    .digest("hex");
  expect(digest).toBe("24bdbfa5dd1ae9ce1461d45060793da0cf762a049e979bc7c3162ac6ce2855a6");
});

it("the seed data changes with the seed number", () => {
  const ids = (seed: number) =>
    [...generateSeedEvents({ ...OPTIONS, seed })].map((event) => JSON.stringify(event));
  expect(ids(1)).not.toEqual(ids(2));
});

it("the seed data satisfies the schema and its triggers, and its ledger is valid", async () => {
  const db = seeded();
  const { entries } = db.prepare("SELECT count(*) AS entries FROM ledger").get() ?? {};
  // By the rules, and with the read models that follow from them.
  expect(await checkDatabase(db)).toMatchObject({ seq: entries });
  expect(db.prepare("SELECT count(*) AS n FROM signals").get()).toEqual({ n: 2000 });
  expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
});

it("the seed data is realistic: most traders cannot be told from chance, and all together lose money", () => {
  const pages = seedRows(generateSeedEvents({ ...OPTIONS }));
  let page = pages.next();
  while (!page.done) page = pages.next();
  const evidences = page.value.traders.map((row) => Number(row["evidence"]));
  expect(evidences.length).toBeGreaterThanOrEqual(8);
  expect(evidences.filter((evidence) => evidence >= 400)).toHaveLength(1);
  const all = statisticsOf(asTally(page.value.totals));
  expect(all.net).toBeLessThan(0);
  expect(all.win_rate).toBeLessThan(breakEven(0.85));
  expect(all.win_rate).toBeGreaterThan(0.45);
  expect(all.draw).toBeGreaterThan(10);
  expect(all.void).toBeGreaterThan(5);
  expect(all.late).toBeGreaterThan(20);
  expect(all.open).toBeGreaterThanOrEqual(5);
  expect(page.value.totals["retired_traders"]).toBe(1);
});

it("the seed data lies within one year, in order", () => {
  const times = [...generateSeedEvents(OPTIONS)].map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThanOrEqual(END_MS);
  expect(times[0]).toBeGreaterThanOrEqual(END_MS - 365 * 24 * 3_600_000);
});

it.each([0, 1, 3, 7])("the seed data may have as few as %i signals", async (signals) => {
  const db = seeded({ signals, endMs: END_MS });
  expect(db.prepare("SELECT count(*) AS n FROM signals").get()).toEqual({ n: signals });
  await checkDatabase(db);
});

function seeded(options: { signals: number; endMs: number } = OPTIONS): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA foreign_keys = ON");
  const folder = new URL("../../../worker/api/migrations/", import.meta.url);
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort())
    db.exec(readFileSync(new URL(name, folder), "utf8"));
  for (const statements of seedStatements(options))
    for (const { sql, json } of statements) db.prepare(sql).run(json);
  return db;
}

/** A summary row carries the tally's columns among others; the counts are numbers by the schema. */
function asTally(row: Readonly<Record<string, unknown>>): Tally {
  return row as unknown as Tally;
}
