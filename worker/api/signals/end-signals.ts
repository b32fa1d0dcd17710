/**
 * How signals end. No end is taken back; a win or a draw by hand can be corrected downwards (`correct-signal.ts`):
 *
 * | from | to             | by              | when                                                         |
 * |------|----------------|-----------------|--------------------------------------------------------------|
 * | open | won lost draw  | `settleSignal`  | from `expires_at` to before `settle_by`, without a price rule, with evidence |
 * | open | won lost draw void | `endByPrices` | from `expires_at` to before `settle_by`, as prices say; void where they show a gap; each quote with the price it has on the record |
 * | open | void           | `voidSignal`    | before `settle_by`, with a reason; from `entry_at` on it counts as lost, and not at all with a price rule |
 * | open | lost           | `settleOverdue` | from `settle_by` on, without a price rule                    |
 * | open | void           | `settleOverdue` | from `settle_by` on, with a price rule, for want of a price  |
 *
 * There is no way from lost or void to anything. So a recorded loss can be neither voided nor improved, and a
 * loss nobody wants to record arrives by itself.
 */
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Evidence } from "#shared/contracts/prices.ts";
import type { Settlement } from "#shared/contracts/signals.ts";
import { type Ending, endingBreach, saidOfEnd } from "#shared/record/ending.ts";
import { addQuotes, quoteKey, quotesIn } from "#shared/record/price-rule.ts";
import type { EntryTime, RuleBreach } from "#shared/record/record-rules.ts";
import type { Database } from "#worker/api/database.ts";
import { commitToLedger, RecordError, type LedgerDependencies } from "#worker/api/ledger/index.ts";
import { quotes } from "#worker/api/tables/ledger.ts";
import {
  selectTotals,
  selectTraderOfSignal,
  selectTraderRecords,
  tallyOfTotals,
} from "#worker/api/traders/index.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { endableOf, planEnds } from "./plan-ends.ts";
import type { StoredSignal } from "./signal-row.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { END_BATCH, MAX_OVERDUE_BATCHES } from "#shared/limits/ledger.ts";

/**
 * Settles an open signal that has expired. A late signal keeps its outcome, but a late win is not counted. Throws
 * RecordError `signal_not_found`, `already_settled`, `prices_decide` (it has a price rule), `not_yet_expired`,
 * `deadline_passed` or `ledger_busy`.
 */
export async function settleSignal(
  deps: LedgerDependencies,
  id: string,
  outcome: Settlement,
  evidence: Evidence,
): Promise<void> {
  return endOne(deps, id, { cause: "result", outcome, evidence });
}

/**
 * Withdraws an open signal, with a `PublicReason` everyone can read. Throws RecordError `signal_not_found`, `already_settled`
 * (a recorded outcome stands, above all a loss), `prices_decide` (it has a price rule and its entry has come), `deadline_passed` or `ledger_busy`.
 */
export async function voidSignal(deps: LedgerDependencies, id: string, reason: string): Promise<void> {
  return endOne(deps, id, { cause: "void", outcome: "void", reason });
}

/** Statement for open signals past their deadline at `nowMs`, by the index made for it, and sorted: it is one batch. */
export function selectOverdue(db: Database, nowMs: number) {
  const overdue = db
    .select({ seq: sql`published_seq` })
    .from(sql`${signals} INDEXED BY signals_open_by_deadline`)
    .where(and(sql`${signals.outcome} = 'open'`, lte(signals.settle_by, nowMs)))
    .orderBy(asc(signals.settle_by), asc(signals.published_seq))
    .limit(END_BATCH);
  return db
    .select()
    .from(signals)
    .where(inArray(signals.published_seq, overdue))
    .orderBy(asc(signals.settle_by), asc(signals.published_seq));
}

/**
 * Ends every open signal past its deadline, oldest deadline first, as lost or, with a price rule, as void; for the scheduled
 * handler. Returns how many there were, at most 2,000 in one call; the rest wait for the next.
 */
export async function settleOverdue(deps: LedgerDependencies): Promise<number> {
  let settled = 0;
  for (let batch = 0; batch < MAX_OVERDUE_BATCHES; batch += 1) {
    const count = await settleOverdueBatch(deps);
    settled += count;
    if (count < END_BATCH) break;
  }
  return settled;
}

async function settleOverdueBatch(deps: LedgerDependencies): Promise<number> {
  const { db, now } = deps;
  // Both statements use this reading of the clock, so that they select the same rows.
  const { ended } = await endMany(deps, selectOverdue(db, now()), {
    endingFor: (row) =>
      row.price_rule ? { cause: "no_price", outcome: "void" } : { cause: "deadline", outcome: "lost" },
    quotes: selectQuotes(db, new Map()),
  });
  return ended;
}

