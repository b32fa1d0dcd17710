/** Compares the published signals, traders and figures with the ledger's entries. */
import { calibrationOf } from "./calibration.ts";
import { type Signal, STAKE } from "#shared/contracts/signals.ts";
import type { EquityPoint, LastResult, Summary, Trader, TraderDetail } from "#shared/contracts/traders.ts";
import { saidOfEnd, settledByOf } from "./ending.ts";
import { type Difference, differenceOf } from "./differences.ts";
import { curveOf, type EquitySeries } from "./equity-series.ts";
import type { ChainVerdict, Flaw } from "./ledger-chain.ts";
import { type Marks, marksByEntries, markOf, verdictOf } from "./e-bh.ts";
import { evidenceOf } from "./evidence.ts";
import type { Replay, ReplayedSignal, ReplayedTrader, ReplayState } from "./replay.ts";
import type { Standing } from "./trader-figures.ts";
import { MAX_LAST_RESULTS } from "#shared/limits/lists.ts";
import { statisticsOf } from "./statistics.ts";
import { publishedCount } from "./tally.ts";

/** A signal, trader or figure that differs from the entries. */
export interface Discrepancy extends Difference {
  readonly thing: "summary" | "trader" | "signal";
  /** Handle of the trader or id of the signal. */
  readonly name: string;
  /** Newest entry that the expected value follows from; 0 if no entry contains the object. */
  readonly seq: number;
}

/** Compares one published object with a replay; null if they agree. */
export type Comparison = (state: ReplayState) => Discrepancy | null;

export function compareSummary(published: Summary): Comparison {
  return (state) => {
    const difference = differenceOf(counting(published), summaryOf(state));
    return difference && { thing: "summary", name: "", seq: state.head?.seq ?? 0, ...difference };
  };
}

/**
 * Compares the fields of `TraderDetail` as well if the object has them. Display names and witness data are in no entry and not
 * compared.
 */
export function compareTrader(trader: Trader | TraderDetail): Comparison {
  const {
    name: _name,
    witnessed: _witnessed,
    former_names: _names,
    ...published
  } = { former_names: [], ...trader };
  return (state) => {
    const replayed = state.traders.get(published.handle);
    const expected = replayed && {
      ...("equity" in published ? traderDetailOf(replayed, state) : traderOf(replayed, state)),
      // A backend may omit both.
      ...(published.curve.length === 0 && { curve: [] }),
      ...(published.last_results.length === 0 && { last_results: [] }),
      // Not a figure: `findFault` handles entries written since.
      ...("as_of_seq" in published && { as_of_seq: published.as_of_seq }),
    };
    const difference = differenceOf(counting(published), expected);
    return (
      difference && { thing: "trader", name: published.handle, seq: replayed?.lastSeq ?? 0, ...difference }
    );
  };
}

/** A backend without prices omits the number of signals settled by prices; it counts as 0. */
function counting<Published extends Pick<Summary, "statistics">>(published: Published) {
  const { statistics } = published;
  return { ...published, statistics: { ...statistics, by_prices: statistics.by_prices ?? 0 } };
}

/** A backend may omit `settled_by` for a signal without a price rule. */
export function compareSignal(published: Signal): Comparison {
  const { trader, witnessed_at: _witnessedAt, price_wait: _priceWait, ...rest } = published;
  return ({ signals }) => {
    const signal = signals.get(published.id);
    const isUnsaid = published.settled_by === null && signal?.payload.price_rule === undefined;
    const difference = differenceOf(
      { ...rest, trader: { handle: trader.handle } },
      signal && { ...signalOf(signal), ...(isUnsaid && { settled_by: null }) },
    );
    return (
      difference && {
        thing: "signal",
        name: published.id,
        seq: signal ? lastSeqOfReplayed(signal) : 0,
        ...difference,
      }
    );
  };
}

/** Why a record does not hold: an entry, or a published object that differs from the entries. */
export type RecordFault =
  | { readonly kind: "broken"; readonly seq: number; readonly flaw: Flaw }
  | { readonly kind: "differs"; readonly discrepancy: Discrepancy };

/**
 * Compares published objects that were read after the replay's head, and returns the first discrepancy. They may already include
 * newer entries: `follow` reads the new head and adds the entries up to it to the given replay. An object counts as correct if it
 * agrees with the entries at any moment in between.
 */
