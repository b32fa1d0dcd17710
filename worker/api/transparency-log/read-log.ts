/** Tiles and entries of the log as they are published: bytes. */
import { and, asc, eq, gt, lte } from "drizzle-orm";
import { HASH_BYTES, TILE_WIDTH, type Tile } from "#shared/log/log-tiles.ts";
import { leafBytes } from "#shared/record/ledger-chain.ts";
import { fromHex } from "#shared/encoding/sha256.ts";
import type { Database } from "#worker/api/database.ts";
import { selectLogSize, toLedgerEntry } from "#worker/api/ledger/index.ts";
import { ledger, logTiles } from "#worker/api/tables/ledger.ts";

/** Null if the log does not reach that far. */
export async function readTileBytes(db: Database, { level, index, width }: Tile) {
  const tile = await db
    .select({ hashes: logTiles.hashes })
    .from(logTiles)
    .where(and(eq(logTiles.level, level), eq(logTiles.tile_index, index)))
    .get();
  const digits = width * HASH_BYTES * 2;
  return tile && tile.hashes.length >= digits ? fromHex(tile.hashes.slice(0, digits)) : null;
}

/** Each entry is preceded by its length in two bytes, big-endian. Null if the log does not have that many. */
export async function readEntryBundle(db: Database, { index, width }: Omit<Tile, "level">) {
  const after = index * TILE_WIDTH;
  const [[log], rows] = await db.batch([
    selectLogSize(db),
    db
      .select()
      .from(ledger)
      .where(and(gt(ledger.seq, after), lte(ledger.seq, after + width)))
      .orderBy(asc(ledger.seq)),
  ]);
  if ((log?.size ?? 0) < after + width) return null;
  const entries = rows.map((row) => leafBytes(toLedgerEntry(row)));
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError("an entry is too long for the log");
    view.setUint16(at, entry.length);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

const MAX_ENTRY_BYTES = 0xffff;
