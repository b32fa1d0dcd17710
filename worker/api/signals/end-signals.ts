/**
 * How signals end. No end is taken back; a win or a draw can be corrected downwards (`correct-signal.ts`):
 *
 * | from | to             | by              | when                                                         |
 * |------|----------------|-----------------|--------------------------------------------------------------|
 * | open | won lost draw  | `settleSignal`  | from `expires_at` to before `settle_by`                      |
 * | open | void           | `voidSignal`    | before `settle_by`, with a reason; from `expires_at` on it counts as lost |
 * | open | lost           | `settleOverdue` | from `settle_by` on (cause `deadline`)                       |
 *
 * There is no way from lost or void to anything. So a recorded loss can be neither voided nor improved, and a
 * loss nobody wants to record arrives by itself.
 */
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { LedgerDraft } from "#shared/contracts/ledger.ts";
import type { Settlement } from "#shared/contracts/signals.ts";
import { countsAsLost, deadlineBreach, endBreach } from "#shared/record-rules.ts";
import { withEnd } from "#shared/standing.ts";
import { addOutcome, type CountedOutcome, type Tally } from "#shared/tally.ts";
import type { Database } from "#worker/api/database.ts";
import {
  commitToLedger,
  RecordError,
  type LedgerDependencies,
  type LedgerPlan,
} from "#worker/api/ledger/index.ts";
import {
  selectTotals,
  selectTraderOfSignal,
  selectTraderRecords,
  storeTotals,
  storeTrader,
  tallyOfTotals,
  type TraderRow,
  toTraderRecord,
} from "#worker/api/traders/index.ts";
import { traders } from "#worker/api/traders/tables.ts";
import { countedOf, type StoredSignal } from "./signal-row.ts";
import { signals } from "./tables.ts";

/** What happens to one open signal. */
type End =
  | { readonly outcome: Settlement; readonly cause: "result" | "deadline" }
  | { readonly outcome: "void"; readonly reason: string };

/**
 * Settles an open signal that has expired. A late signal keeps the outcome it had, but a win of it counts nowhere.
 * Throws RecordError `signal_not_found`, `already_settled`, `not_yet_expired`, `deadline_passed` or `ledger_busy`.
 */
export async function settleSignal(deps: LedgerDependencies, id: string, outcome: Settlement): Promise<void> {
  return endOne(deps, id, { outcome, cause: "result" });
}

/**
 * Withdraws an open signal, with a `PublicReason` everyone can read. Throws RecordError `signal_not_found`, `already_settled`
 * (a recorded outcome stands, above all a loss), `deadline_passed` or `ledger_busy`.
 */
export async function voidSignal(deps: LedgerDependencies, id: string, reason: string): Promise<void> {
  return endOne(deps, id, { outcome: "void", reason });
}

/** Overdue signals written in one transaction; well within what a scheduled run may spend. */
const OVERDUE_BATCH = 100;
const MAX_OVERDUE_BATCHES = 20;

/** Statement for what is open past its deadline at `nowMs`, found by the index made for it, and sorted: it is one batch. */
export function selectOverdue(db: Database, nowMs: number) {
  const overdue = db
    .select({ seq: sql`published_seq` })
    .from(sql`${signals} INDEXED BY signals_open_by_deadline`)
    .where(and(sql`${signals.outcome} = 'open'`, lte(signals.settle_by, nowMs)))
    .orderBy(asc(signals.settle_by), asc(signals.published_seq))
    .limit(OVERDUE_BATCH);
  return db
    .select()
    .from(signals)
    .where(inArray(signals.published_seq, overdue))
    .orderBy(asc(signals.settle_by), asc(signals.published_seq));
}

/**
 * Records every open signal past its deadline as lost, oldest deadline first; for the scheduled handler. Answers how many
 * there were, at most 2,000 in one call; the rest wait for the next.
 */
export async function settleOverdue(deps: LedgerDependencies): Promise<number> {
  let settled = 0;
  for (let batch = 0; batch < MAX_OVERDUE_BATCHES; batch += 1) {
    const count = await settleOverdueBatch(deps);
    settled += count;
    if (count < OVERDUE_BATCH) break;
  }
  return settled;
}

