/**
 * Tiles of a transparency log (https://c2sp.org/tlog-tiles): level 0 has the hashes of the leaves, each further level one
 * hash per full tile of the level below. A tile holds up to 256 hashes and only grows.
 */
import { type Hash, type ReadHash, rootOfHashes, type Sha256 } from "./merkle-tree.ts";

export const TILE_WIDTH = 256;
export const HASH_BYTES = 32;
/** 256 is 2 to the power of this. */
const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;

export interface Tile {
  readonly level: number;
  readonly index: number;
  /** 1 to 256 hashes. */
  readonly width: number;
}

/** A bundle of entries; the tile of level 0 with the same index has their hashes. */
export interface EntryBundle extends Omit<Tile, "level"> {
  readonly level: "entries";
}

/** Path below the log's address: `tile/0/x001/067.p/112`. */
export function tilePath({ level, index, width }: Tile | EntryBundle): string {
  return `tile/${level}/${indexPath(index)}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

/** 1234067 is `x001/x234/067`. */
function indexPath(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}

const TILE_PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Null for a path that `tilePath` never makes. */
export function parseTilePath(path: string): Tile | EntryBundle | null {
  const [, level = "", groups = "", width = String(TILE_WIDTH)] = TILE_PATH.exec(path) ?? [];
  const place = { index: Number(groups.replaceAll(/\D/g, "")), width: Number(width) };
  const tile = { ...place, level: level === "entries" ? level : Number(level) } as const;
  const isTile = tilePath(tile) === path && tile.width <= TILE_WIDTH;
  return isTile && (tile.level === "entries" || tile.level <= MAX_LEVEL) ? tile : null;
}

/** Number of hashes in a tile of a tree with `size` leaves; 0 if the tree does not contain the tile. */
export function tileWidth(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}

/** The tiles of a tree that are not full, lowest level first. */
export function partialTiles(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
    const width = hashes % TILE_WIDTH;
    if (width > 0) tiles.push({ level, index: Math.floor(hashes / TILE_WIDTH), width });
  }
  return tiles;
}

/** The tiles needed to prove a leaf: its own at every level, and those that are not full. */
export function tilesOfLeaf(size: number, leaf: number): Tile[] {
  const tiles = partialTiles(size);
  let [hashes, index] = [size, leaf];
  for (let level = 0; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
    index = Math.floor(index / TILE_WIDTH);
    if (tileWidth(size, level, index) === TILE_WIDTH) tiles.push({ level, index, width: TILE_WIDTH });
  }
  return tiles;
}

/** The `readHash` of a tree, from the tiles of a tree of `size` leaves. */
export function hashesFromTiles(
  sha256: Sha256,
  size: number,
  readTile: (tile: Tile) => Promise<readonly Hash[]>,
): ReadHash {
  return async (height, index) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const count = 2 ** (height % TILE_HEIGHT);
    const first = index * count;
    const tileIndex = Math.floor(first / TILE_WIDTH);
    const width = tileWidth(size, level, tileIndex);
    const hashes = await readTile({ level, index: tileIndex, width });
    if (hashes.length !== width) throw new Error(`tile ${level}/${tileIndex} does not have ${width} hashes`);
    const start = first % TILE_WIDTH;
    return rootOfHashes(sha256, hashes.slice(start, start + count));
  };
}

/** Hashes to be appended to one tile. */
export interface TileGrowth {
  readonly level: number;
  readonly index: number;
  /** Hashes that the tile has so far; 0 for a new one. */
  readonly width: number;
  readonly hashes: readonly Hash[];
}

/** Whether a tile becomes full with `more` leaves: then `growTiles` needs the partial tiles. */
export function fillsTile(size: number, more: number): boolean {
  return Math.floor((size + more) / TILE_WIDTH) > Math.floor(size / TILE_WIDTH);
}

export interface Growth {
  readonly size: number;
  readonly leaves: readonly Hash[];
  /** The partial tile of a level; not called if no tile becomes full. */
  readonly partialTile: (level: number) => readonly Hash[];
}

/** The hashes that additional leaves append to a tree's tiles, lowest level first. */
export async function growTiles(
  sha256: Sha256,
  { size, leaves, partialTile }: Growth,
): Promise<TileGrowth[]> {
  const growth: TileGrowth[] = [];
  let added = leaves;
  for (let level = 0, held = size; added.length > 0; level += 1, held = Math.floor(held / TILE_WIDTH)) {
    const roots: Hash[] = [];
    let width = held % TILE_WIDTH;
    let index = Math.floor(held / TILE_WIDTH);
    for (let from = 0; from < added.length; index += 1, width = 0) {
      const hashes = added.slice(from, from + TILE_WIDTH - width);
      from += hashes.length;
      growth.push({ level, index, width, hashes });
      if (width + hashes.length < TILE_WIDTH) break;
      const before = width > 0 ? partialTile(level) : [];
      if (before.length !== width) throw new Error(`tile ${level}/${index} does not have ${width} hashes`);
      roots.push(await rootOfHashes(sha256, [...before, ...hashes]));
    }
    added = roots;
  }
  return growth;
}
