/** The writes that end signals: their entries, their rows, and the figures of their traders and of the totals. */
import { sql } from "drizzle-orm";
import {
  type CountableSignal,
  countedEndingOf,
  endDraft,
  type EndableSignal,
  type Ending,
  storedEndOf,
} from "#shared/record/ending.ts";
import { stakesAfter } from "#shared/record/evidence.ts";
import { withEnd } from "#shared/record/trader-figures.ts";
import { addOutcome, type Tally } from "#shared/record/tally.ts";
import type { Database } from "#worker/api/database.ts";
import type { LedgerPlan } from "#worker/api/ledger/index.ts";
import { storeTotals, storeTrader, type TraderRow, toTraderRecord } from "#worker/api/traders/index.ts";
import { countedOf, type StoredSignal } from "./signal-row.ts";
import { signals } from "#worker/api/tables/signals.ts";

/** A stored signal in the form that the rules of ending take. */
export function endableOf(row: StoredSignal): EndableSignal {
  const { outcome, direction, entry_at: entryAtMs, expires_at: expiresAtMs, price_rule: rule } = row;
  return {
    outcome,
    entryAtMs,
    expiresAtMs,
    settleByMs: row.settle_by,
    priced: rule && { rule, direction, entryAtMs, expiresAtMs },
  };
}

/** The same for the rules of counting. */
export function countableOf({
  entry_at: entryAtMs,
  published_at: publishedAtMs,
  is_late: isLate,
}: Pick<StoredSignal, "entry_at" | "published_at" | "is_late">): CountableSignal {
  return { entryAtMs, publishedAtMs, isLate };
}

export interface SignalEnding {
  readonly row: StoredSignal;
  readonly ending: Ending;
}

interface Ends {
  /** In the order of settlement. */
  readonly ends: readonly SignalEnding[];
  readonly traderRows: readonly TraderRow[];
  readonly totals: Tally;
  readonly atMs: number;
}

/** What is written at `atMs` to end signals. */
export function planEnds(
  db: Database,
  { ends, traderRows, totals: totalsBefore, atMs }: Ends,
): LedgerPlan<void> {
  const traders = new Map(traderRows.map((row) => [row.id, toTraderRecord(row)]));
  let totals = totalsBefore;
  for (const { row, ending } of ends) {
    const counted = countedOf(row);
    const countedEnding = countedEndingOf(countableOf(row), ending, atMs);
    const trader = traders.get(row.trader_id);
    if (!trader) throw new Error(`signal ${row.published_seq} has no trader`);
    traders.set(trader.id, withEnd(trader, { ...counted, ...countedEnding, atMs, stakes: row.stakes }));
    totals = addOutcome(totals, countedEnding, counted);
  }
  return {
    drafts: ends.map(({ row, ending }) => endDraft(row.id, ending)),
    statements: (entries) => [
      storeEnds(
        db,
        ends,
        entries.map(({ seq }) => seq),
        atMs,
      ),
      ...[...traders.values()].flatMap((trader) => {
        const last = ends.findLastIndex(({ row }) => row.trader_id === trader.id);
        return storeTrader(db, trader, entries[last]?.seq);
      }),
      storeTotals(db, totals, entries.at(-1)?.seq),
    ],
    result: () => undefined,
  };
}

/** One statement for any number of signals. */
function storeEnds(db: Database, ends: readonly SignalEnding[], entrySeqs: readonly number[], atMs: number) {
  const rows = ends.map(({ row, ending }, index) => {
    const countedEnding = countedEndingOf(countableOf(row), ending, atMs);
    const stakes = stakesAfter(row.stakes, countedEnding);
    return {
      published_seq: row.published_seq,
      settled_seq: entrySeqs[index],
      ...storedEndOf(ending, {
        isLost: countedEnding.outcome === "void_lost",
        isLate: row.is_late || countedEnding.becameLate,
      }),
      stakes: stakes && JSON.stringify(stakes),
    };
  });
  const ended = (column: string) => sql`ended.value ->> ${column}`;
  return db
    .update(signals)
    .set({
      outcome: ended("outcome"),
      settled_at: atMs,
      void_reason: ended("void_reason"),
      counts_as_lost: ended("counts_as_lost"),
      is_late: ended("is_late"),
      prices: ended("prices"),
      evidence: ended("evidence"),
      settled_seq: ended("settled_seq"),
      stakes: ended("stakes"),
    })
    .from(sql`json_each(${JSON.stringify(rows)}) AS ended`)
    .where(sql`${signals.published_seq} = ${ended("published_seq")}`);
}
