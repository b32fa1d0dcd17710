/**
 * Checks the record in the visitor's own browser: reads the ledger page by page, hashes every entry, replays the rules and
 * compares the result with what is published. It trusts no claim of the server: it uses only the announced head, and only as
 * evidence against the server.
 */
import * as v from "valibot";
import { ledgerHeadKey } from "#client/data/keys.ts";
import { LEDGER_PAGE_LIMIT, type LedgerEntry, LedgerHead } from "#shared/contracts/ledger.ts";
import {
  type ChainVerdict,
  type Flaw,
  hashEntry,
  type LedgerCheckpoint,
  verifyChain,
} from "#shared/record/ledger-chain.ts";
import type { SignalDetail } from "#shared/contracts/signals.ts";
import type { Discrepancy } from "#shared/record/published-record.ts";
import { createReplay, type Replay } from "#shared/record/replay.ts";
import { wasSlippedIn } from "#shared/record/record-rules.ts";
import { type Sha256Hex, webCryptoSha256 } from "#shared/encoding/sha256.ts";
import { comparedWhenShown, findPublishedFault } from "./check-figures.ts";
import { type CheckedRecord, NOTHING_CHECKED, type RememberedHead } from "./checked-record.ts";
import { type ReadAnswer, readLedger } from "./fetch-ledger.ts";

export interface LedgerCheckWorld {
  readonly read: ReadAnswer;
  /** Reads a path, with the site's own time of its answer in milliseconds; null if it gives none. */
  readonly readDated: (path: string) => Promise<{ readonly body: unknown; readonly atMs: number | null }>;
  readonly sha256: Sha256Hex;
  /** The stored result of an earlier check; null if there is none. */
  readonly recall: () => Promise<CheckedRecord | null>;
  readonly keep: (record: CheckedRecord) => void;
  /** Ends the check between two entries. */
  readonly signal: AbortSignal;
  /** Entries checked so far, of the total to check. */
  readonly progress: (done: number, total: number) => void;
}

export interface LedgerCheckTask {
  /** The head that held at an earlier check, or null. */
  readonly remembered: RememberedHead | null;
  /** Starts at the first entry, even if an earlier check is remembered. */
  readonly isWhole: boolean;
  /** The signal that the page shows, whose entries must be the ones in the chain. Null if it shows none. */
  readonly shown: SignalDetail | null;
}

export type LedgerCheckResult =
  /**
   * Every entry holds, up to `head`. `from` is the seq after which the check began: 0 for a full check; otherwise the stored
   * result of an earlier check is trusted up to there.
   */
  | {
      readonly kind: "holds";
      readonly head: RememberedHead;
      readonly checked: number;
      readonly from: number;
    }
  /** Entry `seq` is the first that does not hold. */
  | { readonly kind: "broken"; readonly seq: number; readonly flaw: Flaw }
  /** The chain holds, but it differs from the one that this browser has checked before, up to entry `seq`. */
  | {
      readonly kind: "rewritten";
      readonly seq: number;
      readonly flaw: Flaw | null;
      readonly brokenAt: number | null;
    }
  /** The chain holds, but entry `seq` is one of `at`, and at `seenMs` this browser has seen the ledger without it. */
  | { readonly kind: "slippedIn"; readonly seq: number; readonly at: string; readonly seenMs: number }
  /** The chain holds, but entry `seq` in it is not the one the page shows. */
  | { readonly kind: "differs"; readonly seq: number }
  /** Every entry holds, but the published figures do not follow from them. */
  | { readonly kind: "unfounded"; readonly discrepancy: Discrepancy };

/** SHA-256 by the visitor's own browser; unavailable if the connection is not secure. */
export function browserSha256(): Sha256Hex {
  return webCryptoSha256(crypto.subtle);
}

const Head = v.pick(LedgerHead, ["seq", "hash"]);

/** Rejects as `read` does if the ledger cannot be reached at all, and with the reason of `signal` once that is aborted. */
export async function checkLedger(
  world: LedgerCheckWorld,
  { remembered, isWhole, shown }: LedgerCheckTask,
): Promise<LedgerCheckResult> {
  const announced = await readHead(world);
  const isKept = remembered === null || (await holdsRemembered(world, announced, remembered));
  const span = { announced, remembered, shown };
  if (!isKept) return rewritten(remembered, (await verify(world, span, createReplay())).verdict);
  const kept = remembered && !isWhole ? await world.recall() : null;
  if (kept && kept.state.head?.hash === remembered?.hash) {
    const result = await checkAfter(kept, world, span);
    // A fault is reported only after a full check, which does not depend on a stored result.
    if (result.kind === "holds") return result;
  }
  return checkAfter(NOTHING_CHECKED, world, span);
}

