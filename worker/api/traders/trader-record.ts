/** What is stored about traders beside the ledger, read and written in the transactions of `commitToLedger`. */
import { eq, sql } from "drizzle-orm";
import { equitySeriesText, parseEquitySeries } from "#shared/record/equity-series.ts";
import { evidenceOf, FIRST_PURSES } from "#shared/record/evidence.ts";
import { NO_MOMENTS } from "#shared/record/moments.ts";
import type { Standing } from "#shared/record/trader-figures.ts";
import { sortFiguresOf } from "#shared/record/statistics.ts";
import type { Tally } from "#shared/record/tally.ts";
import type { Database } from "#worker/api/database.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { totals, totalsFields, traderEquity, traderFields, traders } from "#worker/api/tables/traders.ts";

/** One trader as the write verbs see it. */
export interface TraderRecord extends Standing {
  readonly id: number;
  readonly handle: string;
  readonly name: string;
  readonly isRetired: boolean;
}

/** Statement that reads every trader for `toTraderRecord`; the caller adds a `where`. */
export function selectTraderRecords(db: Database) {
  return db
    .select({
      ...traderFields,
      series: traderEquity.series,
      confidences: traderEquity.confidences,
      purses: traderEquity.purses,
      moments: traderEquity.moments,
    })
    .from(traders)
    .leftJoin(traderEquity, eq(traderEquity.trader_id, traders.id));
}

/** Row of `selectTraderRecords`. */
export type TraderRow = Awaited<ReturnType<typeof selectTraderRecords>>[number];

export function selectTraderByHandle(db: Database, handle: string) {
  return selectTraderRecords(db).where(eq(traders.handle, handle));
}

/** The trader of a signal. */
export function selectTraderOfSignal(db: Database, signalId: string) {
  const ofSignal = db.select({ id: signals.trader_id }).from(signals).where(eq(signals.id, signalId));
  return selectTraderRecords(db).where(eq(traders.id, ofSignal));
}

export function toTraderRecord(row: TraderRow): TraderRecord {
  const { id, handle, name, retired_at, tally, series, confidences, purses, moments } = row;
  return {
    id,
    handle,
    name,
    isRetired: retired_at !== null,
    tally,
    series: parseEquitySeries(series),
    confidences: confidences ?? [],
    purses: purses ?? FIRST_PURSES,
    isCompared: row.is_compared,
    moments: moments ?? NO_MOMENTS,
  };
}

/** Statements that store a trader's figures, after its entry `last_seq`. */
export function storeTrader(
  db: Database,
  { id, tally, series, confidences, purses, isCompared, moments }: TraderRecord,
  last_seq: number | undefined,
) {
  return [
    db
      .update(traders)
      .set({ ...tally, ...sortFiguresOf(tally), ...evidenceOf(purses), is_compared: isCompared, last_seq })
      .where(eq(traders.id, id)),
    db
      .insert(traderEquity)
      .values({ trader_id: id, series: equitySeriesText(series), confidences, purses, moments })
      .onConflictDoUpdate({
        target: traderEquity.trader_id,
        set: {
          series: sql`excluded.series`,
          confidences: sql`excluded.confidences`,
          purses: sql`excluded.purses`,
          moments: sql`excluded.moments`,
        },
      }),
  ] as const;
}

export function selectTotals(db: Database) {
  return db.select(totalsFields).from(totals).where(eq(totals.id, 1));
}

/** The tally in the rows of `selectTotals`. */
export function tallyOfTotals([row]: readonly { readonly tally: Tally }[]): Tally {
  if (!row) throw new Error("the totals row is missing");
  return row.tally;
}

/** Statement that stores the tally over all traders, after the entry `last_seq`: the last one of a commit on the read models. */
export function storeTotals(db: Database, tally: Tally, last_seq: number | undefined) {
  return db
    .update(totals)
    .set({ ...tally, last_seq })
    .where(eq(totals.id, 1));
}
