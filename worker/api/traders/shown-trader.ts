/** A trader as everyone sees it: what is selected, and how it is shown. */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { LAST_RESULTS, type Trader } from "#shared/contracts/traders.ts";
import { MAX_LAST_RESULTS } from "#shared/limits/lists.ts";
import { type Marks, verdictOf } from "#shared/record/e-bh.ts";
import { curveOf, parseEquitySeries } from "#shared/record/equity-series.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { publishedCount } from "#shared/record/tally.ts";
import { traderFields } from "#worker/api/tables/traders.ts";
import type { TraderRow } from "./trader-record.ts";

/** For `select` from `traders`. */
export const shownTraderFields = {
  ...traderFields,
  // Columns are written with their table, which Drizzle leaves out if a query reads only one table.
  series: sql<string | null>`(SELECT series FROM trader_equity WHERE trader_id = traders.id)`.as("series"),
  /** JSON, the newest first. */
  last_results: sql<string>`(
    SELECT json_group_array(result) FROM (
      SELECT CASE
        WHEN is_otc = 1 OR (is_late = 1 AND outcome = 'won') THEN 'uncounted'
        WHEN counts_as_lost = 1 THEN 'lost'
        ELSE outcome
      END AS result
      FROM signals WHERE trader_id = traders.id AND outcome <> 'open'
      ORDER BY published_seq DESC LIMIT ${sql.raw(String(MAX_LAST_RESULTS))}
    )
  )`.as("last_results"),
};

const NewestResults = v.array(v.picklist(LAST_RESULTS));

type ShownTraderRow = Pick<TraderRow, keyof typeof traderFields> & {
  readonly series: string | null;
  readonly last_results: string;
};

/** A row of `shownTraderFields` as everyone sees it. */
export function toTrader(
  {
    handle,
    name,
    joined_at,
    retired_at,
    tally,
    evidence,
    evidence_below,
    witnessed_in_time,
    series,
    last_results,
  }: ShownTraderRow,
  marks: Marks,
): Trader {
  return {
    handle,
    name,
    joined_at: new Date(joined_at).toISOString(),
    retired_at: retired_at === null ? null : new Date(retired_at).toISOString(),
    statistics: statisticsOf(tally),
    evidence,
    evidence_below,
    verdict: verdictOf({ evidence, evidence_below }, marks),
    curve: curveOf(parseEquitySeries(series)),
    last_results: v.parse(NewestResults, JSON.parse(last_results)).toReversed(),
    witnessed:
      witnessed_in_time === null ? null : { in_time: witnessed_in_time, published: publishedCount(tally) },
  };
}
