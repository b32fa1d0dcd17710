/** Adds entries to the log's tree, and compares the stored tiles and witnessed checkpoints with it. */
import * as v from "valibot";
import { toBase64 } from "#shared/encoding/base64.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { addEntry, rootOf } from "#shared/record/log-roots.ts";
import { HASH_BYTES, TILE_WIDTH } from "#shared/log/log-tiles.ts";
import type { Sha256 } from "#shared/log/merkle-tree.ts";
import { fromHex, toHex } from "#shared/encoding/sha256.ts";
import type { Peak } from "#worker/api/tables/ledger.ts";
import type { Query, Row } from "./run-queries.ts";
import { CHECKED_ENTRIES } from "#shared/limits/ledger.ts";

interface Tree {
  readonly size: number;
  /** The largest first. */
  readonly peaks: readonly Peak[];
}

export interface GrownTree extends Tree {
  /** Hashes that belong in the tiles, in the order in which they were computed. */
  readonly hashes: readonly { readonly level: number; readonly index: number; readonly hash: string }[];
  /** Roots in base64, by the size of the tree. */
  readonly roots: ReadonlyMap<number, string>;
}

/** The tree with more entries; roots are computed only for `sizes`. */
export async function growTree(
  sha256: Sha256,
  tree: Tree,
  entries: readonly LedgerEntry[],
  sizes: ReadonlySet<number>,
): Promise<GrownTree> {
  const subtrees = tree.peaks.map(({ height, hash }) => ({ height, hash: fromHex(hash) }));
  const hashes: { level: number; index: number; hash: string }[] = [];
  const roots = new Map<number, string>();
  let { size } = tree;
  const keepRoot = async () => {
    if (sizes.has(size)) roots.set(size, toBase64(await rootOf(sha256, subtrees)));
  };
  await keepRoot();
  for (const entry of entries) {
    size += 1;
    for (const { height, hash } of await addEntry(sha256, subtrees, entry)) {
      const level = height / Math.log2(TILE_WIDTH);
      if (Number.isInteger(level)) hashes.push({ level, index: size / 2 ** height - 1, hash: toHex(hash) });
    }
    await keepRoot();
  }
  const peaks = subtrees.map(({ height, hash }) => ({ height, hash: toHex(hash) }));
  return { size, peaks, hashes, roots };
}

const HASH_DIGITS = 2 * HASH_BYTES;
const LEVELS = JSON.stringify(Array.from({ length: 64 }, (_, level) => level));

/** Queries for `readLog`: what is stored of the log between two sizes, or from one size on. */
export function selectLog(from: number, to: number, isLast: boolean): readonly Query[] {
  const tiles: string[] = ["0"];
  for (let [level, width] = [0, 1]; to >= width; level += 1, width *= TILE_WIDTH) {
    const [first, end] = [Math.floor(from / width), Math.floor(to / width)];
    if (end > first)
      tiles.push(
        `(level = ${level} AND tile_index BETWEEN ${tileOf(first).index} AND ${tileOf(end - 1).index})`,
      );
  }
  return [
    { text: `SELECT level, tile_index, hashes FROM log_tiles WHERE ${tiles.join(" OR ")}` },
    {
      text: `SELECT value AS level, (
          SELECT tile_index * ${TILE_WIDTH} + length(hashes) / ${HASH_DIGITS} FROM log_tiles
          WHERE level = value ORDER BY tile_index DESC LIMIT 1
        ) AS hashes FROM json_each('${LEVELS}') ORDER BY value`,
    },
    {
      text: `SELECT size, note FROM log_checkpoints
        WHERE size >= ${from}${isLast ? "" : ` AND size <= ${to}`} ORDER BY size LIMIT ${CHECKED_ENTRIES + 1}`,
    },
  ];
}

const TileRow = v.object({ level: v.number(), tile_index: v.number(), hashes: v.string() });
const LevelRow = v.object({ level: v.number(), hashes: v.nullable(v.number()) });
const SeenRow = v.object({ size: v.number(), note: v.string() });

export interface StoredLog {
  /** By level and index. */
  readonly tiles: ReadonlyMap<string, string>;
  /** Number of hashes of each level, by its last tile. */
  readonly widths: readonly number[];
  readonly seen: readonly { readonly size: number; readonly root: string | null }[];
}

export function readLog([tiles = [], levels = [], seen = []]: readonly (readonly Row[])[]): StoredLog {
  return {
    tiles: new Map(
      v.parse(v.array(TileRow), tiles).map((row) => [`${row.level}/${row.tile_index}`, row.hashes]),
    ),
    widths: v.parse(v.array(LevelRow), levels).map(({ hashes }) => hashes ?? 0),
    seen: v.parse(v.array(SeenRow), seen).map(({ size, note }) => ({
      size,
      root: note.split("\n")[2] ?? null,
    })),
  };
}

/** What is stored, and what the entries say. A missing hash or root is null. */
export interface LogFault {
  readonly table: "log_tiles" | "log_checkpoints";
  /** A tile's level and index, or `of level L`; a checkpoint's size. */
  readonly key: string;
  readonly place: string;
  readonly found: string | number | null;
  readonly expected: string | number | null;
}

/** The first fault; tiles may be behind the entries, but not beyond the newest, `headSeq`. */
export function findLogFault(
  { tiles, widths, seen }: StoredLog,
  { size: treeSize, hashes, roots }: GrownTree,
  headSeq: number,
): LogFault | null {
  const [size = 0] = widths;
  const widthOf = (level: number) => Math.floor(Math.min(size, headSeq) / TILE_WIDTH ** level);
  for (const [level, found] of widths.entries()) {
    const expected = widthOf(level);
    if (found !== expected)
      return { table: "log_tiles", key: `of level ${level}`, place: "hashes", found, expected };
  }
  for (const { level, index, hash: expected } of hashes) {
    if (index >= widthOf(level)) continue;
    const tile = tileOf(index);
    const key = `${level}/${tile.index}`;
    const found = tiles.get(key)?.slice(tile.place * HASH_DIGITS, (tile.place + 1) * HASH_DIGITS) || null;
    if (found !== expected)
      return { table: "log_tiles", key, place: `hashes.${tile.place}`, found, expected };
  }
  for (const { size, root: found } of seen) {
    if (size > treeSize && size <= headSeq) continue;
    const expected = roots.get(size) ?? null;
    if (found !== expected)
      return { table: "log_checkpoints", key: String(size), place: "root", found, expected };
  }
  return null;
}

function tileOf(index: number) {
  return { index: Math.floor(index / TILE_WIDTH), place: index % TILE_WIDTH };
}
