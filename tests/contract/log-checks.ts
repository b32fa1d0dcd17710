/** The record as a transparency log, which an API need not have: what it has of it must hold. */
import * as v from "valibot";
import { LedgerPage } from "#shared/contracts/ledger.ts";
import { toBase64 } from "#shared/encoding/base64.ts";
import { leafBytes } from "#shared/record/ledger-chain.ts";
import { HASH_BYTES, hashesFromTiles, TILE_WIDTH, tileWidth } from "#shared/log/log-tiles.ts";
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  type Tree,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from "#shared/log/merkle-tree.ts";
import { splitBundle } from "#tests/support/log-reader.ts";
import { sha256OfBytes } from "#worker/commands/verify/digests.ts";
import { openCheckpoint, type SignedCheckpoint } from "#worker/commands/verify/signed-checkpoint.ts";
import { type Check, type CheckWorld, misses, notThere, OK, okWith, type Verdict } from "./check.ts";
import type { Answer, ContractApi } from "./contract-api.ts";

const CHECKPOINT = "/api/log/checkpoint/";
const KEYS = "/api/log/key/";
const TILES = "/api/log/tile/";
const ENTRIES = "/api/log/entries/";

const WITHOUT = "readers cannot check the record with the tools of transparency logs";

const Refusal = v.object({ code: v.literal("log_not_configured") });

export const logChecks: readonly Check[] = [
  {
    claim: `GET ${CHECKPOINT} is a checkpoint that each key of GET ${KEYS} has signed`,
    isRequired: true,
    part: "log",
    run: (world) => ofLog(world, async (_, { size }) => okWith(`${size} entries`)),
  },
  {
    claim: "GET /log/checkpoint is the same for readers of transparency logs",
    isRequired: true,
    vantage: "site",
    within: "log",
    run: (world) =>
      ofLog(world, async (api, { key }) => {
        const answer = await api.get("/log/checkpoint");
        const finding = await openCheckpoint(textOf(answer), key);
        return "signed" in finding ? OK : misses("the checkpoint", `${answer.status}: ${finding.fault}`);
      }),
  },
  {
    claim: `GET ${TILES} has the hashes that the checkpoint's root is made of`,
    isRequired: true,
    within: "log",
    run: (world) =>
      ofLog(world, async (api, { size, root }) =>
        sameHash("the checkpoint's root", root, await treeRoot(treeOf(api, size))),
      ),
  },
  {
    claim: `Ledger lines are in the log, and in GET ${ENTRIES}`,
    isRequired: true,
    within: "log",
    run: (world) => ofLog(world, checkEntries),
  },
  {
    claim: "A checkpoint is consistent with the one before",
    isRequired: true,
    within: "log",
    run: (world) =>
      ofLog(world, (api, before) =>
        ofLog(world, async (_, { size, root }) => {
          if (size < before.size) return misses(`${before.size} lines or more`, `${size}`);
          const proof = await consistencyProof(treeOf(api, size), before.size);
          const step = { oldSize: before.size, oldRoot: before.root, size, root, proof };
          if (await verifyConsistency(sha256OfBytes, step))
            return okWith(`from ${before.size} to ${size} entries`);
          return misses(
            "one log that only grows",
            `checkpoints that contradict each other:\n${before.note}${size}`,
          );
        }),
      ),
  },
];

/** The first, a middle and the last entry, by proofs out of tiles. */
async function checkEntries(api: ContractApi, { size, root }: SignedCheckpoint): Promise<Verdict> {
  const tree = treeOf(api, size);
  for (const index of new Set([0, Math.floor(size / 2), size - 1].filter((at) => at >= 0 && at < size))) {
    const answer = await api.get(`/api/ledger/?after=${index}&limit=1`);
    const page = v.safeParse(LedgerPage, answer.json);
    const entry = page.success ? page.output.results[0] : undefined;
    if (!entry) return misses(`ledger line ${index + 1}`, answer.inWords);
    const leaf = await leafHash(sha256OfBytes, leafBytes(entry));
    const proof = await inclusionProof(tree, index);
    if (!(await verifyInclusion(sha256OfBytes, { index, size, leaf, proof, root })))
      return misses(`ledger line ${entry.seq} in the log`, "another leaf, or another tree");
    const at = Math.floor(index / TILE_WIDTH);
    const bundle = await api.get(`${ENTRIES}?index=${at}&width=${tileWidth(size, 0, at)}`);
    const logged = splitBundle(bundle.bytes)[index % TILE_WIDTH];
    if (!logged || toBase64(logged) !== toBase64(leafBytes(entry)))
      return misses(`the canonical JSON of ledger line ${entry.seq}`, bundle.inWords);
  }
  return okWith(size === 0 ? "there is none yet" : `up to ${size}`);
}

/** Goes on with a checkpoint that all keys have signed. */
async function ofLog(
  { api }: CheckWorld,
  check: (api: ContractApi, checkpoint: SignedCheckpoint) => Promise<Verdict>,
): Promise<Verdict> {
  const answer = await api.get(CHECKPOINT);
  if (answer.status === 404 || v.is(Refusal, answer.json)) return notThere(WITHOUT);
  const keys = await api.get(KEYS);
  if (answer.status !== 200 || keys.status !== 200)
    return misses("200 from both", `${answer.inWords}, ${keys.inWords}`);
  const findings = textOf(keys)
    .trimEnd()
    .split("\n")
    .map((key) => openCheckpoint(textOf(answer), key));
  let checkpoint: SignedCheckpoint | null = null;
  for (const finding of await Promise.all(findings)) {
    if ("fault" in finding) return misses("a signed checkpoint", finding.fault);
    checkpoint = finding.signed;
  }
  return checkpoint ? check(api, checkpoint) : misses("a key", "none");
}

function treeOf(api: ContractApi, size: number): Tree {
  const readHash = hashesFromTiles(sha256OfBytes, size, async ({ level, index, width }) => {
    const { bytes } = await api.get(`${TILES}?level=${level}&index=${index}&width=${width}`);
    const count = Math.floor(bytes.length / HASH_BYTES);
    return Array.from({ length: count }, (_, at) => bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES));
  });
  return { sha256: sha256OfBytes, size, readHash };
}

function sameHash(what: string, expected: Uint8Array, got: Uint8Array): Verdict {
  return toBase64(expected) === toBase64(got) ? OK : misses(`${what}, ${toBase64(expected)}`, toBase64(got));
}

function textOf({ bytes }: Answer): string {
  return new TextDecoder().decode(bytes);
}
