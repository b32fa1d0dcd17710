/**
 * Roots of the log's tree, computed from its entries as they are read; memory holds only a few hashes, however many entries
 * there are.
 */
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafBytes } from "./ledger-chain.ts";
import { type Hash, leafHash, nodeHash, type Sha256 } from "#shared/log/merkle-tree.ts";

/** A subtree of 2^`height` entries. */
export interface Subtree {
  readonly height: number;
  readonly hash: Hash;
}

/**
 * Adds the next entry to a tree, which is given by its complete subtrees, the largest first. Returns the subtrees that this entry
 * completes, starting with the entry itself.
 */
export async function addEntry(sha256: Sha256, tree: Subtree[], entry: LedgerEntry): Promise<Subtree[]> {
  let subtree = { height: 0, hash: await leafHash(sha256, leafBytes(entry)) };
  const complete = [subtree];
  for (let left = tree.at(-1); left?.height === subtree.height; left = tree.at(-1)) {
    tree.pop();
    subtree = { height: left.height + 1, hash: await nodeHash(sha256, left.hash, subtree.hash) };
    complete.push(subtree);
  }
  tree.push(subtree);
  return complete;
}

/** Root of a tree that is given by its complete subtrees, the largest first. */
export async function rootOf(sha256: Sha256, tree: readonly Subtree[]): Promise<Hash> {
  const [last, ...before] = tree.map(({ hash }) => hash).reverse();
  let root = last ?? (await sha256(new Uint8Array()));
  for (const left of before) root = await nodeHash(sha256, left, root);
  return root;
}

export interface LogRoots {
  /** Takes the next entry. */
  readonly add: (entry: LedgerEntry) => void;
  /** Root of the first `size` entries; null if there were not enough. */
  readonly at: (size: number) => Promise<Hash | null>;
}

/** `sizes` are the sizes for which `at` will be called. */
export function createLogRoots(sha256: Sha256, sizes: Iterable<number>): LogRoots {
  const asked = new Set(sizes);
  const roots = new Map<number, Hash>();
  const subtrees: Subtree[] = [];
  let size = 0;

  async function append(entry: LedgerEntry): Promise<void> {
    await addEntry(sha256, subtrees, entry);
    size += 1;
    await keepRoot();
  }

  async function keepRoot(): Promise<void> {
    if (asked.has(size)) roots.set(size, await rootOf(sha256, subtrees));
  }

  // One after the other, in order.
  let appended = keepRoot();
  return {
    add(entry) {
      appended = appended.then(() => append(entry));
    },
    async at(size) {
      await appended;
      return roots.get(size) ?? null;
    },
  };
}
