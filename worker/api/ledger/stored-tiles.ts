/** The ledger's tiles in storage: read by position, and extended in the transaction that appends the entries. */
import { and, desc, eq, exists, gt, or, sql } from "drizzle-orm";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafBytes } from "#shared/record/ledger-chain.ts";
import {
  fillsTile,
  growTiles,
  HASH_BYTES,
  partialTiles,
  type Tile,
  TILE_WIDTH,
  type TileGrowth,
} from "#shared/log/log-tiles.ts";
import { type Hash, leafHash } from "#shared/log/merkle-tree.ts";
import { fromHex, toHex } from "#shared/encoding/sha256.ts";
import { type Database, insertIf, type Statement } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { sha256OfBytes } from "#worker/http/digests.ts";
import { toLedgerEntry } from "./ledger-row.ts";
import { ledger, logTiles } from "#worker/api/tables/ledger.ts";
import { LOG_CATCH_UP } from "#shared/limits/log.ts";

const HASH_DIGITS = 2 * HASH_BYTES;

/**
 * Statement for the number of entries whose hash is in the tiles, and for the last of these: one row, or none while there is
 * no tile.
 */
export function selectLogSize(db: Database) {
  return db
    .select({ size: sizeByTile, last: sql<string>`substr(${logTiles.hashes}, ${-HASH_DIGITS})` })
    .from(logTiles)
    .where(eq(logTiles.level, 0))
    .orderBy(desc(logTiles.tile_index))
    .limit(1);
}

const sizeByTile = sql<number>`${logTiles.tile_index} * ${TILE_WIDTH} + length(${logTiles.hashes}) / ${HASH_DIGITS}`;

/** The hashes of some tiles, as many of each as its width, in the order of `tiles`. Null if one is missing. */
export async function readTiles(db: Database, tiles: readonly Tile[]): Promise<readonly Hash[][] | null> {
  if (tiles.length === 0) return [];
  const rows = await db
    .select()
    .from(logTiles)
    .where(or(...tiles.map(isTile)));
  const found = tiles.map(({ level, index, width }) => {
    const row = rows.find((row) => row.level === level && row.tile_index === index);
    return row && row.hashes.length >= width * HASH_DIGITS ? hashesOf(row.hashes, width) : null;
  });
  return found.every((hashes) => hashes !== null) ? found : null;
}

function hashesOf(digits: string, width: number): Hash[] {
  return Array.from({ length: width }, (_, at) =>
    fromHex(digits.slice(at * HASH_DIGITS, (at + 1) * HASH_DIGITS)),
  );
}

function isTile({ level, index }: Pick<Tile, "level" | "index">) {
  return and(eq(logTiles.level, level), eq(logTiles.tile_index, index));
}

/**
 * Statements that add the entries after the first `size` to the tiles. If the tiles do not have exactly `size` entries by
 * then, the statements change nothing, and the scheduled job adds what is missing.
 */
export async function growLog(
  db: Database,
  size: number,
  entries: readonly LedgerEntry[],
): Promise<readonly Statement[]> {
  const partial = fillsTile(size, entries.length) ? partialTiles(size) : [];
  const held = await readTiles(db, partial);
  if (held === null) return [];
  const growth = await growTiles(sha256OfBytes, {
    size,
    leaves: await Promise.all(entries.map((entry) => leafHash(sha256OfBytes, leafBytes(entry)))),
    partialTile: (level) => held[partial.findIndex((tile) => tile.level === level)] ?? [],
  });
  return growth.map((tile) => growTile(db, tile));
}

function growTile(db: Database, { level, index, width, hashes }: TileGrowth): Statement {
  const digits = hashes.map(toHex).join("");
  if (width > 0)
    return db
      .update(logTiles)
      .set({ hashes: sql`${logTiles.hashes} || ${digits}` })
      .where(and(isTile({ level, index }), hasHashes(width)));
  const row = { level, tile_index: index, hashes: digits };
  if (index === 0) return db.insert(logTiles).values(row);
  const before = db
    .select({ level: logTiles.level })
    .from(logTiles)
    .where(and(isTile({ level, index: index - 1 }), hasHashes(TILE_WIDTH)));
  return insertIf(db, logTiles, row, exists(before));
}

function hasHashes(count: number) {
  return eq(sql`length(${logTiles.hashes})`, count * HASH_DIGITS);
}

/**
 * For the scheduled handler: adds entries that are not in the tiles, as after a seed or a repair (worker/OPERATIONS.md), step by step,
 * each in one transaction. Until this is done, commits do not change the tiles.
 */
export async function catchUpLog({ db, now }: Pick<BaseDependencies, "db" | "now">): Promise<void> {
  const untilMs = now() + LOG_CATCH_UP.maxMs;
  do {
    const [[tiled], rows] = await db.batch([
      selectLogSize(db),
      db
        .select()
        .from(ledger)
        .where(
          gt(
            ledger.seq,
            sql`coalesce((SELECT ${sizeByTile} FROM ${logTiles} WHERE level = 0 ORDER BY tile_index DESC LIMIT 1), 0)`,
          ),
        )
        .orderBy(ledger.seq)
        .limit(LOG_CATCH_UP.entries),
    ]);
    const [first, ...rest] = await growLog(db, tiled?.size ?? 0, rows.map(toLedgerEntry));
    if (!first) return;
    await db.batch([first, ...rest]);
  } while (now() < untilMs);
}
