/**
 * What a reader proves of a log out of its tiles, against the root that a checkpoint of it is signed with. Tiles that do not lead to that
 * root prove nothing: they are told apart from entries and older checkpoints that are not of this log.
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

/** A tree whose root is known from elsewhere. */
export interface RootedTree extends Tree {
  readonly root: Hash;
}

export type EntryProof =
  | { readonly kind: "included"; readonly hashes: readonly Hash[] }
  /** The log has another entry in this place. */
  | { readonly kind: "other" }
  | { readonly kind: "tilesDiffer" };

/** Whether the leaf is the log's `index`th, which the tree has. */
export async function proveEntry(tree: RootedTree, index: number, leaf: Hash): Promise<EntryProof> {
  const { sha256, size, root, readHash } = tree;
  const hashes = await inclusionProof(tree, index);
  const leads = (from: Hash) => verifyInclusion(sha256, { index, size, leaf: from, proof: hashes, root });
  if (await leads(leaf)) return { kind: "included", hashes };
  return { kind: (await leads(await readHash(0, index))) ? "other" : "tilesDiffer" };
}

/** `rewritten`: the log's first entries are others than they were. */
export type GrowthProof = "grown" | "shorter" | "rewritten" | "tilesDiffer";

/** Whether the log of now has only grown since an older checkpoint of it. */
export async function proveGrowth(
  tree: RootedTree,
  old: { readonly size: number; readonly root: Hash },
): Promise<GrowthProof> {
  if (old.size > tree.size) return "shorter";
  if (old.size === tree.size) return isSameHash(old.root, tree.root) ? "grown" : "rewritten";
  const { sha256, size, root } = tree;
  // Of the log's first entries as they are now: the tiles prove this root before it is held against the one of then.
  const oldRoot = await treeRoot({ ...tree, size: old.size });
  const proof = await consistencyProof(tree, old.size);
  if (!(await verifyConsistency(sha256, { oldSize: old.size, oldRoot, size, root, proof })))
    return "tilesDiffer";
  return isSameHash(old.root, oldRoot) ? "grown" : "rewritten";
}
