/** The transparency log by the guide's part on it alone: keys, signatures, tree, tiles, bundles and what witnesses have seen. */
import { createHash, createPublicKey, verify } from "node:crypto";

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

const TYPE_LOG = 1;
const TYPE_WITNESS = 4;

interface Key {
  readonly name: string;
  readonly type: number;
  readonly id: Buffer;
  readonly publicKey: Buffer;
}

function keyOf(line: string): Key {
  const [, name = "", idHex, base64 = ""] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(line) ?? [];
  const typed = Buffer.from(base64, "base64");
  const id = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4);
  if (id.toString("hex") !== idHex || typed.length !== 33) throw new Error(`${line} is no key`);
  return { name, type: typed[0] ?? 0, id, publicKey: typed.subarray(1) };
}

/** What a key has signed of a note: its text, and the seconds that a witness names. Throws where it has not. */
export function openNote(note: string, keyLine: string) {
  const key = keyOf(keyLine);
  const end = note.lastIndexOf("\n\n") + 1;
  const text = note.slice(0, end);
  for (const line of note.slice(end + 1).split("\n")) {
    const [dash, name, base64 = ""] = line.split(" ");
    const bytes = Buffer.from(base64, "base64");
    if (dash !== "\u2014" || name !== key.name || !bytes.subarray(0, 4).equals(key.id)) continue;
    const isWitness = key.type === TYPE_WITNESS;
    if (!isWitness && key.type !== TYPE_LOG) throw new Error(`a key of type ${key.type}`);
    const seconds = isWitness ? Number(bytes.readBigUInt64BE(4)) : null;
    const signed = isWitness ? `cosignature/v1\ntime ${seconds}\n${text}` : text;
    if (!verify(null, Buffer.from(signed), ed25519(key.publicKey), bytes.subarray(isWitness ? 12 : 4)))
      throw new Error(`a wrong signature of ${name}`);
    const [origin = "", size = "", root = ""] = text.split("\n");
    return { origin, size: Number(size), root, seconds };
  }
  throw new Error(`${key.name} has not signed it`);
}

function ed25519(publicKey: Buffer) {
  return createPublicKey({
    format: "jwk",
    key: { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") },
  });
}

export const leafOf = (entry: Uint8Array) => sha256(Uint8Array.of(0), entry);

/** Root over hashes, split at the largest power of two below their number. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (first === undefined) return sha256();
  if (hashes.length === 1) return first;
  let k = 1;
  while (2 * k < hashes.length) k *= 2;
  return sha256(Uint8Array.of(1), rootOf(hashes.slice(0, k)), rootOf(hashes.slice(k)));
}

/** The tiles of a log by their addresses behind `/log/`. */
export function tilesOf(leaves: readonly Buffer[]): Map<string, Buffer> {
  const tiles = new Map<string, Buffer>();
  let level = leaves;
  for (let l = 0; level.length > 0; l += 1) {
    const full: Buffer[] = [];
    for (let n = 0; n * 256 < level.length; n += 1) {
      const hashes = level.slice(n * 256, (n + 1) * 256);
      tiles.set(`tile/${l}/${placeOf(n, hashes.length)}`, Buffer.concat(hashes));
      if (hashes.length === 256) full.push(rootOf(hashes));
    }
    level = full;
  }
  return tiles;
}

/** The bundles of entries, likewise. */
export function bundlesOf(entries: readonly Buffer[]): Map<string, Buffer> {
  const bundles = new Map<string, Buffer>();
  for (let n = 0; n * 256 < entries.length; n += 1) {
    const some = entries.slice(n * 256, (n + 1) * 256);
    const bytes = some.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]);
    bundles.set(`tile/entries/${placeOf(n, some.length)}`, Buffer.concat(bytes));
  }
  return bundles;
}

function placeOf(n: number, width: number): string {
  const digits = String(n).padStart(Math.ceil(String(n).length / 3) * 3, "0");
  const groups = digits.match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at + 1 < groups.length ? `x${group}` : group)).join("/");
  return width < 256 ? `${place}.p/${width}` : place;
}
