/** The state of those outside who are shown the log: the witnesses, and the time-stamp authority. */
import { inArray } from "drizzle-orm";
import type { Database, Statement } from "#worker/api/database.ts";
import { fetchBounded } from "#worker/http/fetch-bounded.ts";
import { logObservers } from "./tables.ts";
import { MAX_OBSERVER_ANSWER_BYTES } from "#shared/limits/log.ts";

/** `name` as in `log_observers`. */
export type ObserverState = typeof logObservers.$inferSelect;

export async function readObservers(db: Database, names: readonly string[]): Promise<ObserverState[]> {
  return names.length === 0
    ? []
    : db
        .select()
        .from(logObservers)
        .where(inArray(logObservers.name, [...names]));
}

/** Whether its objection to the log is still in force: it has not cosigned since. */
export function isObjecting({
  objected_at,
  succeeded_at,
}: Pick<ObserverState, "objected_at" | "succeeded_at">) {
  return objected_at !== null && (succeeded_at === null || succeeded_at <= objected_at);
}

/** Whether it has not succeeded since its last failure. */
export function isFailing({ failed_at, succeeded_at }: Pick<ObserverState, "failed_at" | "succeeded_at">) {
  return failed_at !== null && (succeeded_at === null || succeeded_at <= failed_at);
}

export function noteSuccess(db: Database, name: string, size: number, atMs: number): Statement {
  return upsert(db, name, { size, succeeded_at: atMs });
}

export function noteFailure(db: Database, name: string, failure: string, atMs: number): Statement {
  return upsert(db, name, { failure, failed_at: atMs });
}

export interface Objection {
  readonly words: string;
  readonly refusedNote: string;
  readonly seenNote: string | null;
}

/** An objection in force keeps its beginning, and the checkpoint that the observer has shown. */
export function noteObjection(
  db: Database,
  state: ObserverState | undefined,
  name: string,
  { words, refusedNote, seenNote }: Objection,
  atMs: number,
): Statement {
  const standing = state && isObjecting(state) ? state : null;
  return upsert(db, name, {
    objection: words,
    refused_note: refusedNote,
    seen_note: seenNote ?? standing?.seen_note ?? null,
    objected_at: standing?.objected_at ?? atMs,
  });
}

function upsert(db: Database, name: string, change: Partial<ObserverState>): Statement {
  return db
    .insert(logObservers)
    .values({ name, ...change })
    .onConflictDoUpdate({ target: logObservers.name, set: change });
}

/** Follows no redirect. Rejects if no answer arrives before the deadline, or if it is too long. */
export function askObserver(url: string, deadline: AbortSignal, init: RequestInit) {
  return fetchBounded(url, init, { maxBytes: MAX_OBSERVER_ANSWER_BYTES, deadline });
}
