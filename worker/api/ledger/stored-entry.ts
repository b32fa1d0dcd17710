/** A ledger row in the form in which the API publishes entries. A row that is not a valid entry gives a malformed one. */
import * as v from "valibot";
import type { Query, Row } from "./run-queries.ts";

export function selectEntries(after: number, limit: number): Query {
  return {
    text: `SELECT seq, at, clock_at, kind, signal_id, payload, prev_hash, hash FROM ledger
      WHERE seq > ${after} ORDER BY seq LIMIT ${limit}`,
  };
}

const LedgerRow = v.looseObject({ at: v.number(), clock_at: v.number(), payload: v.string() });

/** A value that cannot be parsed stays as stored. */
export function toEntry(row: Row): Row {
  const { at, clock_at, payload, ...entry } = v.parse(LedgerRow, row);
  return { ...entry, at: isoTime(at), clock_at: isoTime(clock_at), payload: readJson(payload) };
}

function isoTime(atMs: number): string {
  const time = new Date(atMs);
  return Number.isNaN(time.getTime()) ? String(atMs) : time.toISOString();
}

/** A text that is not JSON stays a text. */
export function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

const OfTrader = v.object({ payload: v.object({ trader: v.string() }) });

/** What an entry is about, before it has been validated. */
export function subjectsOf(entry: Row): { readonly id: string | null; readonly trader: string | null } {
  const { signal_id: id } = entry;
  return {
    id: typeof id === "string" ? id : null,
    trader: v.is(OfTrader, entry) ? entry.payload.trader : null,
  };
}
