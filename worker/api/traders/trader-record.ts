/**
 * What is kept of traders beside the ledger, and how it follows the signals: tallies, equity series and totals, read and
 * written in the transactions of `commitToLedger`.
 */
import * as v from "valibot";
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
import { assignments, parseTally, TALLY_COLUMNS } from "./tally-row.ts";

const TraderRecordRow = v.object({
  id: v.number(),
  handle: v.string(),
  name: v.string(),
  retired_at: v.nullable(v.number()),
  series: v.optional(v.nullable(v.string()), null),
});

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

/** What `parseTraderRecord` reads, of every trader; a WHERE clause is to follow. */
export const SELECT_TRADER_RECORDS = `SELECT traders.id, handle, name, retired_at, series, ${TALLY_COLUMNS}
  FROM traders LEFT JOIN trader_equity ON trader_equity.trader_id = traders.id`;

export function selectTraderByHandle(db: D1Database, handle: string): D1PreparedStatement {
  return db.prepare(`${SELECT_TRADER_RECORDS} WHERE handle = ?1`).bind(handle);
}

/** The trader of a signal. */
export function selectTraderOfSignal(db: D1Database, signalId: string): D1PreparedStatement {
  return db
    .prepare(`${SELECT_TRADER_RECORDS} WHERE traders.id = (SELECT trader_id FROM signals WHERE id = ?1)`)
    .bind(signalId);
}

export function parseTraderRecord(row: unknown): TraderRecord {
  const { id, handle, name, retired_at, series } = v.parse(TraderRecordRow, row);
  return {
    id,
    handle,
    name,
    isRetired: retired_at !== null,
    tally: parseTally(row),
    series: parseEquitySeries(series),
  };
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
export function storeTrader(db: D1Database, trader: TraderRecord): D1PreparedStatement[] {
  const { set, values } = assignments({ ...trader.tally, ...sortFiguresOf(trader.tally) });
  return [
    db.prepare(`UPDATE traders SET ${set} WHERE id = ?${values.length + 1}`).bind(...values, trader.id),
    db
      .prepare(
        `INSERT INTO trader_equity (trader_id, series) VALUES (?1, ?2)
         ON CONFLICT (trader_id) DO UPDATE SET series = excluded.series`,
      )
      .bind(trader.id, equitySeriesText(trader.series)),
  ];
}

export function selectTotals(db: D1Database): D1PreparedStatement {
  return db.prepare(`SELECT ${TALLY_COLUMNS} FROM totals WHERE id = 1`);
}

/** Statement that stores the tally over all traders. */
export function storeTotals(db: D1Database, tally: Tally): D1PreparedStatement {
  const { set, values } = assignments(tally);
  return db.prepare(`UPDATE totals SET ${set} WHERE id = 1`).bind(...values);
}
