/** Root hashes and proofs compared with Certificate Transparency's test vectors, Go's `sumdb/tlog` and RFC 6962's definitions. */
import { describe, expect, it } from "vitest";
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  rootOfHashes,
  type Tree,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
  webCryptoSha256Of,
} from "#shared/log/merkle-tree.ts";
import { toHex } from "#shared/encoding/sha256.ts";
import { sha256 } from "#tests/support/test-log.ts";

const webCrypto = webCryptoSha256Of(crypto.subtle);
/** A log of Go's tests: its leaves are `leaf 0`, `leaf 1` … */
const leaves = await Promise.all(
  Array.from({ length: 70_000 }, (_, index) => leafHash(sha256, new TextEncoder().encode(`leaf ${index}`))),
);

/** Hashes of all whole subtrees, by height. */
const heights = await subtreesOf(leaves);

/** Of a tree over the first `size` leaves. */
function treeOf(size: number, subtrees: readonly Hash[][] = heights): Tree {
  const readHash = async (height: number, index: number) => {
    const hash = subtrees[height]?.[index];
    if (!hash || (index + 1) * 2 ** height > size)
      throw new Error(`no subtree ${height}/${index} in ${size}`);
    return hash;
  };
  return { sha256, size, readHash };
}

async function subtreesOf(hashes: readonly Hash[]): Promise<Hash[][]> {
  const rows = [[...hashes]];
  for (let row = hashes; row.length > 1; row = rows.at(-1) ?? []) {
    const above: Hash[] = [];
    for (let at = 0; at + 1 < row.length; at += 2)
      above.push(await rootOfHashes(sha256, row.slice(at, at + 2)));
    rows.push(above);
  }
  return rows;
}

