/**
 * Proves in the visitor's own browser that entries are in the site's log, from a few of its tiles whatever its size, and that
 * the log has only grown since this browser last saw it. Trusts only the key, and only until another key signs.
 */
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { leafBytes } from "#shared/record/ledger-chain.ts";
import { proveEntry, proveGrowth, type RootedTree } from "#shared/log/log-proofs.ts";
import { hashesFromTiles, tilesOfLeaf } from "#shared/log/log-tiles.ts";
import { leafHash, type Sha256 } from "#shared/log/merkle-tree.ts";
import {
  type Checkpoint,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifyEd25519,
  verifierKey,
  verifyNote,
} from "#shared/log/signed-note.ts";
import { formatLogProof } from "#shared/log/tlog-proof.ts";
import type { LogMemory, SeenCheckpoint } from "./log-memory.ts";
import { BrokenTileError, type LogReader, type ReadTile } from "./fetch-log.ts";
import { PROOF_RETRY_MS } from "#shared/limits/log.ts";

export interface LogWorld extends LogReader {
  readonly sha256: Sha256;
  readonly verify: VerifyEd25519;
  readonly memory: LogMemory;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
}

/** A checkpoint whose signature by the log was verified. */
export interface KnownCheckpoint extends Checkpoint, SeenCheckpoint {}

/** A proof that one entry is in the log. */
export interface ProofFile {
  readonly seq: number;
  /** `.tlog-proof` (https://c2sp.org/tlog-proof), with the entry itself. */
  readonly text: string;
}

export type LogFinding =
  /** `before` is the checkpoint that this browser saw last, or null. */
  | {
      readonly kind: "holds";
      readonly now: KnownCheckpoint;
      readonly before: KnownCheckpoint | null;
      /** None of the keys that signed `before` has signed `now`. */
      readonly isOtherKey: boolean;
      readonly files: readonly ProofFile[];
    }
  /** The checkpoint that this browser saw is not a prefix of the current log. */
  | {
      readonly kind: "shorter" | "rewritten";
      readonly now: KnownCheckpoint;
      readonly before: KnownCheckpoint;
      readonly isOtherKey: boolean;
    }
  /** The log has a different entry at `seq`, or none. */
  | { readonly kind: "otherEntry" | "noEntry"; readonly seq: number; readonly size: number }
  /** The site serves no valid key, no valid checkpoint, or one that the key has not signed. */
  | { readonly kind: "noKey" | "noCheckpoint" | "notSigned" }
  | { readonly kind: "tileMissing"; readonly path: string }
  /** The tiles do not hash to the signed root. */
  | { readonly kind: "tilesDiffer" };

/** Rejects as the reader does if the log cannot be reached, and as `verify` does if the browser does not support Ed25519. */
export async function proveInLog(world: LogWorld, entries: readonly LedgerEntry[]): Promise<LogFinding> {
  try {
    return await prove(world, entries);
  } catch (error) {
    if (error instanceof BrokenTileError) return { kind: "tileMissing", path: error.path };
    throw error;
  }
}

async function prove(world: LogWorld, entries: readonly LedgerEntry[]): Promise<LogFinding> {
  const before = await recall(world);
  const readNow = async () => {
    const [keys, note] = await Promise.all([world.readKeys(), world.readCheckpoint()]);
    return openCheckpoint(world, { note, keys: keys.split("\n"), seenAtMs: world.now() }, before?.keys);
  };
  const leastSize = Math.max(before?.size ?? 0, ...entries.map(({ seq }) => seq));
  let now = await readNow();
  if (typeof now !== "string" && now.size < leastSize) {
    await world.sleep(PROOF_RETRY_MS);
    now = await readNow();
  }
  if (typeof now === "string") return { kind: now };

  const task = { now, before, entries };
  const finding = await judge(world, world.tileReader(false), task);
  const judged = finding.kind === "tilesDiffer" ? await judge(world, world.tileReader(true), task) : finding;
  // Another tab may have seen a longer log meanwhile.
  if (judged.kind === "holds" && ((await recall(world))?.size ?? 0) <= now.size) world.memory.remember(now);
  return judged;
}

