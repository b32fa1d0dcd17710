/** Reads what the verdict on one trader depends on besides the trader's own record: `Marks`. */
import { eq, type SQL, sql } from "drizzle-orm";
import { LEAST_EVIDENCE, type Marks, WRONG_SHARE } from "#shared/record/e-bh.ts";
import { LEAST_COMPARED } from "#shared/limits/sample-sizes.ts";
import type { TraderEvidence } from "#shared/record/evidence.ts";
import type { Database } from "#worker/api/database.ts";
import { totals, traders } from "#worker/api/tables/traders.ts";

const m = sql<number>`max(${LEAST_COMPARED}, (SELECT count(*) FROM ${traders} WHERE is_compared = 1))`;

/**
 * `leastCalled` of shared/record/e-bh.ts as SQL, so that a list can be sorted by it in the same statement; above all evidence if none
 * is called. By a partial index, which needs its number as text: read are only traders from `LEAST_EVIDENCE` on.
 */
function leastCalled(key: keyof TraderEvidence): SQL<number> {
  const [column, least] = [sql.raw(key), sql.raw(String(LEAST_EVIDENCE))];
  return sql<number>`coalesce((
    SELECT min(${column}) FROM (
      SELECT ${column}, row_number() OVER (ORDER BY ${column} DESC) AS k FROM ${traders} WHERE ${column} >= ${least}
    ) WHERE ${column} >= ${m} / (${WRONG_SHARE} * k)
  ), 1e300)`;
}

/** Which traders are called above, and which are not. */
export const calledAbove = {
  are: sql`${traders.evidence} >= ${sql.raw(String(LEAST_EVIDENCE))} AND ${traders.evidence} >= ${leastCalled("evidence")}`,
  areNot: sql`${traders.evidence} < ${leastCalled("evidence")}`,
};

/** Statement for `toMarks`, to be read in the batch that reads the traders. */
export function selectMarks(db: Database) {
  return db
    .select({
      m: m.as("m"),
      leastAbove: leastCalled("evidence").as("least_above"),
      leastBelow: leastCalled("evidence_below").as("least_below"),
    })
    .from(totals)
    .where(eq(totals.id, 1));
}

export function toMarks([row]: Awaited<ReturnType<typeof selectMarks>>): Marks {
  if (!row) throw new Error("the totals row is missing");
  return row;
}
