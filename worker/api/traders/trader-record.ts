/**
 * What is kept of traders beside the ledger, and how it follows the signals: tallies, equity series and totals, read and
 * written in the transactions of `commitToLedger`.
 */
import { eq, sql } from "drizzle-orm";
import {
  addToEquitySeries,
  type EquitySeries,
  equitySeriesText,
  parseEquitySeries,
} from "#shared/equity-series.ts";
import { sortFiguresOf } from "#shared/statistics.ts";
import {
  addCorrection,
  addOutcome,
  addPublished,
  type Correction,
  type Counted,
  equityOf,
  isSettledOutcome,
  settledCount,
  type Tally,
} from "#shared/tally.ts";
import type { Database } from "#worker/api/database.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { totals, totalsFields, traderEquity, traderFields, traders } from "./tables.ts";

/** One trader as the write verbs see it. */
export interface TraderRecord {
  readonly id: number;
  readonly handle: string;
  readonly name: string;
  readonly isRetired: boolean;
  readonly tally: Tally;
  readonly series: EquitySeries;
}

/** How one signal ended. */
export interface SignalEnd extends Counted {
  readonly outcome: "won" | "lost" | "draw" | "void";
  readonly atMs: number;
}

/** How the outcome of one signal was corrected. */
export interface SignalCorrection extends Counted, Correction {
  readonly atMs: number;
}

/** Statement that reads what `toTraderRecord` takes, of every trader; a `where` is to follow. */
export function selectTraderRecords(db: Database) {
  return db
    .select({ ...traderFields, series: traderEquity.series })
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

export function toTraderRecord({ id, handle, name, retired_at, tally, series }: TraderRow): TraderRecord {
  return { id, handle, name, isRetired: retired_at !== null, tally, series: parseEquitySeries(series) };
}

/** The trader after publishing one signal. */
export function withPublished(trader: TraderRecord, signal: { readonly isLate: boolean }): TraderRecord {
  return { ...trader, tally: addPublished(trader.tally, signal) };
}

/** The trader after one of its open signals ended. */
export function withEnd<Trader extends Pick<TraderRecord, "tally" | "series">>(
  trader: Trader,
  end: SignalEnd,
): Trader {
  return withTally(trader, addOutcome(trader.tally, end.outcome, end), end);
}

/** The trader after the settlement of one of its signals was corrected. */
export function withCorrection(trader: TraderRecord, correction: SignalCorrection): TraderRecord {
  const tally = addCorrection(trader.tally, correction, correction);
  return withTally(trader, tally, { ...correction, outcome: correction.to });
}

function withTally<Trader extends Pick<TraderRecord, "series">>(
  trader: Trader,
  tally: Tally,
  end: SignalEnd,
): Trader & { readonly tally: Tally } {
  if (!isSettledOutcome(end.outcome, end)) return { ...trader, tally };
  const point = { settled: settledCount(tally), atMs: end.atMs, ...equityOf(tally) };
  return { ...trader, tally, series: addToEquitySeries(trader.series, point) };
}

/** Statements that store a trader's tally and series. */
export function storeTrader(db: Database, { id, tally, series }: TraderRecord) {
  return [
    db
      .update(traders)
      .set({ ...tally, ...sortFiguresOf(tally) })
      .where(eq(traders.id, id)),
    db
      .insert(traderEquity)
      .values({ trader_id: id, series: equitySeriesText(series) })
      .onConflictDoUpdate({ target: traderEquity.trader_id, set: { series: sql`excluded.series` } }),
  ] as const;
}

export function selectTotals(db: Database) {
  return db.select(totalsFields).from(totals).where(eq(totals.id, 1));
}

/** The tally in the rows of `selectTotals`. */
export function tallyOfTotals([row]: readonly { readonly tally: Tally }[]): Tally {
  if (!row) throw new Error("the totals are gone");
  return row.tally;
}

/** Statement that stores the tally over all traders. */
export function storeTotals(db: Database, tally: Tally) {
  return db.update(totals).set(tally).where(eq(totals.id, 1));
}