async function settleOverdueBatch(deps: LedgerDependencies): Promise<number> {
  const { db, now } = deps;
  // The deadline is compared with the clock as it reads here, so both statements select the same rows.
  const overdue = selectOverdue(db, now());
  const ids = overdue.as("overdue");
  return commitToLedger(deps, {
    reads: [
      overdue,
      selectTraderRecords(db).where(inArray(traders.id, db.select({ id: ids.trader_id }).from(ids))),
      selectTotals(db),
    ],
    plan: ([found, traderRows, totalsRows], time) => {
      // The clock of the entries is read after the rows, and may have been set back.
      const rows = found.filter(
        ({ outcome, settle_by: settleByMs }) => deadlineBreach({ outcome, settleByMs }, time) === null,
      );
      return planEnds(db, {
        rows,
        traderRows: traderRows.filter(({ id }) => rows.some((row) => row.trader_id === id)),
        totals: tallyOfTotals(totalsRows),
        atMs: time.atMs,
        end: { outcome: "lost", cause: "deadline" },
      });
    },
  });
}

async function endOne(deps: LedgerDependencies, id: string, end: End): Promise<void> {
  const { db } = deps;
  await commitToLedger(deps, {
    reads: [
      db.select().from(signals).where(eq(signals.id, id)),
      selectTraderOfSignal(db, id),
      selectTotals(db),
    ],
    plan: ([[row], traderRows, totalsRows], time) => {
      if (!row) throw new RecordError("signal_not_found");
      const { outcome, expires_at: expiresAtMs, settle_by: settleByMs } = row;
      const cause = end.outcome === "void" ? "void" : "result";
      const breach = endBreach({ outcome, expiresAtMs, settleByMs }, cause, time);
      if (breach) throw new RecordError(breach);
      const { atMs } = time;
      return planEnds(db, { rows: [row], traderRows, totals: tallyOfTotals(totalsRows), atMs, end });
    },
  });
}

interface Ends {
  readonly rows: readonly StoredSignal[];
  readonly traderRows: readonly TraderRow[];
  readonly totals: Tally;
  readonly atMs: number;
  readonly end: End;
}

/** The same end for all rows, in their order, which is the order of settlement. */
function planEnds(
  db: Database,
  { rows, traderRows, totals: totalsBefore, atMs, end }: Ends,
): LedgerPlan<number> {
  const traders = new Map(traderRows.map((row) => [row.id, toTraderRecord(row)]));
  let totals = totalsBefore;
  for (const row of rows) {
    const counted = countedOf(row);
    const outcome = countedOutcomeOf(row, end.outcome, atMs);
    const trader = traders.get(row.trader_id);
    if (!trader) throw new Error(`signal ${row.published_seq} has no trader`);
    traders.set(trader.id, withEnd(trader, { ...counted, outcome, atMs }));
    totals = addOutcome(totals, outcome, counted);
  }
  return {
    drafts: rows.map((row) => draftOf(row.id, end)),
    statements: (entries) => [
      storeEnds(db, { rows, entrySeqs: entries.map(({ seq }) => seq), end, atMs }),
      ...[...traders.values()].flatMap((trader) => {
        const last = rows.findLastIndex((row) => row.trader_id === trader.id);
        return storeTrader(db, trader, entries[last]?.seq);
      }),
      storeTotals(db, totals, entries.at(-1)?.seq),
    ],
    result: () => rows.length,
  };
}

/** What the end of a signal at `atMs` counts as. */
export function countedOutcomeOf(
  { expires_at: expiresAtMs }: Pick<StoredSignal, "expires_at">,
  outcome: End["outcome"],
  atMs: number,
): CountedOutcome {
  return outcome === "void" && countsAsLost({ expiresAtMs }, atMs) ? "void_lost" : outcome;
}

function draftOf(id: string, end: End): LedgerDraft {
  return end.outcome === "void"
    ? { kind: "voided", signal_id: id, payload: { reason: end.reason } }
    : { kind: "settled", signal_id: id, payload: { outcome: end.outcome, cause: end.cause } };
}

interface StoredEnds {
  readonly rows: readonly StoredSignal[];
  readonly entrySeqs: readonly number[];
  readonly end: End;
  readonly atMs: number;
}

/** One statement for any number of signals. */
function storeEnds(db: Database, { rows, entrySeqs, end, atMs }: StoredEnds) {
  const ends = JSON.stringify(
    rows.map((row, index) => {
      const isVoidLost = countedOutcomeOf(row, end.outcome, atMs) === "void_lost";
      return [row.published_seq, entrySeqs[index], isVoidLost ? 1 : 0];
    }),
  );
  return db
    .update(signals)
    .set({
      outcome: end.outcome,
      settled_at: atMs,
      void_reason: end.outcome === "void" ? end.reason : null,
      counts_as_lost: sql`ended.value ->> 2`,
      settled_seq: sql`ended.value ->> 1`,
    })
    .from(sql`json_each(${ends}) AS ended`)
    .where(sql`${signals.published_seq} = ended.value ->> 0`);
}
