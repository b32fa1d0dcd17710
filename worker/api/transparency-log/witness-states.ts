/** The state of the witnesses. */
import { inArray } from "drizzle-orm";
import type { Database, Statement } from "#worker/api/database.ts";
import { logWitnesses } from "#worker/api/tables/transparency-log.ts";

export type WitnessState = typeof logWitnesses.$inferSelect;

export async function readWitnessStates(db: Database, vkeys: readonly string[]): Promise<WitnessState[]> {
  return vkeys.length === 0
    ? []
    : db
        .select()
        .from(logWitnesses)
        .where(inArray(logWitnesses.vkey, [...vkeys]));
}

/** Whether its objection to the log is still in force: it has not cosigned since. */
export function isObjecting({
  objected_at,
  succeeded_at,
}: Pick<WitnessState, "objected_at" | "succeeded_at">) {
  return objected_at !== null && (succeeded_at === null || succeeded_at <= objected_at);
}

/** Whether it has not succeeded since its last failure. */
export function isFailing({ failed_at, succeeded_at }: Pick<WitnessState, "failed_at" | "succeeded_at">) {
  return failed_at !== null && (succeeded_at === null || succeeded_at <= failed_at);
}

export function noteSuccess(db: Database, vkey: string, size: number, atMs: number): Statement {
  return upsert(db, vkey, { size, succeeded_at: atMs });
}

export function noteFailure(db: Database, vkey: string, failure: string, atMs: number): Statement {
  return upsert(db, vkey, { failure, failed_at: atMs });
}

export interface Objection {
  readonly words: string;
  readonly refusedNote: string;
  readonly seenNote: string | null;
}

/** An objection in force keeps its beginning, and the checkpoint that the witness has shown. */
export function noteObjection(
  db: Database,
  state: WitnessState | undefined,
  vkey: string,
  { words, refusedNote, seenNote }: Objection,
  atMs: number,
): Statement {
  const standing = state && isObjecting(state) ? state : null;
  return upsert(db, vkey, {
    objection: words,
    refused_note: refusedNote,
    seen_note: seenNote ?? standing?.seen_note ?? null,
    objected_at: standing?.objected_at ?? atMs,
  });
}

function upsert(db: Database, vkey: string, change: Partial<WitnessState>): Statement {
  return db
    .insert(logWitnesses)
    .values({ vkey, ...change })
    .onConflictDoUpdate({ target: logWitnesses.vkey, set: change });
}
