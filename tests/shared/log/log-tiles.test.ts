import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  fillsTile,
  growTiles,
  hashesFromTiles,
  parseTilePath,
  partialTiles,
  type Tile,
  tilePath,
  tileWidth,
} from "#shared/log/log-tiles.ts";
import { type Hash, leafHash, rootOfHashes, treeRoot } from "#shared/log/merkle-tree.ts";

const sha256 = async (bytes: Uint8Array): Promise<Hash> =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

const leaves = await Promise.all(
  Array.from({ length: 70_000 }, (_, index) => leafHash(sha256, new TextEncoder().encode(`leaf ${index}`))),
);

describe("the path of a tile", () => {
  it.each([
    ["tile/0/000", { level: 0, index: 0, width: 256 }],
    ["tile/0/000.p/1", { level: 0, index: 0, width: 1 }],
    ["tile/1/x001/x234/067", { level: 1, index: 1_234_067, width: 256 }],
    ["tile/0/x001/000.p/255", { level: 0, index: 1_000, width: 255 }],
    ["tile/63/999.p/112", { level: 63, index: 999, width: 112 }],
    ["tile/entries/x999/999", { level: "entries", index: 999_999, width: 256 }],
  ] as const)("%s can be parsed and formatted", (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  const rests = "0 0/0 0/1000 0/x000/001 0/x001 0/001/002 00/001 64/000 -1/000 data/000".split(" ");
  const widths = "0/000.p/0 0/000.p/01 0/000.p/256 0/000.p 0/000/ 0/x999/x999/x999/x999/x999/999".split(" ");
  it.each(["", ...[...rests, ...widths].map((rest) => `tile/${rest}`)])("is not %s", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

describe("the tiles of a tree", () => {
  it.each<[number, Tile[]]>([
    [0, []],
    [1, [{ level: 0, index: 0, width: 1 }]],
    [2, [{ level: 0, index: 0, width: 2 }]],
    [255, [{ level: 0, index: 0, width: 255 }]],
    [256, [{ level: 1, index: 0, width: 1 }]],
    [65_536, [{ level: 2, index: 0, width: 1 }]],
    [
      70_000,
      [
        { level: 0, index: 273, width: 112 },
        { level: 1, index: 1, width: 17 },
        { level: 2, index: 0, width: 1 },
      ],
    ],
  ])("of a tree with %i leaves that are not full", (size, tiles) => {
    expect(partialTiles(size)).toEqual(tiles);
    for (const { level, index, width } of tiles) {
      expect(tileWidth(size, level, index)).toBe(width);
      expect(tileWidth(size, level, index + 1)).toBe(0);
      if (index > 0) expect(tileWidth(size, level, index - 1)).toBe(256);
    }
  });

  it.each([777, 256])("are the same however the tree grows (in steps of %i)", async (step) => {
    const tiles = new Map<string, Hash[]>();
    for (let size = 0; size < leaves.length; size += step) {
      const added = leaves.slice(size, size + step);
      const growth = await growTiles(sha256, {
        size,
        leaves: added,
        partialTile: (level) => tiles.get(key(level, Math.floor(size / 256 ** (level + 1)))) ?? [],
      });
      for (const { level, index, width, hashes } of growth) {
        const before = tiles.get(key(level, index)) ?? [];
        expect(before).toHaveLength(width);
        tiles.set(key(level, index), [...before, ...hashes]);
      }
    }
    expect(tiles.size).toBe(274 + 2 + 1);
    for (const size of [1, 2, 255, 256, 257, 65_536, 69_999, 70_000]) {
      const read = async ({ level, index, width }: Tile) =>
        (tiles.get(key(level, index)) ?? []).slice(0, width);
      const readHash = hashesFromTiles(sha256, size, read);
      expect(await treeRoot({ sha256, size, readHash })).toEqual(
        await rootOfHashes(sha256, leaves.slice(0, size)),
      );
    }
  });

  it("are read again only when one of them becomes full", async () => {
    const unasked = () => {
      throw new Error("asked");
    };
    expect([fillsTile(0, 255), fillsTile(256, 255)]).toEqual([false, false]);
    expect([fillsTile(0, 256), fillsTile(255, 1)]).toEqual([true, true]);
    const few = leaves.slice(0, 3);
    const growth = await growTiles(sha256, { size: 300, leaves: few, partialTile: unasked });
    expect(growth).toEqual([{ level: 0, index: 1, width: 44, hashes: few }]);
    const filling = growTiles(sha256, { size: 300, leaves: leaves.slice(0, 212), partialTile: () => [] });
    await expect(filling).rejects.toThrow("tile 0/1 does not have 44 hashes");
  });
});

function key(level: number, index: number): string {
  return `${level}/${index}`;
}
