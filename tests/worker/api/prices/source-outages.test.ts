import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, it } from "vitest";
import { PRICE_SOURCE_DOWN_MS } from "#shared/limits/prices.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import type { SourceAnswer } from "#worker/api/prices/ask-source.ts";
import { noteOutages, watchSources } from "#worker/api/prices/source-outages.ts";
import { priceOutages } from "#worker/api/tables/prices.ts";
import type { LogEntry } from "#worker/http/logger.ts";

const SOURCE = { url: "https://prices.example", address: "prices.example" };
const DOWN: SourceAnswer = { kind: "fault", reason: "down" };
const SLOW: SourceAnswer = { kind: "fault", reason: "slow" };
const NONE: SourceAnswer = { kind: "none" };
const START_MS = Date.parse("2026-11-26T10:00:00Z");
const DOWN_MINUTES = PRICE_SOURCE_DOWN_MS / MINUTE_MS;

const db = drizzle(env.DB);

beforeEach(() => db.delete(priceOutages));

/** One run of the minute's job, in which the source gives these answers. */
async function run(
  minute: number,
  answers: readonly SourceAnswer[],
  deadline = new AbortController().signal,
) {
  const given = [...answers];
  const { ask, reached } = watchSources(async () => given.shift() ?? { kind: "unasked" }, deadline);
  for (const _ of [...answers, "unasked"]) await ask(SOURCE, "EUR/USD", START_MS);
  const lines: LogEntry[] = [];
  const log = (line: LogEntry) => void lines.push(line);
  await noteOutages({ db, log }, reached, START_MS + minute * MINUTE_MS);
  return lines;
}

it("a source that cannot be reached for some minutes is told of once in an outage", async () => {
  const told: number[] = [];
  for (let minute = 0; minute < 3 * DOWN_MINUTES; minute += 1) {
    const lines = await run(minute, [DOWN, SLOW]);
    if (lines.length > 0) told.push(minute);
    for (const line of lines)
      expect(line).toEqual({
        level: "error",
        event: "price_source_down",
        source: "prices.example",
        since: "2026-11-26T10:00:00.000Z",
      });
  }
  expect(told).toEqual([DOWN_MINUTES]);
});

it("an outage ends with an answer, even if it is no quote, and the next one is told of again", async () => {
  await run(0, [DOWN]);
  expect(await run(DOWN_MINUTES, [DOWN])).toHaveLength(1);
  await run(DOWN_MINUTES + 1, [DOWN, NONE]);
  expect(await run(DOWN_MINUTES + 2, [DOWN])).toEqual([]);
  expect(await run(2 * DOWN_MINUTES + 1, [DOWN])).toEqual([]);
  expect(await run(2 * DOWN_MINUTES + 2, [DOWN])).toHaveLength(1);
});

it("a source that was not asked, or cut off by the end of the run, is neither back nor gone", async () => {
  await run(0, [DOWN]);
  expect(await run(DOWN_MINUTES, [])).toEqual([]);
  expect(await run(DOWN_MINUTES, [SLOW], AbortSignal.abort())).toEqual([]);
  expect(await run(DOWN_MINUTES, [DOWN])).toHaveLength(1);
});
