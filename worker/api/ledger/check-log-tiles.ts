/** Checks the stored tiles against the entries. */
import * as v from "valibot";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafBytes } from "#shared/ledger-chain.ts";
import { HASH_BYTES, TILE_WIDTH } from "#shared/log-tiles.ts";
import { leafHash, rootOfHashes, type Sha256 } from "#shared/merkle-tree.ts";
import { fromHex, toHex } from "#shared/sha256.ts";
import { CHECKED_TILES_AT_ONCE } from "#shared/limits/ledger.ts";

type Row = Readonly<Record<string, unknown>>;

/** As in check-stored-record.ts. */
type SelectRows = (statements: readonly string[]) => Promise<readonly (readonly Row[])[]>;

/**
 * A tile computed from the entries; `found` and `expected` are the first hash that differs, or the number of hashes of a
 * level.
 */
export interface TileFault {
  readonly key: string;
  readonly place: string;
  readonly found: string | number | null;
  readonly expected: string | number | null;
}

/** Takes entries in order, and compares the stored tiles with them. */
export interface TileCheck {
  readonly add: (entry: LedgerEntry) => Promise<void>;
  /** The first fault. Of tiles beyond the entries taken, only the size is checked. */
  readonly findFault: (selectRows: SelectRows) => Promise<TileFault | null>;
}

const HASH_DIGITS = 2 * HASH_BYTES;
const TILE_DIGITS = TILE_WIDTH * HASH_DIGITS;

export function createTileCheck(sha256: Sha256): TileCheck {
  /** By level, then by index: the hex digits of a tile. */
  const levels: string[][] = [];

  async function append(level: number, hash: string): Promise<void> {
    const tiles = (levels[level] ??= []);
    const last = tiles.at(-1);
    const grown = last === undefined || last.length === TILE_DIGITS ? hash : last + hash;
    if (grown === hash) tiles.push(grown);
    else tiles[tiles.length - 1] = grown;
    if (grown.length === TILE_DIGITS)
      await append(level + 1, toHex(await rootOfHashes(sha256, hashesOf(grown).map(fromHex))));
  }

  async function findWrongHash(selectRows: SelectRows): Promise<TileFault | null> {
    for (let after = 0; ;) {
      const [rows = []] = await selectRows([
        `SELECT rowid AS place, * FROM log_tiles WHERE rowid > ${after} ORDER BY rowid LIMIT ${CHECKED_TILES_AT_ONCE}`,
      ]);
      for (const row of rows) {
        const { place, level, tile_index: index, hashes } = v.parse(TileRow, row);
        after = place;
        const expected = levels[level]?.[index] ?? "";
        const at = firstDifference(hashesOf(hashes), hashesOf(expected));
        if (at !== null) return { key: `${level}/${index}`, place: `hashes.${at.place}`, ...at.values };
      }
      if (rows.length < CHECKED_TILES_AT_ONCE) return null;
    }
  }

  return {
    add: async (entry) => append(0, toHex(await leafHash(sha256, leafBytes(entry)))),
    findFault: async (selectRows) => (await findWrongSize(selectRows)) ?? (await findWrongHash(selectRows)),
  };
}

/** At one moment: each level has the hashes and tiles of a tree with no more leaves than there are entries. */
async function findWrongSize(selectRows: SelectRows): Promise<TileFault | null> {
  const [rows = []] = await selectRows([
    `SELECT level, sum(length(hashes)) / ${HASH_DIGITS} AS hashes, count(*) AS tiles,
      sum(length(hashes) = ${TILE_DIGITS}) AS full, max(tile_index) AS last,
      (SELECT coalesce(max(seq), 0) FROM ledger) AS entries FROM log_tiles GROUP BY level ORDER BY level`,
  ]);
  const levels = v.parse(v.array(LevelRow), rows);
  const [first] = levels;
  if (!first) return null;
  const size = first.level === 0 ? first.hashes : 0;
  const top = levels.at(-1)?.level ?? 0;
  for (let level = 0; level <= top || size >= TILE_WIDTH ** level; level += 1) {
    const { hashes, tiles, full, last } = levels.find((row) => row.level === level) ?? NO_TILES;
    const expected = Math.floor(Math.min(size, first.entries) / TILE_WIDTH ** level);
    const isWhole =
      tiles === Math.ceil(expected / TILE_WIDTH) &&
      full === Math.floor(expected / TILE_WIDTH) &&
      last === tiles - 1;
    if (hashes !== expected || !isWhole)
      return { key: `of level ${level}`, place: "hashes", found: hashes, expected };
  }
  return null;
}

const TileRow = v.object({
  place: v.number(),
  level: v.number(),
  tile_index: v.number(),
  hashes: v.string(),
});

const LevelRow = v.object({
  level: v.number(),
  hashes: v.number(),
  tiles: v.number(),
  full: v.number(),
  last: v.number(),
  entries: v.number(),
});

const NO_TILES = { hashes: 0, tiles: 0, full: 0, last: -1 };

function hashesOf(text: string): string[] {
  return text.match(/.{64}/g) ?? [];
}

/** Among the hashes that both have: a tile may be behind the entries, or ahead of those that were read. */
function firstDifference(stored: readonly string[], byEntries: readonly string[]) {
  const place = stored.findIndex((hash, at) => byEntries[at] !== undefined && hash !== byEntries[at]);
  if (place < 0) return null;
  return { place, values: { found: stored[place] ?? null, expected: byEntries[place] ?? null } };
}
