/**
 * Roots of the log's tree, computed from its entries as they are read; memory holds only a few hashes, however many entries
 * there are.
 */
import type { LedgerEntry } from "./contracts/ledger.ts";
import { leafBytes } from "./ledger-chain.ts";
import { type Hash, leafHash, nodeHash, type Sha256 } from "./merkle-tree.ts";

/** A subtree of 2^`height` entries. */
interface Subtree {
  readonly height: number;
  readonly hash: Hash;
}

export interface LogRoots {
  /** Takes the next entry. */
  readonly add: (entry: LedgerEntry) => void;
  /** Root of the first `size` entries; null if there were not enough. */
  readonly at: (size: number) => Promise<Hash | null>;
}

/** `sizes` are those that will be asked for. */
export function createLogRoots(sha256: Sha256, sizes: Iterable<number>): LogRoots {
  const asked = new Set(sizes);
  const roots = new Map<number, Hash>();
  const subtrees: Subtree[] = [];
  let size = 0;

  async function append(entry: LedgerEntry): Promise<void> {
    let subtree = { height: 0, hash: await leafHash(sha256, leafBytes(entry)) };
    while (subtrees.at(-1)?.height === subtree.height) {
      const left = subtrees.pop();
      if (left) subtree = { height: left.height + 1, hash: await nodeHash(sha256, left.hash, subtree.hash) };
    }
    subtrees.push(subtree);
    size += 1;
    await keepRoot();
  }

  async function keepRoot(): Promise<void> {
    if (!asked.has(size)) return;
    const [last, ...before] = subtrees.map(({ hash }) => hash).reverse();
    let root = last ?? (await sha256(new Uint8Array()));
    for (const left of before) root = await nodeHash(sha256, left, root);
    roots.set(size, root);
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
