/**
 * The Merkle tree of RFC 6962 section 2.1 (the same in RFC 9162): hashes, proofs and their verification. Pure; SHA-256 over
 * bytes is a parameter.
 */

/** 32 bytes. */
export type Hash = Uint8Array<ArrayBuffer>;

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Hash>;

/** Hash of the complete subtree number `index` of 2^`height` leaves; height 0 are the leaves' own hashes. */
export type ReadHash = (height: number, index: number) => Promise<Hash>;

/** `Sha256` of the platform's WebCrypto: `webCryptoSha256Of(crypto.subtle)`. */
export function webCryptoSha256Of(subtle: {
  digest(algorithm: "SHA-256", data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}): Sha256 {
  return async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
}

export function leafHash(sha256: Sha256, entry: Uint8Array): Promise<Hash> {
  const bytes = new Uint8Array(1 + entry.length);
  bytes.set(entry, 1);
  return sha256(bytes);
}

export function nodeHash(sha256: Sha256, left: Hash, right: Hash): Promise<Hash> {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return sha256(bytes);
}

/** Root over a list of hashes of one level; for an empty list, SHA-256 of the empty text. */
export async function rootOfHashes(sha256: Sha256, hashes: readonly Hash[]): Promise<Hash> {
  let row = hashes;
  while (row.length > 1) row = await Promise.all(pairsOf(row).map((pair) => joined(sha256, pair)));
  return row[0] ?? sha256(new Uint8Array());
}

type Pair = readonly [Hash, Hash?];

/** An unpaired last hash moves up unchanged. */
function pairsOf(row: readonly Hash[]): Pair[] {
  return row.flatMap((left, at): Pair[] => {
    if (at % 2 === 1) return [];
    const right = row[at + 1];
    return [right ? [left, right] : [left]];
  });
}

async function joined(sha256: Sha256, [left, right]: Pair): Promise<Hash> {
  return right ? nodeHash(sha256, left, right) : left;
}

/** A tree of `size` leaves, by the hashes of its complete subtrees. */
export interface Tree {
  readonly sha256: Sha256;
  readonly size: number;
  readonly readHash: ReadHash;
}

export function treeRoot(tree: Tree): Promise<Hash> {
  return rangeRoot(tree, 0, tree.size);
}

/** Siblings of a leaf, from the bottom up: RFC 6962 section 2.1.1. */
export async function inclusionProof(tree: Tree, index: number): Promise<Hash[]> {
  if (!(index >= 0 && index < tree.size)) throw new RangeError(`no leaf ${index} in a tree of ${tree.size}`);
  return path(tree, index, 0, tree.size);
}

/** Proof that the first `oldSize` leaves are those of the tree of that size: RFC 6962 section 2.1.2. */
export async function consistencyProof(tree: Tree, oldSize: number): Promise<Hash[]> {
  if (!(oldSize >= 0 && oldSize <= tree.size))
    throw new RangeError(`${oldSize} is not an earlier size than ${tree.size}`);
  return oldSize === 0 ? [] : steps(tree, oldSize, 0, tree.size, true);
}

/** Root of the leaves from `start` on; `start` is a multiple of a power of two that is at least their number. */
async function rangeRoot({ sha256, readHash }: Tree, start: number, end: number): Promise<Hash> {
  const roots: Promise<Hash>[] = [];
  for (let at = start; at < end;) {
    const height = Math.floor(Math.log2(end - at));
    roots.push(readHash(height, at / 2 ** height));
    at += 2 ** height;
  }
  const [last, ...before] = (await Promise.all(roots)).reverse();
  let root = last ?? (await sha256(new Uint8Array()));
  for (const left of before) root = await nodeHash(sha256, left, root);
  return root;
}

async function path(tree: Tree, index: number, start: number, end: number): Promise<Hash[]> {
  if (end - start === 1) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...(await path(tree, index, start, middle)), await rangeRoot(tree, middle, end)]
    : [...(await path(tree, index, middle, end)), await rangeRoot(tree, start, middle)];
}

/** `isKnown` is true while the old tree's root is the hash of the remaining range. */
async function steps(
  tree: Tree,
  oldEnd: number,
  start: number,
  end: number,
  isKnown: boolean,
): Promise<Hash[]> {
  if (oldEnd === end) return isKnown ? [] : [await rangeRoot(tree, start, end)];
  const middle = start + splitOf(end - start);
  return oldEnd <= middle
    ? [...(await steps(tree, oldEnd, start, middle, isKnown)), await rangeRoot(tree, middle, end)]
    : [...(await steps(tree, oldEnd, middle, end, false)), await rangeRoot(tree, start, middle)];
}

/** The largest power of two below `count`, which is 2 or more. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

export interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly leaf: Hash;
  readonly proof: readonly Hash[];
  readonly root: Hash;
}

/** RFC 9162 section 2.1.3.2. */
export async function verifyInclusion(
  sha256: Sha256,
  { index, size, leaf, proof, root }: Inclusion,
): Promise<boolean> {
  if (!(index >= 0 && index < size)) return false;
  const way = createWay(index, size - 1);
  let hash = leaf;
  for (const sibling of proof) {
    const side = way.next();
    if (side === null) return false;
    hash = side === "left" ? await nodeHash(sha256, sibling, hash) : await nodeHash(sha256, hash, sibling);
  }
  return way.isAtTop() && isSameHash(hash, root);
}

export interface Consistency {
  readonly oldSize: number;
  readonly oldRoot: Hash;
  readonly size: number;
  readonly root: Hash;
  readonly proof: readonly Hash[];
}

/** RFC 9162 section 2.1.4.2. */
export async function verifyConsistency(
  sha256: Sha256,
  { oldSize, oldRoot, size, root, proof }: Consistency,
): Promise<boolean> {
  if (!(oldSize >= 0 && oldSize <= size)) return false;
  if (oldSize === 0) return proof.length === 0 && isSameHash(oldRoot, await sha256(new Uint8Array()));
  if (oldSize === size) return proof.length === 0 && isSameHash(oldRoot, root);
  const whole = Number.isInteger(Math.log2(oldSize));
  const [first, ...rest] = whole ? [oldRoot, ...proof] : proof;
  if (!first) return false;
  const way = createWay(oldSize - 1, size - 1);
  way.skipRightSides();
  let [oldHash, hash] = [first, first];
  for (const sibling of rest) {
    const side = way.next();
    if (side === null) return false;
    if (side === "left") {
      oldHash = await nodeHash(sha256, sibling, oldHash);
      hash = await nodeHash(sha256, sibling, hash);
    } else hash = await nodeHash(sha256, hash, sibling);
  }
  return way.isAtTop() && isSameHash(oldHash, oldRoot) && isSameHash(hash, root);
}

/** The path from a leaf to the root: `fn` and `sn` of RFC 9162. Numbers beyond 32 bits are halved, not shifted. */
function createWay(index: number, last: number) {
  const at = { node: index, edge: last };
  const up = () => {
    at.node = Math.floor(at.node / 2);
    at.edge = Math.floor(at.edge / 2);
  };
  return {
    /** The side of the next sibling; null at the root. */
    next(): "left" | "right" | null {
      if (at.edge === 0) return null;
      const side = at.node % 2 === 1 || at.node === at.edge ? "left" : "right";
      if (side === "left") while (at.node % 2 === 0 && at.node !== 0) up();
      up();
      return side;
    },
    skipRightSides() {
      while (at.node % 2 === 1) up();
    },
    isAtTop: () => at.edge === 0,
  };
}

export function isSameHash(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
