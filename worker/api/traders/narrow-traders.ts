/**
 * Which traders pass the filters of their list. Traders are checked in the order of the sort, without scanning anybody's
 * signals.
 */
import { and, gte, type SQL, sql } from "drizzle-orm";
import type { TraderQuery } from "#shared/contracts/trader-queries.ts";
import { holdsName } from "./matching-names.ts";
import { traders } from "#worker/api/tables/traders.ts";

/** `published_seq` of the newest signal, 0 without one: it rises with the time of publication. */
export const lastPublished = sql<number>`coalesce((
  SELECT max(published_seq) FROM signals WHERE trader_id = ${traders.id}
), 0)`;

/** Null without a signal. */
export const lastPublishedAt = sql<number | null>`(
  SELECT published_at FROM signals WHERE published_seq = ${lastPublished}
)`.as("last_published_at");

type TraderFilters = Pick<TraderQuery, "trader" | "active_since" | "min_decided">;

/** `assets`: those that the filter means; undefined for any. */
export function narrowTraders(
  { trader, active_since: since, min_decided: least }: TraderFilters,
  assets: readonly string[] | undefined,
): SQL | undefined {
  return and(
    trader === undefined ? undefined : holdsName(trader),
    assets &&
      sql`EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify(assets)}) AS sought
        WHERE EXISTS (SELECT 1 FROM signals WHERE trader_id = ${traders.id} AND asset = sought.value)
      )`,
    since === undefined
      ? undefined
      : sql`${lastPublished} >= (
          SELECT published_seq FROM signals WHERE published_at >= ${since} ORDER BY published_at, published_seq LIMIT 1
        )`,
    least === undefined ? undefined : gte(sql`${traders.won} + ${traders.lost}`, least),
  );
}
