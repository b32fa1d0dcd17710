/** Reads what the verdict on one trader depends on besides the trader's own record: `Looks`. */
import { count, desc, gt, gte } from "drizzle-orm";
import { type Looks, looksOf } from "#shared/multiple-comparisons.ts";
import { Z_95 } from "#shared/statistics.ts";
import type { Database } from "#worker/api/database.ts";
import { traders } from "./tables.ts";

/**
 * Statements for `toLooks`, to be read in the batch that reads the traders. Both use an index: the first reads only the
 * traders that a single look would call above break-even; the second counts the ranking's places of 0 and more, which are
 * those of traders with `LEAST_DECIDED` (0.4 ms for 10,000).
 */
export function selectLooks(db: Database) {
  return [
    db
      .select({ edge: traders.edge_z })
      .from(traders)
      .where(gt(traders.edge_z, Z_95))
      .orderBy(desc(traders.edge_z)),
    db.select({ lookedAt: count() }).from(traders).where(gte(traders.rank_low, 0)),
  ] as const;
}

type Found = { [Index in 0 | 1]: Awaited<ReturnType<typeof selectLooks>[Index]> };

export function toLooks({ 0: edges, 1: [counted] }: Found): Looks {
  return looksOf(
    edges.flatMap(({ edge }) => edge ?? []),
    counted?.lookedAt ?? 0,
  );
}
