/** Stores the result of this browser's last check: the head and the record, so that the next check reads only new entries. */
import * as v from "valibot";
import { readStored, type StorageAccess, store } from "#client/data/storage.ts";
import type { LedgerCheckpoint } from "#shared/record/ledger-chain.ts";
import { EMPTY_REPLAY, type ReplayState } from "#shared/record/replay.ts";
import { LEDGER_HEAD_KEY, RECORD_CACHE } from "#shared/site/storage-names.ts";

/** A head, and the site's own time at which no entry came after it; null if it gave no time. */
export interface RememberedHead extends LedgerCheckpoint {
  readonly atMs: number | null;
}

export interface CheckedRecord {
  readonly state: ReplayState;
  /** Hashes of all entries, in order. */
  readonly hashes: readonly string[];
}

export const NOTHING_CHECKED: CheckedRecord = { state: EMPTY_REPLAY, hashes: [] };

/** Contains the hash of this code and of the rules it imports, so that results of a version with other rules are not reused. */
const KEPT_BY = import.meta.url;

/** Null if nothing is stored, or if another version of this code stored it. */
export async function recallRecord(): Promise<CheckedRecord | null> {
  try {
    const kept = await caches.match(KEPT_BY, { cacheName: RECORD_CACHE });
    return kept ? parseRecord(await kept.text()) : null;
  } catch {
    return null;
  }
}

/** Replaces the stored record. Ignores storage that is blocked or full, because the check itself does not depend on it. */
export async function keepRecord(record: CheckedRecord): Promise<void> {
  try {
    await caches.delete(RECORD_CACHE);
    const cache = await caches.open(RECORD_CACHE);
    await cache.put(KEPT_BY, new Response(recordText(record)));
  } catch {
    // The next check begins with the first entry.
  }
}

/** JSON, with the maps as lists. */
export function recordText({ state, hashes }: CheckedRecord): string {
  const { signals, traders, quotes } = state;
  return JSON.stringify({
    ...state,
    signals: [...signals],
    traders: [...traders],
    quotes: [...quotes],
    hashes,
  });
}

export function parseRecord(text: string): CheckedRecord {
  const { hashes, ...state } = JSON.parse(text);
  const { signals, traders, quotes } = state;
  return {
    state: { ...state, signals: new Map(signals), traders: new Map(traders), quotes: new Map(quotes) },
    hashes,
  };
}

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    atMs: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))),
  }),
);

interface LedgerMemory {
  /** Null if nothing, or nothing readable, is remembered. */
  readonly recall: () => RememberedHead | null;
  /** Ignores blocked storage, because the check itself does not depend on it. */
  readonly remember: (head: RememberedHead) => void;
}

/**
 * The last ledger head that this browser has checked. An operator who rewrites the record cannot change it, so a returning
 * visitor's browser detects the rewrite by itself.
 */
export function createLedgerMemory(storage: StorageAccess): LedgerMemory {
  return {
    recall() {
      const parsed = v.safeParse(Remembered, readStored(storage, LEDGER_HEAD_KEY));
      return parsed.success ? parsed.output : null;
    },
    remember: ({ seq, hash, atMs }) =>
      void store(storage, LEDGER_HEAD_KEY, JSON.stringify({ seq, hash, atMs })),
  };
}
