/**
 * How signals end. No end is taken back; a win or a draw can be corrected downwards (`correct-signal.ts`):
 *
 * | from | to             | by              | when                                                         |
 * |------|----------------|-----------------|--------------------------------------------------------------|
 * | open | won lost draw  | `settleSignal`  | from `expires_at` to before `settle_by`                      |
 * | open | void           | `voidSignal`    | before `settle_by`, with a reason                            |
 * | open | lost           | `settleOverdue` | from `settle_by` on (cause `deadline`)                       |
 *
 * There is no way from lost or void to anything. So a recorded loss can be neither voided nor improved, and a
 * loss nobody wants to record arrives by itself.
 */
import * as v from "valibot";
import type { LedgerDraft } from "#shared/contracts/ledger.ts";
import type { Settlement } from "#shared/contracts/signals.ts";
import { addOutcome } from "#shared/tally.ts";
import {
  commitToLedger,
  RecordError,
  type LedgerDependencies,
  type LedgerPlan,
} from "#worker/api/ledger/index.ts";
import {
  parseTally,
  parseTraderRecord,
  SELECT_TRADER_RECORDS,
  selectTotals,
  selectTraderOfSignal,
  storeTotals,
  storeTrader,
  withEnd,
} from "#worker/api/traders/index.ts";
import { countedOf } from "./signal-row.ts";

const EndRow = v.object({
  published_seq: v.number(),
  id: v.string(),
  trader_id: v.number(),
  expires_at: v.number(),
  settle_by: v.number(),
  payout: v.number(),
  is_late: v.number(),
  is_otc: v.number(),
  outcome: v.string(),
});
type EndRow = v.InferOutput<typeof EndRow>;

const END_COLUMNS = "published_seq, id, trader_id, expires_at, settle_by, payout, is_late, is_otc, outcome";

/** What happens to one open signal. */
type End =
  | { readonly outcome: Settlement; readonly cause: "result" | "deadline" }
  | { readonly outcome: "void"; readonly reason: string };

/**
 * Settles an open signal that has expired. A late signal keeps the outcome it had, but a win of it counts nowhere.
 * Throws RecordError `signal_not_found`, `already_settled`, `not_yet_expired`, `deadline_passed` or `ledger_busy`.
 */
export async function settleSignal(deps: LedgerDependencies, id: string, outcome: Settlement): Promise<void> {
  return endOne(deps, id, { outcome, cause: "result" }, (row, atMs) => {
    if (atMs < row.expires_at) throw new RecordError("not_yet_expired");
  });
}

/**
 * Withdraws an open signal, with a `PublicReason` everyone can read. Throws RecordError `signal_not_found`, `already_settled`
 * (a recorded outcome stands, above all a loss), `deadline_passed` or `ledger_busy`.
 */
export async function voidSignal(deps: LedgerDependencies, id: string, reason: string): Promise<void> {
  return endOne(deps, id, { outcome: "void", reason }, () => {});
}

/** Overdue signals written in one transaction; well within what a scheduled run may spend. */
const OVERDUE_BATCH = 100;
const MAX_OVERDUE_BATCHES = 20;

export const SELECT_OVERDUE = `SELECT ${END_COLUMNS} FROM signals INDEXED BY signals_open_by_deadline
  WHERE outcome = 'open' AND settle_by <= ?1 ORDER BY settle_by, published_seq LIMIT ?2`;

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
  const overdue = [now(), OVERDUE_BATCH];
  return commitToLedger(deps, {
    reads: [
      db.prepare(SELECT_OVERDUE).bind(...overdue),
      db
        .prepare(`${SELECT_TRADER_RECORDS} WHERE traders.id IN (SELECT trader_id FROM (${SELECT_OVERDUE}))`)
        .bind(...overdue),
      selectTotals(db),
    ],
    plan: ([signalRows = [], traderRows = [], totalsRows = []], atMs) => {
      const rows = signalRows.map((row) => v.parse(EndRow, row));
      return planEnds(db, {
        rows,
        traderRows,
        totalsRow: totalsRows[0],
        atMs,
        end: { outcome: "lost", cause: "deadline" },
      });
    },
  });
}

async function endOne(
  deps: LedgerDependencies,
  id: string,
  end: End,
  refuse: (row: EndRow, atMs: number) => void,
): Promise<void> {
  const { db } = deps;
  await commitToLedger(deps, {
    reads: [
      db.prepare(`SELECT ${END_COLUMNS} FROM signals WHERE id = ?1`).bind(id),
      selectTraderOfSignal(db, id),
      selectTotals(db),
    ],
    plan: ([signalRows = [], traderRows = [], totalsRows = []], atMs) => {
      if (signalRows.length === 0) throw new RecordError("signal_not_found");
      const row = v.parse(EndRow, signalRows[0]);
      if (row.outcome !== "open") throw new RecordError("already_settled");
      if (atMs >= row.settle_by) throw new RecordError("deadline_passed");
      refuse(row, atMs);
      return planEnds(db, { rows: [row], traderRows, totalsRow: totalsRows[0], atMs, end });
    },
  });
}

interface Ends {
  readonly rows: readonly EndRow[];
  readonly traderRows: readonly unknown[];
  readonly totalsRow: unknown;
  readonly atMs: number;
  readonly end: End;
}

/** The same end for all rows, in their order, which is the order of settlement. */
function planEnds(db: D1Database, { rows, traderRows, totalsRow, atMs, end }: Ends): LedgerPlan<number> {
  const traders = new Map(traderRows.map(parseTraderRecord).map((trader) => [trader.id, trader]));
  let totals = parseTally(totalsRow);
  for (const row of rows) {
    const counted = countedOf(row);
    const trader = traders.get(row.trader_id);
    if (!trader) throw new Error(`signal ${row.published_seq} has no trader`);
    traders.set(trader.id, withEnd(trader, { ...counted, outcome: end.outcome, atMs }));
    totals = addOutcome(totals, end.outcome, counted);
  }
  return {
    drafts: rows.map((row) => draftOf(row.id, end)),
    statements: (entries) => [
      storeEnds(db, { rows, entrySeqs: entries.map(({ seq }) => seq), end, atMs }),
      ...[...traders.values()].flatMap((trader) => storeTrader(db, trader)),
      storeTotals(db, totals),
    ],
    result: () => rows.length,
  };
}

function draftOf(id: string, end: End): LedgerDraft {
  return end.outcome === "void"
    ? { kind: "voided", signal_id: id, payload: { reason: end.reason } }
    : { kind: "settled", signal_id: id, payload: { outcome: end.outcome, cause: end.cause } };
}

interface StoredEnds {
  readonly rows: readonly EndRow[];
  readonly entrySeqs: readonly number[];
  readonly end: End;
  readonly atMs: number;
}

function storeEnds(db: D1Database, { rows, entrySeqs, end, atMs }: StoredEnds): D1PreparedStatement {
  const pairs = rows.map((row, index) => [row.published_seq, entrySeqs[index]]);
  return db
    .prepare(
      `UPDATE signals SET outcome = ?1, settled_at = ?2, void_reason = ?3, settled_seq = pair.value ->> 1
       FROM json_each(?4) AS pair WHERE published_seq = pair.value ->> 0`,
    )
    .bind(end.outcome, atMs, end.outcome === "void" ? end.reason : null, JSON.stringify(pairs));
}
