import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { type Hash, leafHash, rootOfHashes } from "#shared/log/merkle-tree.ts";
import { leafBytes } from "#shared/record/ledger-chain.ts";
import { addEntry, createLogRoots, type Subtree } from "#shared/record/log-roots.ts";
import { chained, joined } from "#tests/support/chained.ts";
import { sha256 } from "#tests/support/test-log.ts";

describe("the roots of a log", () => {
  let entries: LedgerEntry[];
  let leaves: Hash[];
  beforeAll(async () => {
    entries = await chained(Array.from({ length: 13 }, (_, index) => joined(`trader-${index}`)));
    leaves = await Promise.all(entries.map((entry) => leafHash(sha256, leafBytes(entry))));
  });
  const rootOfFirst = (size: number) => rootOfHashes(sha256, leaves.slice(0, size));

  it("are those of its entries' hashes, for every size that was asked for", async () => {
    const sizes = [0, 1, 2, 7, 8, 13];
    const roots = createLogRoots(sha256, [...sizes, 14]);
    for (const entry of entries) roots.add(entry);
    for (const size of sizes) expect(await roots.at(size)).toEqual(await rootOfFirst(size));
    expect(await roots.at(14)).toBeNull();
  });

  it("grow by the subtrees that an entry completes, from the entry itself up", async () => {
    const tree: Subtree[] = [];
    const completed: Subtree[][] = [];
    for (const entry of entries.slice(0, 8)) completed.push(await addEntry(sha256, tree, entry));
    const heights = completed.map((subtrees) => subtrees.map(({ height }) => height));
    expect(heights).toEqual([[0], [0, 1], [0], [0, 1, 2], [0], [0, 1], [0], [0, 1, 2, 3]]);
    expect(completed.at(-1)?.map(({ hash }) => hash)).toEqual([
      leaves[7],
      await rootOfHashes(sha256, leaves.slice(6, 8)),
      await rootOfHashes(sha256, leaves.slice(4, 8)),
      await rootOfFirst(8),
    ]);
    expect(tree).toEqual([{ height: 3, hash: await rootOfFirst(8) }]);
  });
});