describe("the root hash", () => {
  it.each([
    [0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    [1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
    [2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    [3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
    [4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
    [5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
    [6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
    [7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
    [8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"],
  ])("of %i leaves equals Certificate Transparency's test vector", async (size, root) => {
    const inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"];
    const entries = [...inputs, "606162636465666768696a6b6c6d6e6f"].map((hex) => Buffer.from(hex, "hex"));
    const hashes = await Promise.all(entries.map((entry) => leafHash(webCrypto, entry)));
    expect(toHex(await rootOfHashes(webCrypto, hashes.slice(0, size)))).toBe(root);
    expect(toHex(await treeRoot(treeOf(size, await subtreesOf(hashes))))).toBe(root);
  });

  it.each([
    [1, "1bb97dcc21635d47e2663efdfd0a174686d98dd701352dd2cd06e8b43fd3d305"],
    [2, "fc5f6b88ff8554f75bb2f9e6f39c31b1936d44b69276edf7b1205a955b9761e3"],
    [255, "d71592a219d4067663eede247f9b54c3f9e0290682d55de09b495b07f1de41c9"],
    [256, "cf5effdb11d0927a2edf53b0e73c7837f659414e00537da5d90eb5c4c49ff274"],
    [257, "855b936aa00cb98b5114484249ad39d78a6be93623e26c01e8e487dc02184a5a"],
    [65536, "e100ba54d69a91012fc13b7890feac78d6996a097268b6f735d17311c7402a60"],
    [70000, "da0532ff7b2ee56f4067110fc964e9f27b5959f9527bfff3fa501aa7584deaf3"],
  ])("of %i leaves equals the one computed by Go", async (size, root) => {
    expect(toHex(await treeRoot(treeOf(size)))).toBe(root);
    expect(toHex(await rootOfHashes(sha256, leaves.slice(0, size)))).toBe(root);
  });
});

describe("a Merkle proof", () => {
  it("of inclusion equals the one computed by Go", async () => {
    expect((await inclusionProof(treeOf(257), 200)).map(toHex)).toEqual([
      "98766fc2689362e1acb5b7472576219f068d27cf2dc1237bb1175f7f7b4b5d1b",
      "662aca66ed138ff4d941d9be4bd72da69edba4c4badffdbcc1e2aa208d19f73a",
      "d1cde4891af2c8647302d5286b108ea69082e32ad219f7bfc61aaad734ddd5c3",
      "a64de1c2ca799501b8e737b4ff9b3e826a45f3bc5a9332acdaaef0533ea2ca3f",
      "621284cb8c0a494260414a247f7e5c57e0da10376ac07d89d087deaed498dd0c",
      "b261067642e56d04e68b29cc44cbefb5567d350314c3404bca8ffd107e370ce0",
      "71e6e9816ee2457312670b52a1471388ff1bec6db5d054a63e39bc0262ffb9ec",
      "639e65613c1f9df2e2dced0e5ccbf1455add72fac49e20213296a111e279d510",
      "9555e58b62d9f89d5ccd64622a3d7cf6fda1457347363c9a4ce6d622e51e93d9",
    ]);
  });

  it("of consistency equals the one computed by Go", async () => {
    expect((await consistencyProof(treeOf(257), 200)).map(toHex)).toEqual([
      "a64de1c2ca799501b8e737b4ff9b3e826a45f3bc5a9332acdaaef0533ea2ca3f",
      "2cacbc6254588736166b6604432ab76d1c623284f70f4e13d2128e027554cf67",
      "621284cb8c0a494260414a247f7e5c57e0da10376ac07d89d087deaed498dd0c",
      "b261067642e56d04e68b29cc44cbefb5567d350314c3404bca8ffd107e370ce0",
      "71e6e9816ee2457312670b52a1471388ff1bec6db5d054a63e39bc0262ffb9ec",
      "639e65613c1f9df2e2dced0e5ccbf1455add72fac49e20213296a111e279d510",
      "9555e58b62d9f89d5ccd64622a3d7cf6fda1457347363c9a4ce6d622e51e93d9",
    ]);
  });

  it("is the definition of RFC 6962, for every leaf and older size up to 40", async () => {
    for (let size = 1; size <= 40; size += 1) {
      for (let at = 0; at < size; at += 1) {
        const range = leaves.slice(0, size);
        expect(await inclusionProof(treeOf(size), at)).toEqual(await pathByDefinition(at, range));
        expect(await consistencyProof(treeOf(size), at + 1)).toEqual(
          await stepsByDefinition(at + 1, range, true),
        );
      }
    }
  });

  it.each([1, 2, 255, 256, 257, 65_536, 70_000])(
    "is verified in a tree of %i leaves, and a wrong one is rejected",
    async (size) => {
      const root = await treeRoot(treeOf(size));
      for (const index of new Set([0, 1, 127, 254, 255, 256, 65_535, 65_536, 69_999, size - 1])) {
        if (index >= size) continue;
        const leaf = leaves[index] ?? root;
        const proof = await inclusionProof(treeOf(size), index);
        const right = { index, size, leaf, proof, root };
        expect(await verifyInclusion(sha256, right)).toBe(true);
        for (const wrong of [
          { ...right, index: index + 1 },
          { ...right, index: size },
          { ...right, index: -1 },
          { ...right, leaf: changed(leaf) },
          { ...right, root: changed(root) },
          { ...right, proof: [...proof, root] },
          { ...right, proof: [root, ...proof] },
          ...Array.from(wrongProofs(proof), (changedProof) =>
            Object.assign({}, right, { proof: changedProof }),
          ),
        ])
          expect(await verifyInclusion(sha256, wrong)).toBe(false);

        const oldSize = index + 1;
        const oldRoot = await treeRoot(treeOf(oldSize));
        const steps = await consistencyProof(treeOf(size), oldSize);
        const consistent = { oldSize, oldRoot, size, root, proof: steps };
        expect(await verifyConsistency(sha256, consistent)).toBe(true);
        for (const wrong of [
          { ...consistent, oldSize: oldSize === size ? size - 1 : oldSize + 1 },
          { ...consistent, oldSize: size + 1 },
          { ...consistent, oldRoot: changed(oldRoot) },
          { ...consistent, root: changed(root) },
          { ...consistent, proof: [...steps, root] },
          ...Array.from(wrongProofs(steps), (proof) => Object.assign({}, consistent, { proof })),
        ])
          expect(await verifyConsistency(sha256, wrong)).toBe(false);
      }
    },
  );

  it("of consistency with the empty tree is valid for every tree", async () => {
    const [oldRoot, root] = [await treeRoot(treeOf(0)), await treeRoot(treeOf(3))];
    const proof = await consistencyProof(treeOf(3), 0);
    expect(await verifyConsistency(sha256, { oldSize: 0, oldRoot, size: 3, root, proof })).toBe(true);
    expect(await verifyConsistency(sha256, { oldSize: 0, oldRoot: root, size: 3, root, proof })).toBe(false);
  });

  it("cannot be made for a leaf or size that does not exist", async () => {
    await expect(inclusionProof(treeOf(3), 3)).rejects.toThrow("no leaf 3 in a tree of 3");
    await expect(consistencyProof(treeOf(3), 4)).rejects.toThrow("4 is not an earlier size than 3");
  });
});

/** Each with one hash changed or left out. */
function* wrongProofs(proof: readonly Hash[]): Generator<Hash[]> {
  for (const [at, hash] of proof.entries()) {
    yield proof.with(at, changed(hash));
    yield proof.toSpliced(at, 1);
  }
}

function changed(hash: Hash): Hash {
  return hash.with(7, (hash[7] ?? 0) ^ 1);
}

/** MTH, PATH and SUBPROOF of RFC 6962 section 2.1, word for word. */
async function rootByDefinition(range: readonly Hash[]): Promise<Hash> {
  const [only] = range;
  if (only && range.length === 1) return only;
  const k = split(range);
  return nodeHash(sha256, await rootByDefinition(range.slice(0, k)), await rootByDefinition(range.slice(k)));
}

async function pathByDefinition(m: number, range: readonly Hash[]): Promise<Hash[]> {
  if (range.length === 1) return [];
  const k = split(range);
  return m < k
    ? [...(await pathByDefinition(m, range.slice(0, k))), await rootByDefinition(range.slice(k))]
    : [...(await pathByDefinition(m - k, range.slice(k))), await rootByDefinition(range.slice(0, k))];
}

async function stepsByDefinition(m: number, range: readonly Hash[], b: boolean): Promise<Hash[]> {
  if (m === range.length) return b ? [] : [await rootByDefinition(range)];
  const k = split(range);
  return m <= k
    ? [...(await stepsByDefinition(m, range.slice(0, k), b)), await rootByDefinition(range.slice(k))]
    : [...(await stepsByDefinition(m - k, range.slice(k), false)), await rootByDefinition(range.slice(0, k))];
}

function split({ length }: readonly Hash[]): number {
  let k = 1;
  while (k * 2 < length) k *= 2;
  return k;
}