export async function findFault(
  comparisons: readonly Comparison[],
  replay: Replay,
  follow: (replay: Replay) => Promise<ChainVerdict>,
): Promise<RecordFault | null> {
  const differing = (some: readonly Comparison[]) => some.filter((compare) => compare(replay.state) !== null);
  let open = differing(comparisons);
  if (open.length === 0) return null;
  const verdict = await follow({
    state: replay.state,
    add(entry) {
      const breach = replay.add(entry);
      open = differing(open);
      return breach;
    },
  });
  if (!verdict.holds) return { kind: "broken", seq: verdict.seq, flaw: verdict.flaw };
  const discrepancy = open[0]?.(replay.state);
  return discrepancy ? { kind: "differs", discrepancy } : null;
}

/** Answer of `GET /api/summary/`, computed from the entries. */
export function summaryOf({ totals, head }: ReplayState): Summary {
  const { traders, retiredTraders, tally } = totals;
  return {
    traders,
    retired_traders: retiredTraders,
    signals: publishedCount(tally),
    statistics: statisticsOf(tally),
    head,
  };
}

/** A trader, computed from the entries. */
export function traderOf(
  { handle, joinedAt, retiredAt, tally, purses, series }: ReplayedTrader,
  state: ReplayState,
): Omit<Trader, "name" | "witnessed"> {
  const evidence = evidenceOf(purses);
  return {
    handle,
    joined_at: joinedAt,
    retired_at: retiredAt,
    statistics: statisticsOf(tally),
    ...evidence,
    verdict: verdictOf(evidence, marksByEntries(state)),
    curve: curveOf(series),
    last_results: lastResultsOf(state, handle),
  };
}

/** A trader with all details, computed from the entries. */
export function traderDetailOf(
  trader: ReplayedTrader,
  state: ReplayState,
): Omit<TraderDetail, "name" | "former_names" | "witnessed" | "as_of_seq"> {
  return {
    ...traderOf(trader, state),
    ...detailOf(trader),
    moments: trader.moments.count,
    ...comparedOf(marksByEntries(state)),
  };
}

function lastResultsOf({ signals }: ReplayState, handle: string): LastResult[] {
  return [...signals.values()]
    .filter(({ payload, end }) => payload.trader === handle && end !== null)
    .slice(-MAX_LAST_RESULTS)
    .map(({ payload, outcome, isLate, end }) => {
      if (outcome === "open") throw new Error("a signal that has ended has an outcome");
      if (payload.is_otc === true || (isLate && outcome === "won")) return "uncounted";
      return end?.countsAsLost === true ? "lost" : outcome;
    });
}

/** The published form of the marks. */
export function comparedOf({ m }: Marks): Pick<TraderDetail, "m" | "mark"> {
  return { m, mark: markOf(m) };
}

/** Curve and calibration, computed from the entries. */
export function detailOf({
  series,
  confidences,
}: Pick<Standing, "series" | "confidences">): Pick<TraderDetail, "equity" | "calibration"> {
  return { equity: equityPointsOf(series), calibration: calibrationOf(confidences) };
}

/** The published form of an equity curve. */
function equityPointsOf({ points }: EquitySeries): EquityPoint[] {
  return points.map(({ settled, atMs, equity, drawdown }) => ({
    settled,
    at: new Date(atMs).toISOString(),
    equity,
    drawdown,
  }));
}

/** A signal, computed from the entries; every field of its `published` entry is also a field of the signal. */
export function signalOf({
  id,
  payload,
  publishedAt,
  publishedSeq,
  outcome,
  isLate,
  end,
  correction,
}: ReplayedSignal) {
  const { trader, is_otc, price_rule = null, stated_price = null, ...rest } = payload;
  return {
    ...rest,
    price_rule,
    stated_price,
    ...saidOfEnd(end?.ending),
    settled_by: end ? settledByOf(end.ending) : null,
    id,
    trader: { handle: trader },
    published_at: publishedAt,
    stake: STAKE,
    outcome,
    is_late: isLate,
    is_otc: is_otc === true,
    settled_at: end?.at ?? null,
    counts_as_lost: end?.countsAsLost ?? false,
    correction,
    published_seq: publishedSeq,
    settled_seq: end?.seq ?? null,
  };
}

function lastSeqOfReplayed({ publishedSeq, end, correction }: ReplayedSignal): number {
  return correction?.seq ?? end?.seq ?? publishedSeq;
}
