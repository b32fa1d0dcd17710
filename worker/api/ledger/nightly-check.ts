/**
 * Checks the record each night, in runs of some entries each: first the entries since the last night, then a share of all,
 * so that every entry and every row is read again within 30 days.
 */
import { eq } from "drizzle-orm";
import type { Database } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { sha256, sha256OfBytes } from "#worker/http/digests.ts";
import { checkEntries, type Findings, NO_PROGRESS } from "./check-entries.ts";
import { keepStates } from "./checked-states.ts";
import type { Row, RunQueries } from "./run-queries.ts";
import { READINGS, recordChecks } from "#worker/api/tables/ledger.ts";
import { CHECK_DONE_MS, REREAD_NIGHTS } from "#shared/limits/ledger.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

type Kept = typeof recordChecks.$inferSelect;

/** One run, for the scheduled handler; nothing if this night's work is done. */
export async function checkRecordNightly(deps: BaseDependencies): Promise<void> {
  const nowMs = deps.now();
  const rows = await deps.db.select().from(recordChecks);
  for (const reading of READINGS) {
    const kept = rows.find((row) => row.reading === reading);
    // If `done_at` is in the future, the clock has been set back since then.
    if (kept?.done_at && Math.abs(nowMs - kept.done_at) < CHECK_DONE_MS) continue;
    await readOn(deps, kept ?? notBegun(reading, nowMs), nowMs);
    return;
  }
}

function notBegun(reading: Kept["reading"], nowMs: number): Kept {
  return {
    reading,
    seq: 0,
    progress: NO_PROGRESS,
    checked_at: nowMs,
    began_at: null,
    done_at: null,
    fault: null,
    is_fault_at_head: false,
  };
}

async function readOn(deps: BaseDependencies, kept: Kept, nowMs: number): Promise<void> {
  const { reading } = kept;
  const isWhole = reading === "whole";
  const isAnew = isWhole && kept.began_at === null;
  const beganAt = isAnew ? nowMs : kept.began_at;
  const run = runnerOf(deps.db);
  const from = isAnew ? NO_PROGRESS : kept.progress;
  const findings = await checkEntries({ run, reading, from, sha256, sha256OfBytes });
  const { fault, progress, headSeq, isAtHead, isThrough } = findings;
  const seq = progress.head?.seq ?? 0;
  const isShareDone = isWhole && seq >= shareOf(headSeq, Math.abs(nowMs - (beganAt ?? nowMs)));
  const isDone = fault !== null || isThrough || isShareDone;
  const stays = fault === null && kept.is_fault_at_head && !isThrough;
  await keep(deps, kept, findings, {
    ...(fault ? {} : { seq, progress, checked_at: nowMs, began_at: isThrough ? null : beganAt }),
    done_at: isDone ? nowMs : kept.done_at,
    fault: stays ? kept.fault : fault,
    is_fault_at_head: stays || (fault !== null && (isAtHead || !isWhole)),
  });
  if (fault) deps.log({ level: "error", event: "record_broken", reading, fault });
  else if (isDone && !stays) deps.log({ level: "info", event: "record_holds", reading, seq });
}

/** How far a reading of the whole record should have come at the end of a night; the first night counts. */
function shareOf(headSeq: number, sinceBeganMs: number): number {
  const nights = Math.round(sinceBeganMs / DAY_MS) + 1;
  return Math.ceil(headSeq * Math.min(1, nights / REREAD_NIGHTS));
}

/** Keeps nothing if another run was faster: states belong to the progress that they were stored with. */
async function keep(
  { db }: BaseDependencies,
  kept: Kept,
  { fault, states, due, isThrough }: Findings,
  found: Partial<Kept>,
): Promise<void> {
  const { reading } = kept;
  const row = { ...kept, ...found };
  const isAsRead = `coalesce((SELECT seq FROM record_checks WHERE reading = '${reading}'), 0) = ${kept.seq}`;
  const writes =
    reading === "whole" && isThrough
      ? [{ text: `DELETE FROM checked_states WHERE reading = '${reading}' AND ${isAsRead}` }]
      : keepStates(reading, states, due, isAsRead);
  const upsert = db
    .insert(recordChecks)
    .values(row)
    .onConflictDoUpdate({ target: recordChecks.reading, set: row, setWhere: eq(recordChecks.seq, kept.seq) });
  const { sql: text, params: values } = upsert.toSQL();
  // The row comes last, since the other statements need its old values.
  await db.$client.batch([
    ...(fault ? [] : writes).map((query) => statementOf(db, query)),
    statementOf(db, { text, values }),
  ]);
}

/** In a batch, Drizzle cannot bind values to SQL text. */
function statementOf(
  { $client }: Database,
  { text, values = [] }: { readonly text: string; readonly values?: readonly unknown[] },
) {
  return $client.prepare(text).bind(...values);
}

function runnerOf(db: Database): RunQueries {
  return async (queries) => {
    const answers = await db.$client.batch<Row>(queries.map((query) => statementOf(db, query)));
    return answers.map(({ results }) => results);
  };
}
