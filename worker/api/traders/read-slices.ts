/**
 * One trader's record in slices. They are computed from the signals when they are asked for and cached until the trader's
 * next entry: a record is scanned once for each change, not for each view (see DECISIONS.md).
 */
import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import {
  type Slice,
  type SliceKind,
  type SliceQuery,
  type TraderSlices,
  ZONED_KINDS,
} from "#shared/contracts/slices.ts";
import { zoneOffsets } from "#shared/time/local-time.ts";
import type { Database } from "#worker/api/database.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { selectHeadSeq } from "#worker/api/ledger/index.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { MAX_KEPT_SLICES } from "#shared/limits/pages.ts";

/** By the hash of the trader's newest entry, which is unique to this state of the record. */
const kept = new LRUCache<string, readonly Slice[]>({ max: MAX_KEPT_SLICES });

/** Null if there is no such trader. */
export async function showSlices(
  db: Database,
  handle: string,
  query: SliceQuery,
): Promise<TraderSlices | null> {
  const { by } = query;
  const zone = ZONED_KINDS.has(by) ? query.zone : "UTC";
  const [[head], [trader]] = await db.batch([
    selectHeadSeq(db),
    db
      .select({ id: traders.id, hash: ledger.hash })
      .from(traders)
      .innerJoin(ledger, eq(ledger.seq, traders.last_seq))
      .where(eq(traders.handle, handle)),
  ]);
  if (!trader) return null;
  const key = `${trader.hash} ${by} ${zone}`;
  const slices = kept.get(key) ?? (await addUp(db, trader.id, by, zone));
  kept.set(key, slices);
  return {
    by,
    zone: query.zone,
    slices: [...slices],
    as_of_seq: head?.seq ?? 0,
  };
}

async function addUp(db: Database, traderId: number, by: SliceKind, zone: string): Promise<readonly Slice[]> {
  const local = zone === "UTC" ? sql`${signals.entry_at}` : await localEntry(db, traderId, zone);
  const isWon = sql`${signals.outcome} = 'won'`;
  const slice = keyOf(by, local);
  const rows = await db
    .select({
      key: sql<string | number>`${slice}`.as("slice"),
      won: sumOf(isWon),
      lost: sumOf(sql`${signals.outcome} IN ('lost', 'void')`),
      draw: sumOf(sql`${signals.outcome} = 'draw'`),
      gains: sumOf(sql`(${isWon}) * ${signals.payout}`),
      squared_gains: sumOf(sql`(${isWon}) * ${signals.payout} * ${signals.payout}`),
    })
    .from(signals)
    .where(isCounted(traderId))
    .groupBy(sql`slice`)
    .orderBy(sql`slice`);
  return rows.map(({ key, won, lost, draw, gains, squared_gains }) => ({
    key: String(key),
    won,
    lost,
    draw,
    gains: gains / PAYOUT_STEPS_PER_UNIT,
    squared_gains: squared_gains / PAYOUT_STEPS_PER_UNIT ** 2,
  }));
}

/** Counts won, lost and drawn as in shared/record/tally.ts: a late win and OTC signals count apart, a void from entry on as lost. */
function isCounted(traderId: number) {
  return and(
    eq(signals.trader_id, traderId),
    eq(signals.is_otc, false),
    or(inArray(signals.outcome, ["won", "lost", "draw"]), eq(signals.counts_as_lost, true)),
    or(ne(signals.outcome, "won"), eq(signals.is_late, false)),
  );
}

function sumOf(what: SQL): SQL<number> {
  return sql<number>`sum(${what})`;
}

function keyOf(by: SliceKind, local: SQL): SQL {
  switch (by) {
    case "asset":
      return sql`${signals.asset}`;
    case "duration":
      return sql`${signals.expires_at} - ${signals.entry_at}`;
    case "hour":
      return sql`cast(strftime('%H', (${local}) / 1000, 'unixepoch') AS integer)`;
    case "weekday":
      return sql`cast(strftime('%u', (${local}) / 1000, 'unixepoch') AS integer)`;
    case "month":
      return sql`strftime('%Y-%m', (${local}) / 1000, 'unixepoch')`;
  }
}

/**
 * The entry in milliseconds of the zone's local time. Clocks change during a record, so each signal is shifted by the offset
 * at its own moment: one shift for all would put half a year into a wrong hour.
 */
async function localEntry(db: Database, traderId: number, zone: string): Promise<SQL> {
  const range = await db
    .select({
      from: sql<number | null>`min(${signals.entry_at})`,
      to: sql<number | null>`max(${signals.entry_at})`,
    })
    .from(signals)
    .where(isCounted(traderId))
    .get();
  if (typeof range?.from !== "number" || typeof range.to !== "number") return sql`${signals.entry_at}`;
  const offsets = zoneOffsets(zone, range.from, range.to);
  const last = offsets.at(-1)?.offsetMs ?? 0;
  // Numbers computed here; as parameters they would be too many for a long record.
  const whens = offsets
    .slice(1)
    .map(({ fromMs }, index) => `WHEN entry_at < ${fromMs} THEN ${offsets[index]?.offsetMs ?? 0}`);
  return sql`${signals.entry_at} + ${sql.raw(whens.length === 0 ? String(last) : `CASE ${whens.join(" ")} ELSE ${last} END`)}`;
}
