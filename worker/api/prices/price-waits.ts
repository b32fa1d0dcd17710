/** Why expired signals stay open: stored for readers, for staff, and to know when to ask again. */
import { sql } from "drizzle-orm";
import type { PriceFault } from "#shared/contracts/prices.ts";
import type { Database } from "#worker/api/database.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { priceWaits } from "#worker/api/tables/prices.ts";
import { PRICE_RETRY_MS } from "#shared/limits/prices.ts";

export interface Wait {
  readonly published_seq: number;
  readonly reason: PriceFault;
  readonly address: string | null;
  readonly isUnasked: boolean;
}

/**
 * Statements that note why signals have no price, for those that are still open. The waiting time counts from a signal's
 * first note. A signal whose sources were not asked stays due, and is asked before the others.
 */
export function noteWaits(db: Database, waits: readonly Wait[], nowMs: number) {
  const { since } = priceWaits;
  // The clock may have been set back since.
  const sinceThen = sql`min(${since}, ${nowMs})`;
  // D1 binds numbers as REAL, and the column takes whole milliseconds only.
  const quarter = sql`cast((${nowMs} - ${since}) / 4 AS integer)`;
  const waited = sql`min(max(${quarter}, ${PRICE_RETRY_MS.min}), ${PRICE_RETRY_MS.max})`;
  const asked = waits.filter(({ isUnasked }) => !isUnasked);
  const unasked = waits.filter(({ isUnasked }) => isUnasked);
  return [
    insertWaits(db, asked, nowMs).onConflictDoUpdate({
      target: priceWaits.published_seq,
      set: {
        reason: sql`excluded.reason`,
        address: sql`excluded.address`,
        since: sinceThen,
        asked_at: nowMs,
        next_at: sql`${nowMs} + ${waited}`,
      },
    }),
    insertWaits(db, unasked, nowMs).onConflictDoNothing(),
  ] as const;
}

function insertWaits(db: Database, waits: readonly Wait[], nowMs: number) {
  const said = (column: string) => sql`value ->> ${column}`;
  return db.insert(priceWaits).select(
    sql`SELECT ${signals.published_seq}, ${said("reason")}, ${said("address")}, ${nowMs}, ${nowMs}, ${nowMs + PRICE_RETRY_MS.min}
      FROM json_each(${JSON.stringify(waits)}) JOIN ${signals} ON ${signals.published_seq} = ${said("published_seq")}
      WHERE ${signals.outcome} = 'open'`,
  );
}

/** A line for each source that is at fault, for monitoring. */
export async function detailsOfWaits(db: Database): Promise<string[]> {
  const { reason, address, since } = priceWaits;
  const faults = await db
    .select({ reason, address, waiting: sql<number>`count(*)`, since: sql<number>`min(${since})` })
    .from(priceWaits)
    .groupBy(reason, address);
  return faults.map(
    (fault) =>
      `prices: ${fault.address ?? "all sources"}: ${fault.reason}; ` +
      `signals that wait: ${fault.waiting}, since ${new Date(fault.since).toISOString()}`,
  );
}
