/** The tiles of the ledger's log: written with each entry, and refused by the database if they do not follow from the entries. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { storedTiles, tilesByDefinition } from "./tiles-by-definition.ts";
import { commitToLedger, toLedgerEntry } from "#worker/api/ledger/index.ts";
import { findLogFault, growTree, readLog, selectLog } from "#worker/api/ledger/check-log.ts";
import { ledger } from "#worker/api/tables/ledger.ts";

const sha256 = webCryptoSha256Of(crypto.subtle);
const record = createRecord();
const db = drizzle(env.DB);

describe("a commit", () => {
  it("adds the hashes of its entries to the log's tiles", async () => {
    const trader = await addSomeTrader(record);
    await publishAndSettle(record, signalBy(trader, record), "won");
    expect(await storedTiles()).toEqual(await tilesByDefinition());
    expect(await storedTiles()).toMatchObject([{ level: 0, tile_index: 0 }]);
  });

  it("of many entries fills tiles, whose roots are in the tile above", { timeout: 60_000 }, async () => {
    // Not the read models': this is about the ledger alone.
    const join = (count: number) =>
      commitToLedger(record.deps, {
        reads: [],
        plan: () => ({
          drafts: Array.from({ length: count }, (_, index) => ({
            kind: "trader_joined" as const,
            signal_id: null,
            payload: { trader: `many-${index}` },
          })),
          statements: () => [],
          result: () => null,
        }),
      });
    for (const count of [252, 1, 1, 255, 300, 1]) {
      await join(count);
      expect(await storedTiles()).toEqual(await tilesByDefinition());
    }
    expect((await storedTiles()).map(({ level, hashes }) => [level, hashes.length / 64])).toEqual([
      [0, 256],
      [0, 256],
      [0, 256],
      [0, 45],
      [1, 3],
    ]);
  });

  it("that is refused writes no tile", async () => {
    const before = await storedTiles();
    const refused = publishAndSettle(record, { ...signalBy("nobody", record) }, "won");
    await expect(refused).rejects.toMatchObject({ code: "trader_not_found" });
    expect(await storedTiles()).toEqual(before);
  });
});

const HASH = "a".repeat(64);

it.each([
  `UPDATE log_tiles SET hashes = '${HASH}' || substr(hashes, 65)`,
  // A hash less, one without an entry, and one of no tile below.
  "UPDATE log_tiles SET hashes = substr(hashes, 1, length(hashes) - 64) WHERE tile_index = 3",
  `UPDATE log_tiles SET hashes = hashes || '${HASH}' WHERE tile_index = 3`,
  `UPDATE log_tiles SET hashes = hashes || '${HASH}' WHERE level = 1`,
  "UPDATE log_tiles SET tile_index = 4 WHERE tile_index = 3",
  "UPDATE OR REPLACE log_tiles SET tile_index = 0 WHERE tile_index = 3",
  "UPDATE OR REPLACE log_tiles SET rowid = 1 WHERE tile_index = 3",
  // A tile anew, after one that is not full, behind a gap, on a level too soon, and on none.
  `INSERT OR REPLACE INTO log_tiles VALUES (0, 3, '${HASH}')`,
  `INSERT INTO log_tiles VALUES (0, 4, '${HASH}')`,
  `INSERT INTO log_tiles VALUES (0, 7, '${HASH}')`,
  `INSERT INTO log_tiles VALUES (2, 0, '${HASH}')`,
  `INSERT INTO log_tiles VALUES (-1, 0, '${HASH}')`,
  "INSERT INTO log_tiles VALUES (9, 0, 'abcd')",
  "DELETE FROM log_tiles WHERE tile_index = 3",
])("the database refuses %s", async (sql) => {
  const before = await storedTiles();
  await expect(env.DB.prepare(sql).run()).rejects.toThrow(
    /tile does not follow from the entries|tiles stay|CHECK constraint failed/,
  );
  expect(await storedTiles()).toEqual(before);
});

describe("the check of the log's tiles", () => {
  it.each([
    [
      "a hash",
      `UPDATE log_tiles SET hashes = substr(hashes, 1, 64) || '${"b".repeat(64)}' || substr(hashes, 129) WHERE level = 0 AND tile_index = 1`,
      { key: "0/1", place: "hashes.1", found: "b".repeat(64) },
    ],
    [
      "the root of a tile",
      `UPDATE log_tiles SET hashes = '${"b".repeat(64)}' || substr(hashes, 65) WHERE level = 1`,
      { key: "1/0", place: "hashes.0" },
    ],
    ["a missing tile", "DELETE FROM log_tiles WHERE level = 1", { key: "of level 1", found: 0, expected: 3 }],
    [
      "a tile that ends too soon",
      "UPDATE log_tiles SET hashes = substr(hashes, 1, 255 * 64) WHERE level = 0 AND tile_index = 1",
      { key: "0/1", place: "hashes.255", found: null },
    ],
    [
      "a tile that is missing among others",
      "DELETE FROM log_tiles WHERE level = 0 AND tile_index = 1",
      { key: "0/1", place: "hashes.0", found: null },
    ],
    [
      "a tile too many",
      `INSERT INTO log_tiles VALUES (3, 5, '${"b".repeat(64)}')`,
      { key: "of level 3", found: 5 * 256 + 1, expected: 0 },
    ],
  ])("detects %s that does not follow from the entries", async (_, sql, fault) => {
    // Alone: the entries of this file are no record that can be replayed.
    const entries = (await db.select().from(ledger)).map(toLedgerEntry);
    const [from, size] = [100, entries.length];
    const early = await growTree(sha256, { size: 0, peaks: [] }, entries.slice(0, from), new Set());
    const tree = await growTree(sha256, early, entries.slice(from), new Set());
    const find = async () => {
      const queries = selectLog(from, size, true).map(({ text }) => env.DB.prepare(text));
      const rows = await env.DB.batch<Record<string, unknown>>(queries);
      return findLogFault(readLog(rows.map(({ results }) => results)), tree, size);
    };
    const before = await storedTiles();
    expect(await find()).toBeNull();
    await pastTriggers(env.DB, sql);
    expect(await find()).toMatchObject(fault);
    await pastTriggers(env.DB, "DELETE FROM log_tiles");
    for (const { level, tile_index, hashes } of before)
      await env.DB.prepare("INSERT INTO log_tiles VALUES (?, ?, ?)").bind(level, tile_index, hashes).run();
    expect(await find()).toBeNull();
  });
});
