/**
 * The hash chain of the ledger: how an entry is hashed and whether a run of entries holds, rules included. Pure; SHA-256 is
 * a parameter (WebCrypto in browser and worker, node:crypto where it must be synchronous).
 *
 * To check by hand: take an entry, leave out `hash`, write the rest as canonical JSON (RFC 8785), hash its UTF-8 bytes with
 * SHA-256. The result in lower-case hex is `hash`, and the next entry's `prev_hash`. The first `prev_hash` is 64 zeros.
 */
import * as v from "valibot";
import { canonicalJson } from "#shared/encoding/canonical-json.ts";
import { GENESIS_HASH, LedgerEntry, type UnhashedEntry } from "#shared/contracts/ledger.ts";
import type { RuleBreach } from "./record-rules.ts";
import type { Replay } from "./replay.ts";
import type { Sha256Hex } from "#shared/encoding/sha256.ts";
import { utf8 } from "#shared/encoding/utf8.ts";

/** A trusted point of the chain: the entry with this `seq` has this `hash`. */
export interface LedgerCheckpoint {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first entry. */
const GENESIS: LedgerCheckpoint = { seq: 0, hash: GENESIS_HASH };

/** Why an entry does not hold: the chain, or a rule of the record. */
export type Flaw = ChainFlaw | RuleBreach;

type ChainFlaw =
  | "malformed"
  | "seq_out_of_order"
  | "time_goes_back"
  | "prev_hash_differs"
  | "hash_differs"
  | "entry_missing";

/** Either the entries hold up to `head`, or `seq` is the first entry that does not. */
export type ChainVerdict =
  | { readonly holds: true; readonly head: LedgerCheckpoint; readonly checked: number }
  | { readonly holds: false; readonly seq: number; readonly flaw: Flaw };

/** The text whose UTF-8 bytes are hashed. */
export function hashInputOf(entry: UnhashedEntry): string {
  const { seq, at, clock_at, kind, signal_id, payload, prev_hash } = entry;
  return canonicalJson({ seq, at, clock_at, kind, signal_id, payload, prev_hash });
}

/** `hash` of an entry: SHA-256 of its canonical JSON, 64 lower-case hex digits. */
export async function hashEntry(entry: UnhashedEntry, sha256: Sha256Hex): Promise<string> {
  return sha256(hashInputOf(entry));
}

/** An entry as one line of `export.ndjson`, without the line feed: its canonical JSON. */
export function ledgerLine(entry: LedgerEntry): string {
  return canonicalJson({ ...entry });
}

/** The entry's bytes in the log: its line in UTF-8, without a line feed. */
export function leafBytes(entry: LedgerEntry): Uint8Array<ArrayBuffer> {
  return utf8(ledgerLine(entry));
}

export interface ChainTask {
  readonly sha256: Sha256Hex;
  /**
   * The head that the server announced. A chain that ends before it is `entry_missing`; a chain with another hash there is
   * `hash_differs`.
   */
  readonly until?: LedgerCheckpoint;
  /** Gets each valid entry, so that the rules are checked too. The check starts after the replay's head. */
  readonly replay?: Replay;
}

/**
 * Checks entries in order. Pass them as received: each is parsed strictly, so an extra, missing or renamed field fails as well.
 */
export async function verifyChain(
  entries: AsyncIterable<unknown> | Iterable<unknown>,
  { sha256, until, replay }: ChainTask,
): Promise<ChainVerdict> {
  const start: LedgerCheckpoint & { readonly at?: string } = replay?.state.head ?? GENESIS;
  let head: LedgerCheckpoint = { seq: start.seq, hash: start.hash };
  let lastAt = start.at ?? "";
  for await (const batch of batchesOf(entries)) {
    const hashed = await Promise.all(batch.map((raw) => parseAndHash(raw, sha256)));
    for (const { entry, hash } of hashed) {
      const seq = head.seq + 1;
      if (!entry) return { holds: false, seq, flaw: "malformed" };
      const flaw =
        linkFlaw(entry, head, lastAt) ?? hashFlaw(entry, hash, until) ?? replay?.add(entry) ?? null;
      if (flaw) return { holds: false, seq, flaw };
      head = { seq, hash: entry.hash };
      lastAt = entry.at;
    }
  }
  if (until && head.seq < until.seq) return { holds: false, seq: head.seq + 1, flaw: "entry_missing" };
  if (until && head.seq === until.seq && head.hash !== until.hash)
    return { holds: false, seq: head.seq, flaw: "hash_differs" };
  return { holds: true, head, checked: head.seq - start.seq };
}

/** WebCrypto is several times faster if many hashes are computed at once. A divisor of the size of a full page. */
const HASHED_AT_ONCE = 100;

async function* batchesOf(
  entries: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<readonly unknown[]> {
  let batch: unknown[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < HASHED_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function parseAndHash(raw: unknown, sha256: Sha256Hex) {
  const parsed = v.safeParse(LedgerEntry, raw);
  if (!parsed.success) return { entry: null, hash: "" };
  return { entry: parsed.output, hash: await hashEntry(parsed.output, sha256) };
}

function linkFlaw(entry: LedgerEntry, head: LedgerCheckpoint, lastAt: string): Flaw | null {
  if (entry.seq !== head.seq + 1) return "seq_out_of_order";
  if (entry.prev_hash !== head.hash) return "prev_hash_differs";
  return entry.at < lastAt ? "time_goes_back" : null;
}

function hashFlaw(entry: LedgerEntry, hash: string, until: LedgerCheckpoint | undefined): Flaw | null {
  if (hash !== entry.hash) return "hash_differs";
  return until?.seq === entry.seq && until.hash !== entry.hash ? "hash_differs" : null;
}
