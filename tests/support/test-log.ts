/**
 * A log of any size in memory, served and signed as the site does; numbers measured with a million leaves are those of a real
 * tree.
 */
import { generateKeyPairSync, hash, sign } from "node:crypto";
import { HASH_BYTES, parseTilePath, TILE_WIDTH, tileWidth } from "#shared/log/log-tiles.ts";
import { type Hash, type ReadHash, treeRoot } from "#shared/log/merkle-tree.ts";
import { checkpointText, signatureLine, signedNote, verifierKey } from "#shared/log/signed-note.ts";

/** Many times faster than WebCrypto. */
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> =>
  new Uint8Array(hash("sha256", bytes, "buffer"));

export interface LogSigner {
  readonly publicKey: Uint8Array;
  readonly sign: (text: string) => Uint8Array;
}

export function createSigner(): LogSigner {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32)),
    sign: (text) => new Uint8Array(sign(null, Buffer.from(text), privateKey)),
  };
}

export interface TestLog {
  readonly size: number;
  /** One line a signer. */
  readonly keys: () => Promise<string>;
  /** Root of the first `size` leaves. */
  readonly checkpoint: (size?: number) => Promise<string>;
  readonly readHash: ReadHash;
  /** Null for a tile that the log lacks. */
  readonly tile: (path: string) => Uint8Array<ArrayBuffer> | null;
}

export const ORIGIN = "signals.example/log";

/** `leafAt` returns the bytes of a leaf. */
export function createTestLog(
  size: number,
  leafAt: (index: number) => Uint8Array,
  signers: readonly LogSigner[],
): TestLog {
  const rows = rowsOver(size, leafAt);
  const hashAt = (height: number, index: number): Hash =>
    new Uint8Array(rows[height]?.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES) ?? []);
  const readHash: ReadHash = async (height, index) => hashAt(height, index);
  return {
    size,
    readHash,
    async keys() {
      const lines = signers.map(({ publicKey }) => verifierKey(sha256, { name: ORIGIN, publicKey }));
      return (await Promise.all(lines)).map((line) => `${line}\n`).join("");
    },
    async checkpoint(end = size) {
      const text = checkpointText({
        origin: ORIGIN,
        size: end,
        root: await treeRoot({ sha256, size: end, readHash }),
      });
      const lines = signers.map(({ publicKey, sign }) =>
        signatureLine(sha256, { name: ORIGIN, publicKey }, sign(text)),
      );
      return signedNote(text, await Promise.all(lines));
    },
    tile(path) {
      const tile = parseTilePath(path);
      if (!tile || tile.level === "entries") return null;
      const { level, index, width } = tile;
      if (tileWidth(size, level, index) < width) return null;
      const start = index * TILE_WIDTH * HASH_BYTES;
      return new Uint8Array(rows[level * 8]?.subarray(start, start + width * HASH_BYTES) ?? []);
    },
  };
}

/** Hashes of all complete subtrees, by height, concatenated. */
function rowsOver(size: number, leafAt: (index: number) => Uint8Array): Buffer[] {
  const leaves = Buffer.alloc(size * HASH_BYTES);
  for (let index = 0; index < size; index += 1) {
    const leaf = hash("sha256", Buffer.concat([Buffer.of(0), leafAt(index)]), "buffer");
    leaf.copy(leaves, index * HASH_BYTES);
  }
  const rows = [leaves];
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
  for (let row = leaves; row.length >= 2 * HASH_BYTES; row = rows.at(-1) ?? Buffer.alloc(0)) {
    const above = Buffer.alloc(Math.floor(row.length / HASH_BYTES / 2) * HASH_BYTES);
    for (let at = 0; at < above.length; at += HASH_BYTES) {
      row.copy(node, 1, 2 * at, 2 * at + 2 * HASH_BYTES);
      hash("sha256", node, "buffer").copy(above, at);
    }
    rows.push(above);
  }
  return rows;
}