/** Statement for some signals, in the order in which they are to end. */
type SelectSignals = ReturnType<typeof selectOverdue>;

/** Statement for the quotes on the record that the prices of these endings name too; by `published_seq`. */
function selectQuotes(db: Database, endings: ReadonlyMap<number, Ending>) {
  const named = [...endings].flatMap(([seq, ending]) =>
    quotesIn("", saidOfEnd(ending).prices ?? []).map(({ address, at }) => [seq, address, at]),
  );
  return db
    .select()
    .from(quotes)
    .where(
      sql`(address, asset, at) IN (
        SELECT value ->> 1, signals.asset, value ->> 2
        FROM json_each(${JSON.stringify(named)}) JOIN signals ON published_seq = value ->> 0
      )`,
    );
}

interface ManyEndings {
  readonly endingFor: (row: StoredSignal) => Ending | undefined;
  readonly quotes: ReturnType<typeof selectQuotes>;
}

export interface EndedByPrices {
  readonly ended: number;
  /** Signals left open because one of their quotes has another price on the record: its source, by `published_seq`. */
  readonly contradicting: ReadonlyMap<number, string>;
}

/** Ends, in one transaction, those of the signals that can end now. */
async function endMany(
  deps: LedgerDependencies,
  selected: SelectSignals,
  { endingFor, quotes: known }: ManyEndings,
): Promise<EndedByPrices> {
  const { db } = deps;
  const ids = selected.as("ending");
  return commitToLedger(deps, {
    reads: [
      selected,
      selectTraderRecords(db).where(inArray(traders.id, db.select({ id: ids.trader_id }).from(ids))),
      selectTotals(db),
      known,
    ],
    plan: ([found, traderRows, totalsRows, quoteRows], time) => {
      const prices = new Map(quoteRows.map((quote) => [quoteKey(quote), quote.price]));
      const contradicting = new Map<number, string>();
      // The clock of the entries is read after the rows, and may have been set back; a signal may have ended meanwhile.
      const ends = found.flatMap((row) => {
        const ending = endingFor(row);
        if (!ending || endingBreach(endableOf(row), ending, time) !== null) return [];
        const other = addQuotes(prices, quotesIn(row.asset, saidOfEnd(ending).prices ?? []));
        if (other) contradicting.set(row.published_seq, other.address);
        return other ? [] : [{ row, ending }];
      });
      const plan = planEnds(db, {
        ends,
        traderRows: traderRows.filter(({ id }) => ends.some(({ row }) => row.trader_id === id)),
        totals: tallyOfTotals(totalsRows),
        atMs: time.atMs,
      });
      return { ...plan, result: () => ({ ended: ends.length, contradicting }) };
    },
  });
}

/**
 * Ends signals by their prices, in one transaction, if they are still open and may end so now. At most `END_BATCH`, by
 * `published_seq`.
 */
export async function endByPrices(
  deps: LedgerDependencies,
  endings: ReadonlyMap<number, Ending>,
): Promise<EndedByPrices> {
  const selected = deps.db
    .select()
    .from(signals)
    .where(
      inArray(
        signals.published_seq,
        sql`(SELECT value FROM json_each(${JSON.stringify([...endings.keys()])}))`,
      ),
    )
    .orderBy(asc(signals.settle_by), asc(signals.published_seq));
  return endMany(deps, selected, {
    endingFor: (row) => endings.get(row.published_seq),
    quotes: selectQuotes(deps.db, endings),
  });
}

async function endOne(deps: LedgerDependencies, id: string, ending: Ending): Promise<void> {
  const { db } = deps;
  await commitToLedger(deps, {
    reads: [
      db.select().from(signals).where(eq(signals.id, id)),
      selectTraderOfSignal(db, id),
      selectTotals(db),
    ],
    plan: ([[row], traderRows, totalsRows], time) => {
      if (!row) throw new RecordError("signal_not_found");
      requireEndable(row, ending, time);
      const totals = tallyOfTotals(totalsRows);
      return planEnds(db, { ends: [{ row, ending }], traderRows, totals, atMs: time.atMs });
    },
  });
}

function requireEndable(row: StoredSignal, ending: Ending, time: EntryTime): void {
  const breach = endingBreach(endableOf(row), ending, time);
  if (breach === null) return;
  if (isRefusal(breach)) throw new RecordError(breach);
  throw new Error(`signal ${row.published_seq} cannot end like this: ${breach}`);
}

const REFUSALS = ["already_settled", "not_yet_expired", "deadline_passed", "prices_decide"] as const;

function isRefusal(breach: RuleBreach): breach is (typeof REFUSALS)[number] {
  return REFUSALS.some((refusal) => refusal === breach);
}
