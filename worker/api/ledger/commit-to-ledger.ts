/**
 * The only way to write to the record. Head and read models are read in one transaction, the new entries are hashed onto
 * that head, and entries and read models are written in one transaction, which a trigger refuses as a whole if the head has
 * moved meanwhile. Writers on any number of machines are thus serialised by the chain itself: no gap, no fork, and the data
 * that a plan was based on is still current when it is written.
 *
 * Why not a Durable Object: it could serialise the writers but not replace the check, since D1 stays reachable without it.
 * With the check alone there is one part less; a writer that lost tries again. Writers of one isolate wait for each other
 * without a Durable Object.
 */
import { getTableColumns, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import * as v from "valibot";
import { canonicalJson } from "#shared/encoding/canonical-json.ts";
import { type LedgerDraft, LedgerEntry, type LedgerHead } from "#shared/contracts/ledger.ts";
import { hashEntry } from "#shared/record/ledger-chain.ts";
import { clockBreach, type EntryTime, entryTimeOf } from "#shared/record/record-rules.ts";
import type { Database, Statement } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import type { Turns } from "./turns.ts";
import { describeError } from "#worker/http/logger.ts";
import { sha256 } from "#worker/http/digests.ts";
import { selectHead, toHead } from "./ledger-row.ts";
import { growLog } from "./stored-tiles.ts";
import { RecordError } from "./record-error.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import { backOff } from "#shared/http/back-off.ts";
import { COMMIT_RETRY_DELAY_MS, LEDGER_WAIT_MS } from "#shared/limits/ledger.ts";

/** The dependencies of the write verbs; `sleep` and `random` are replaced in tests. */
export interface LedgerDependencies extends BaseDependencies {
  /** Tells live readers that the ledger has grown to `seq`, and returns at once. Absent if nobody listens, as in seeds. */
  readonly announce?: ((seq: number) => void) | undefined;
  readonly sleep?: (delayMs: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random?: () => number;
  /** Absent if nobody else writes, as in seeds. */
  readonly turns?: Turns | undefined;
  /** The caller's own statements, written in the same transaction as the entries: all are written or none. */
  readonly alsoWrite?: (entries: readonly LedgerEntry[]) => readonly Statement[];
}

/** What to write: entries, the statements that belong to them, and the caller's result. */
export interface LedgerPlan<Result> {
  readonly drafts: readonly LedgerDraft[];
  readonly statements: (entries: readonly LedgerEntry[]) => readonly Statement[];
  readonly result: (entries: readonly LedgerEntry[]) => Result;
}

export interface LedgerTask<Reads extends readonly Statement[], Result> {
  /** Run in the transaction that reads the head; their rows are passed to `plan` in this order. */
  readonly reads: readonly [...Reads];
  /**
   * Decides at the time that the entries will carry. Runs once per attempt. Throws a RecordError to refuse; a plan without
   * drafts writes nothing.
   */
  readonly plan: (rows: BatchResponse<Reads>, time: EntryTime) => LedgerPlan<Result>;
}

/**
 * Commits a task; throws RecordError `ledger_busy` if other writers won for `LEDGER_WAIT_MS`, and `clock_wrong` if this
 * server's clock is more than `MAX_CLOCK_LAG_MS` behind the ledger or ahead of the database. Never writes a part only.
 */
export async function commitToLedger<Reads extends readonly Statement[], Result>(
  deps: LedgerDependencies,
  task: LedgerTask<Reads, Result>,
): Promise<Result> {
  // The server's clock may stand still or be set, so waiting is measured by `performance.now`.
  const untilMs = performance.now() + LEDGER_WAIT_MS;
  const commit = () => tryUntil(untilMs, deps, task);
  return deps.turns ? deps.turns.take(LEDGER_WAIT_MS, commit) : commit();
}

async function tryUntil<Reads extends readonly Statement[], Result>(
  untilMs: number,
  deps: LedgerDependencies,
  task: LedgerTask<Reads, Result>,
): Promise<Result> {
  const { db, now, log, sleep = sleepForReal, random = Math.random, alsoWrite = () => [] } = deps;
  let attempt = 0;
  for (; performance.now() < untilMs; attempt += 1) {
    const [[headRow], ...rows] = await db.batch([selectHead(db), ...task.reads]);
    const head = toHead(headRow);
    const time = entryTimeOf(now(), head.at === null ? 0 : Date.parse(head.at));
    if (clockBreach(time)) throw refuseClock(log);
    const plan = task.plan(rows, time);
    if (plan.drafts.length === 0) return plan.result([]);
    const entries = await chainEntries(head, time, plan.drafts);
    const tiles = await growLog(db, head.seq, entries);
    try {
      await db.batch([
        insertEntries(db, entries),
        ...tiles,
        ...plan.statements(entries),
        ...alsoWrite(entries),
      ]);
      tellReaders(deps, head.seq + entries.length);
      return plan.result(entries);
    } catch (error) {
      if (isFastClock(error)) throw refuseClock(log);
      if (!isMovedHead(error)) throw error;
    }
    // Jitter: writers that collided spread out instead of colliding again.
    await sleep(backOff(COMMIT_RETRY_DELAY_MS, attempt, random));
  }
  log({ level: "warn", event: "ledger_busy", attempts: attempt });
  throw new RecordError("ledger_busy");
}

async function chainEntries(
  head: LedgerHead,
  { atMs, clockMs }: EntryTime,
  drafts: readonly LedgerDraft[],
): Promise<LedgerEntry[]> {
  const at = new Date(atMs).toISOString();
  const clock_at = new Date(clockMs).toISOString();
  const entries: LedgerEntry[] = [];
  let { seq, hash: prev_hash } = head;
  for (const draft of drafts) {
    seq += 1;
    const entry = { ...draft, seq, at, clock_at, prev_hash };
    const hash = await hashEntry(entry, sha256);
    // Entries cannot be changed afterwards, so each must be readable before it is written.
    entries.push(v.parse(LedgerEntry, { ...entry, hash }));
    prev_hash = hash;
  }
  return entries;
}

/** One statement for any number of entries, in order; the trigger looks at each. */
function insertEntries(db: Database, entries: readonly LedgerEntry[]) {
  const rows = entries.map((entry) => ({
    ...entry,
    at: Date.parse(entry.at),
    clock_at: Date.parse(entry.clock_at),
    payload: canonicalJson(entry.payload),
  }));
  const values = Object.keys(getTableColumns(ledger)).map((name) => sql`value ->> ${name}`);
  return db
    .insert(ledger)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)}) ORDER BY key`);
}

/** The write has succeeded, even if announcing it fails. */
function tellReaders({ announce, log }: LedgerDependencies, seq: number): void {
  try {
    announce?.(seq);
  } catch (error) {
    log({ level: "error", event: "announcement_failed", seq, error: describeError(error) });
  }
}

/** Matches the error of the trigger `ledger_follows_its_head`. */
function isMovedHead(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ledger head has moved");
}

/** Matches another error of the same trigger. */
function isFastClock(error: unknown): boolean {
  return error instanceof Error && error.message.includes("clock is ahead of the database");
}

/** Staff cannot fix this by trying again, so it is logged for the operator. */
function refuseClock(log: LedgerDependencies["log"]): RecordError {
  log({ level: "error", event: "clock_wrong" });
  return new RecordError("clock_wrong");
}

function sleepForReal(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
