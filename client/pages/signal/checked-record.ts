/** The record as this browser's last check left it, so that the next one reads only what is new. */
import { EMPTY_REPLAY, type ReplayState } from "#shared/replay.ts";
import { RECORD_CACHE } from "#shared/storage-names.ts";

export interface CheckedRecord {
  readonly state: ReplayState;
  /** Of every entry, in order. */
  readonly hashes: readonly string[];
}

export const NOTHING_CHECKED: CheckedRecord = { state: EMPTY_REPLAY, hashes: [] };

/** Has the hash of this code and of the rules it imports, so that nothing is taken over from a version with other rules. */
const KEPT_BY = import.meta.url;

/** Null if nothing is kept, or by another version of this code. */
export async function recallRecord(): Promise<CheckedRecord | null> {
  try {
    const kept = await caches.match(KEPT_BY, { cacheName: RECORD_CACHE });
    return kept ? parseRecord(await kept.text()) : null;
  } catch {
    return null;
  }
}

/** Drops what was kept before. Ignores storage that is blocked or full, because the check itself does not depend on it. */
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
