/** A complete trader for tests that need one; optional fields of the contract have their defaults. */
import * as v from "valibot";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { EMPTY_TALLY, type Tally } from "#shared/record/tally.ts";

export function someTrader(changes: Partial<TraderDetail> = {}): TraderDetail {
  return v.parse(TraderDetail, {
    handle: "north-light",
    name: "North Light",
    joined_at: "2026-01-01T00:00:00.000Z",
    retired_at: null,
    statistics: statisticsOf(EMPTY_TALLY),
    evidence: 1,
    evidence_below: 1,
    verdict: "not_shown",
    equity: [],
    moments: 0,
    m: 20,
    mark: 400,
    ...changes,
  });
}

/** Statistics of so many wins at this payout, and losses. */
export function statisticsFor(won: number, lost: number, payout: number, counts: Partial<Tally> = {}) {
  const gain = Math.round(payout * 10_000);
  const sums = { gains: won * gain, squared_gains: won * gain ** 2, net: won * gain - lost * 10_000 };
  return statisticsOf({ ...EMPTY_TALLY, won, lost, ...sums, ...counts });
}
