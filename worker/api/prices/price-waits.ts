/** What keeps expired signals open: noted for readers, for staff, and for when to ask again. */
import { sql } from "drizzle-orm";
import type { PriceFault } from "#shared/contracts/prices.ts";
import { PRICE_RETRY_MS } from "#shared/limits.ts";
import type { Database } from "#worker/api/database.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { priceWaits } from "./tables.ts";

export interface Wait {
  readonly published_seq: number;
  readonly reason: PriceFault;
  readonly address: string | null;
}

/** Statement that notes why signals have no price, of those that are still open. How long one has waited counts from its first note. */
export function noteWaits(db: Database, waits: readonly Wait[], nowMs: number) {
  const said = (column: string) => sql`value ->> ${column}`;
  const { since } = priceWaits;
  // The clock may have been set back since.
  const sinceThen = sql`min(${since}, ${nowMs})`;
  const waited = sql`min(max((${nowMs} - ${since}) / 4, ${PRICE_RETRY_MS.min}), ${PRICE_RETRY_MS.max})`;
  return db
    .insert(priceWaits)
    .select(
      sql`SELECT ${signals.published_seq}, ${said("reason")}, ${said("address")}, ${nowMs}, ${nowMs}, ${nowMs + PRICE_RETRY_MS.min}
        FROM json_each(${JSON.stringify(waits)}) JOIN ${signals} ON ${signals.published_seq} = ${said("published_seq")}
        WHERE ${signals.outcome} = 'open'`,
    )
    .onConflictDoUpdate({
      target: priceWaits.published_seq,
      set: {
        reason: sql`excluded.reason`,
        address: sql`excluded.address`,
        since: sinceThen,
        asked_at: nowMs,
        next_at: sql`${nowMs} + ${waited}`,
      },
    });
}

/** A line for each source that is at fault, for whoever watches the site. */
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
