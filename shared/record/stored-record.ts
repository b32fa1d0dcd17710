/**
 * The rows of the read models derived from the entries; the keys are columns of `signals`, `traders`, `trader_equity`,
 * `totals`.
 */
import { storedEndOf } from "./ending.ts";
import { canonicalJson } from "#shared/encoding/canonical-json.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import { equitySeriesText } from "./equity-series.ts";
import { evidenceOf } from "./evidence.ts";
import type { ReplayedSignal, ReplayedTrader, ReplayState } from "./replay.ts";
import { sortFiguresOf } from "./statistics.ts";

type Row = Readonly<Record<string, string | number | boolean | null>>;

const UNENDED = { void_reason: null, counts_as_lost: 0, prices: null, evidence: null };

/** Row of `signals`, with the trader's handle instead of `trader_id`. */
export function signalRowOf(signal: ReplayedSignal): Row {
  const { id, payload, publishedAt, publishedSeq, outcome, isLate, end, correction, stakes } = signal;
  const { trader, is_otc, price_rule, stated_price, ...rest } = payload;
  return {
    ...rest,
    price_rule: price_rule ? canonicalJson(price_rule) : null,
    stated_price: stated_price ?? null,
    published_seq: publishedSeq,
    id,
    handle: trader,
    published_at: Date.parse(publishedAt),
    entry_at: Date.parse(payload.entry_at),
    expires_at: Date.parse(payload.expires_at),
    settle_by: Date.parse(payload.settle_by),
    payout: Math.round(payload.payout * PAYOUT_STEPS_PER_UNIT),
    is_late: isLate ? 1 : 0,
    is_otc: is_otc === true ? 1 : 0,
    ...(end ? storedEndOf(end.ending, { isLost: end.countsAsLost, isLate }) : UNENDED),
    // The newest outcome, which may come from a correction.
    outcome,
    settled_at: end && Date.parse(end.at),
    settled_seq: end?.seq ?? null,
    corrected_from: correction?.from ?? null,
    corrected_at: correction && Date.parse(correction.at),
    corrected_seq: correction?.seq ?? null,
    correction_reason: correction?.reason ?? null,
    stakes: stakes && JSON.stringify(stakes),
  };
}

/** Row of `traders`, with the sort columns; without the display name and the search text, which are in no entry. */
export function traderRowOf(trader: ReplayedTrader): Row {
  const { handle, joinedAt, retiredAt, tally, purses, isCompared, lastSeq } = trader;
  return {
    handle,
    joined_at: Date.parse(joinedAt),
    retired_at: retiredAt === null ? null : Date.parse(retiredAt),
    ...tally,
    ...sortFiguresOf(tally),
    ...evidenceOf(purses),
    is_compared: isCompared ? 1 : 0,
    last_seq: lastSeq,
  };
}

/** Row of `trader_equity`; a trader without a signal has no row there. */
export function equityRowOf({ series, confidences, purses, moments }: ReplayedTrader) {
  return {
    series: equitySeriesText(series),
    confidences: JSON.stringify(confidences),
    purses: JSON.stringify(purses),
    moments: JSON.stringify(moments),
  };
}

export function totalsRowOf({ totals, head }: Pick<ReplayState, "totals" | "head">): Row {
  const { traders, retiredTraders, tally } = totals;
  return { id: 1, traders, retired_traders: retiredTraders, ...tally, last_seq: head?.seq ?? 0 };
}