async function checkAfter(
  { state, hashes: before }: CheckedRecord,
  world: LedgerCheckWorld,
  span: Span,
): Promise<LedgerCheckResult> {
  const { announced, shown } = span;
  const from = state.head?.seq ?? 0;
  const hashes = [...before];
  const replay = notingHashes(createReplay(state), hashes);
  const comparison = shown ? comparedWhenShown(replay, shown) : null;
  const { verdict, slippedIn } = await verify(world, span, comparison?.replay ?? replay);
  if (!verdict.holds) return { kind: "broken", seq: verdict.seq, flaw: verdict.flaw };
  if (slippedIn) return slippedIn;
  const differing = await firstDiffering(world, shown?.entries ?? [], hashes);
  if (differing !== null) return { kind: "differs", seq: differing };
  const discrepancy = comparison?.found() ?? null;
  if (discrepancy) return { kind: "unfounded", discrepancy };
  const fault = await findPublishedFault(world, { replay, shown });
  if (fault) return fault;
  const { seq, hash } = replay.state.head ?? verdict.head;
  if (seq > from) world.keep({ state: replay.state, hashes });
  return { kind: "holds", head: { seq, hash, atMs: announced.atMs }, checked: seq - from, from };
}

async function readHead({ readDated }: LedgerCheckWorld): Promise<RememberedHead> {
  const { body, atMs } = await readDated(ledgerHeadKey);
  return { ...v.parse(Head, body), atMs };
}

interface Span extends Pick<LedgerCheckTask, "remembered" | "shown"> {
  readonly announced: LedgerCheckpoint & Pick<RememberedHead, "atMs">;
}

async function verify(
  world: LedgerCheckWorld,
  { announced, remembered }: Span,
  replay: Replay,
): Promise<{ readonly verdict: ChainVerdict; readonly slippedIn: SlippedIn | null }> {
  const { sha256, progress, signal } = world;
  const from = replay.state.head?.seq ?? 0;
  const total = Math.max(announced.seq - from, 0);
  let slippedIn: SlippedIn | null = null;
  async function* entries() {
    let done = 0;
    progress(0, total);
    for await (const entry of readLedger(world.read, from)) {
      slippedIn ??= slippedInAfter(remembered, entry);
      yield entry;
      signal.throwIfAborted();
      done += 1;
      if (done % LEDGER_PAGE_LIMIT.max === 0) progress(done, Math.max(done, total));
    }
  }
  const until = { seq: announced.seq, hash: announced.hash };
  return { verdict: await verifyChain(entries(), { sha256, until, replay }), slippedIn };
}

/** The replay, which adds the hash of each entry it takes to `hashes`. */
function notingHashes({ state, add }: Replay, hashes: string[]): Replay {
  return {
    state,
    add(entry) {
      const breach = add(entry);
      if (!breach) hashes.push(entry.hash);
      return breach;
    },
  };
}

type SlippedIn = Extract<LedgerCheckResult, { kind: "slippedIn" }>;

const Dated = v.object({ seq: v.number(), at: v.string() });

/** The first entry after the remembered one has the earliest time, so only that one is checked. */
function slippedInAfter(remembered: RememberedHead | null, entry: unknown): SlippedIn | null {
  if (remembered === null || remembered.atMs === null || !v.is(Dated, entry)) return null;
  const { seq, at } = entry;
  const { atMs: seenMs } = remembered;
  if (seq !== remembered.seq + 1 || !wasSlippedIn(Date.parse(at), seenMs)) return null;
  return { kind: "slippedIn", seq, at, seenMs };
}

const Link = v.object({ seq: v.number(), hash: v.string() });

/** True if the remembered entry still exists with the same hash. */
async function holdsRemembered(
  { read }: LedgerCheckWorld,
  announced: LedgerCheckpoint,
  remembered: LedgerCheckpoint,
): Promise<boolean> {
  if (remembered.seq > announced.seq) return false;
  if (remembered.seq === announced.seq) return remembered.hash === announced.hash;
  for await (const entry of readLedger(read, remembered.seq - 1, 1)) {
    const link = v.safeParse(Link, entry);
    // An entry that cannot be read counts as broken, not as rewritten; the check of the chain reports it.
    return !link.success || link.output.hash === remembered.hash;
  }
  return false;
}

function rewritten(remembered: LedgerCheckpoint | null, verdict: ChainVerdict): LedgerCheckResult {
  const seq = remembered?.seq ?? 0;
  return verdict.holds
    ? { kind: "rewritten", seq, flaw: null, brokenAt: null }
    : { kind: "rewritten", seq, flaw: verdict.flaw, brokenAt: verdict.seq };
}

/** The first entry on the page that does not equal, word for word, the one in the chain. */
async function firstDiffering(
  { sha256 }: LedgerCheckWorld,
  shown: readonly LedgerEntry[],
  hashes: readonly string[],
): Promise<number | null> {
  for (const entry of shown) {
    const inChain = hashes[entry.seq - 1];
    if (entry.hash !== inChain || (await hashEntry(entry, sha256)) !== inChain) return entry.seq;
  }
  return null;
}
