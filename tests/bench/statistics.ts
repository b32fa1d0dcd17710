/**
 * `node tests/bench/statistics.ts`: what a trader with 100,000 signals costs to show, as a multiple of one with 100.
 * Both are read from the real schema, in SQLite, by the columns the API reads; exits with 1 above 1.5.
 */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parseEquitySeries } from "#shared/equity-series.ts";
import { median } from "./figures.ts";
import { statisticsOf } from "#shared/statistics.ts";
import { EMPTY_TALLY, type Tally } from "#shared/tally.ts";
import { seedStatements } from "#worker/local/demo-data/seed-record.ts";
import { SEED_TRADERS } from "#worker/local/demo-data/seed-traders.ts";

const FEW = 100;
const MANY = 100_000;
const MAX_RATIO = 1.5;
const ROUNDS = 60;
const SHOWS_PER_ROUND = 200;

const [few, many] = [createShow(FEW), createShow(MANY)];
// In turns, so that whatever else the machine does meets both.
const times = Array.from({ length: ROUNDS }, () => ({ few: timeOf(few), many: timeOf(many) }));
const fewUs = median(times.map(({ few }) => few));
const manyUs = median(times.map(({ many }) => many));
const ratio = manyUs / fewUs;
console.log(
  `${FEW} signals ${fewUs.toFixed(1)} µs, ${MANY} signals ${manyUs.toFixed(1)} µs, ratio ${ratio.toFixed(2)}`,
);
process.exitCode = ratio > MAX_RATIO ? 1 : 0;

/** A record of one trader with so many signals; the function shows that trader once. */
function createShow(signals: number): () => void {
  const db = new DatabaseSync(":memory:");
  const migrations = new URL("../../worker/api/migrations/", import.meta.url);
  for (const name of readdirSync(migrations)
    .filter((file) => file.endsWith(".sql"))
    .sort())
    db.exec(readFileSync(new URL(name, migrations), "utf8"));
  const options = { signals, endMs: Date.UTC(2026, 10, 1), traders: SEED_TRADERS.slice(0, 1) };
  for (const statements of seedStatements(options))
    for (const { sql, json } of statements) db.prepare(sql).run(json);
  const select = db.prepare(
    "SELECT * FROM traders LEFT JOIN trader_equity ON trader_equity.trader_id = traders.id WHERE handle = ?",
  );
  return () => {
    const row = select.get("north-light") ?? {};
    const shown = [statisticsOf(tallyOf(row)), parseEquitySeries(String(row["series"])).points];
    if (JSON.stringify(shown).length === 0) throw new Error("nothing shown");
  };
}

function tallyOf(row: Readonly<Record<string, unknown>>): Tally {
  return { ...EMPTY_TALLY, ...row };
}

function timeOf(show: () => void): number {
  const start = performance.now();
  for (let index = 0; index < SHOWS_PER_ROUND; index += 1) show();
  return ((performance.now() - start) / SHOWS_PER_ROUND) * 1000;
}