interface Task {
  readonly now: KnownCheckpoint;
  readonly before: KnownCheckpoint | null;
  readonly entries: readonly LedgerEntry[];
}

async function judge(
  { sha256 }: LogWorld,
  readTile: ReadTile,
  { now, before, entries }: Task,
): Promise<LogFinding> {
  const { size, root } = now;
  const isOtherKey = before !== null && !before.keys.some((key) => now.keys.includes(key));
  const tree = { sha256, size, root, readHash: hashesFromTiles(sha256, size, readTile) };
  const [growth, proofs] = await Promise.all([
    before && proveGrowth(tree, before),
    proveEntries(tree, now, entries),
    // Reads all tiles in parallel; on demand, each would wait for the one before it.
    readTiles(readTile, size, [...entries.map(({ seq }) => seq - 1), ...(before ? [before.size - 1] : [])]),
  ]);
  if (before && (growth === "shorter" || growth === "rewritten"))
    return { kind: growth, now, before, isOtherKey };
  if (growth === "tilesDiffer") return { kind: growth };
  if ("kind" in proofs) return proofs;
  return { kind: "holds", now, before, isOtherKey, files: proofs.files };
}

/** The remembered checkpoint, if its own keys have signed it. */
async function recall(world: LogWorld): Promise<KnownCheckpoint | null> {
  const seen = world.memory.recall();
  const known = seen && (await openCheckpoint(world, seen));
  return typeof known === "string" ? null : known;
}

/** A signature by one of `oldKeys` is accepted as well. */
async function openCheckpoint(
  { sha256, verify }: LogWorld,
  { note, keys, seenAtMs }: SeenCheckpoint,
  oldKeys: readonly string[] = [],
): Promise<KnownCheckpoint | "noKey" | "noCheckpoint" | "notSigned"> {
  const parseKeys = async (lines: readonly string[]) =>
    (await Promise.all(lines.map((line) => parseVerifierKey(sha256, line)))).filter((key) => key !== null);
  const [current, old] = await Promise.all([parseKeys(keys), parseKeys(oldKeys)]);
  if (current.length === 0) return "noKey";
  const signed = parseNote(note);
  const checkpoint = signed && parseCheckpoint(signed.text);
  if (!signed || !checkpoint) return "noCheckpoint";
  const signatures = await verifyNote(verify, signed, [...current, ...old]);
  const signers = (signatures ?? [])
    .map(({ verifier }) => verifier)
    .filter(({ name, type }) => name === checkpoint.origin && type === "note");
  if (signers.length === 0) return "notSigned";
  const signerKeys = await Promise.all(signers.map((key) => verifierKey(sha256, key)));
  return { ...checkpoint, note, keys: signerKeys, seenAtMs };
}

async function readTiles(readTile: ReadTile, size: number, leaves: readonly number[]): Promise<void> {
  const within = leaves.filter((leaf) => leaf >= 0 && leaf < size);
  await Promise.all(within.flatMap((leaf) => tilesOfLeaf(size, leaf)).map(readTile));
}

/** The proof files, or the first entry that is not in the log. */
async function proveEntries(
  tree: RootedTree,
  { note, size }: KnownCheckpoint,
  entries: readonly LedgerEntry[],
): Promise<LogFinding | { readonly files: readonly ProofFile[] }> {
  const files: ProofFile[] = [];
  for (const entry of entries) {
    const { seq } = entry;
    if (seq > size) return { kind: "noEntry", seq, size };
    const extra = leafBytes(entry);
    const proof = await proveEntry(tree, seq - 1, await leafHash(tree.sha256, extra));
    if (proof.kind === "other") return { kind: "otherEntry", seq, size };
    if (proof.kind === "tilesDiffer") return { kind: "tilesDiffer" };
    files.push({
      seq,
      text: formatLogProof({ extra, index: seq - 1, hashes: proof.hashes, checkpoint: note }),
    });
  }
  return { files };
}
