/**
 * Proofs about a log from its tiles, against the root in a signed checkpoint. Tiles that do not hash to that root prove nothing:
 * that result is distinct from a proof that an entry or an older checkpoint is not from this log.
 */
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  isSameHash,
  type Tree,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from "./merkle-tree.ts";

/** A tree whose root is known from another source. */
export interface RootedTree extends Tree {
  readonly root: Hash;
}

export type EntryProof =
  | { readonly kind: "included"; readonly hashes: readonly Hash[] }
  /** The log has another entry at this index. */
  | { readonly kind: "other" }
  | { readonly kind: "tilesDiffer" };

/** Whether the leaf is entry number `index` of the log, which the tree contains. */
export async function proveEntry(tree: RootedTree, index: number, leaf: Hash): Promise<EntryProof> {
  const { sha256, size, root, readHash } = tree;
  const hashes = await inclusionProof(tree, index);
  const leads = (from: Hash) => verifyInclusion(sha256, { index, size, leaf: from, proof: hashes, root });
  if (await leads(leaf)) return { kind: "included", hashes };
  return { kind: (await leads(await readHash(0, index))) ? "other" : "tilesDiffer" };
}

/** `rewritten`: the log's first entries have changed. */
export type GrowthProof = "grown" | "shorter" | "rewritten" | "tilesDiffer";

/** Whether the current log has only grown since an older checkpoint of it. */
export async function proveGrowth(
  tree: RootedTree,
  old: { readonly size: number; readonly root: Hash },
): Promise<GrowthProof> {
  if (old.size > tree.size) return "shorter";
  if (old.size === tree.size) return isSameHash(old.root, tree.root) ? "grown" : "rewritten";
  const { sha256, size, root } = tree;
  // The current root of the log's first entries: the tiles prove it before it is compared with the old one.
  const oldRoot = await treeRoot({ ...tree, size: old.size });
  const proof = await consistencyProof(tree, old.size);
  if (!(await verifyConsistency(sha256, { oldSize: old.size, oldRoot, size, root, proof })))
    return "tilesDiffer";
  return isSameHash(old.root, oldRoot) ? "grown" : "rewritten";
}
