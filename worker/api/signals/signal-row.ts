/** Conversion between stored signal rows and published signals. */
import { getTableColumns, sql } from "drizzle-orm";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import { STAKE, type Signal } from "#shared/contracts/signals.ts";
import type { Stated } from "#shared/record/calibration.ts";
import type { SettledBy } from "#shared/contracts/prices.ts";
import type { Counted } from "#shared/record/tally.ts";
import { logCheckpoints } from "#worker/api/tables/transparency-log.ts";
import { priceWaits, type PriceWaitRow } from "#worker/api/tables/prices.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { signals } from "#worker/api/tables/signals.ts";

export type StoredSignal = typeof signals.$inferSelect;

/** The time of the first witnessed checkpoint that contains the signal: the one with the smallest size. */
const witnessedAt = sql<number | null>`(
  SELECT ${logCheckpoints.first_witnessed_at} FROM ${logCheckpoints}
  WHERE ${logCheckpoints.size} >= ${signals.published_seq} ORDER BY ${logCheckpoints.size} LIMIT 1
)`;

/** Only open signals wait for a price. */
const priceWait = sql<Pick<PriceWaitRow, "reason" | "address" | "since" | "asked_at"> | null>`(
  SELECT json_object('reason', reason, 'address', address, 'since', since, 'asked_at', asked_at)
  FROM ${priceWaits} WHERE ${priceWaits.published_seq} = ${signals.published_seq}
)`.mapWith((json: string) => JSON.parse(json));

const { stakes: _stakes, ...published } = getTableColumns(signals);

/** What `toSignal` takes, for `select` from `signals` joined with its trader. */
export const signalFields = {
  ...published,
  witnessed_at: witnessedAt.as("witnessed_at"),
  price_wait: priceWait.as("price_wait"),
  trader: { handle: traders.handle, name: traders.name },
};

/** Values that no ledger entry contains. */
interface Unrecorded {
  readonly witnessed_at: number | null;
  readonly price_wait: Pick<PriceWaitRow, "reason" | "address" | "since" | "asked_at"> | null;
}

/** A signal as everyone sees it. */
export function toSignal({
  trader_id: _traderId,
  corrected_from: from,
  corrected_at: correctedAt,
  corrected_seq: seq,
  correction_reason: reason,
  ...signal
}: Omit<StoredSignal, "stakes"> & Pick<Signal, "trader"> & Unrecorded): Signal {
  const { price_wait: wait, prices } = signal;
  return {
    ...signal,
    settled_by: settledByOf(signal),
    prices: prices && [...prices],
    price_wait: wait && { ...wait, since: isoTime(wait.since), asked_at: isoTime(wait.asked_at) },
    published_at: isoTime(signal.published_at),
    entry_at: isoTime(signal.entry_at),
    expires_at: isoTime(signal.expires_at),
    settle_by: isoTime(signal.settle_by),
    payout: signal.payout / PAYOUT_STEPS_PER_UNIT,
    stake: STAKE,
    settled_at: signal.settled_at === null ? null : isoTime(signal.settled_at),
    witnessed_at: signal.witnessed_at === null ? null : isoTime(signal.witnessed_at),
    correction: from === null ? null : correctionOf({ from, correctedAt, seq, reason }),
  };
}

/** A signal that ends at its deadline or later ended by its deadline, and no other does. */
function settledByOf({
  prices,
  settled_at: settledAt,
  settle_by: settleBy,
}: Pick<StoredSignal, "prices" | "settled_at" | "settle_by">): SettledBy | null {
  if (settledAt === null) return null;
  if (prices) return "prices";
  return settledAt >= settleBy ? "deadline" : "hand";
}

/** How a row is counted. */
export function countedOf({
  payout,
  is_late: isLate,
  is_otc: isOtc,
  confidence,
}: Pick<StoredSignal, "payout" | "is_late" | "is_otc" | "confidence">): Counted & Stated {
  return { payout: payout / PAYOUT_STEPS_PER_UNIT, isLate, isOtc, confidence };
}

interface StoredCorrection {
  readonly from: NonNullable<StoredSignal["corrected_from"]>;
  readonly correctedAt: number | null;
  readonly seq: number | null;
  readonly reason: string | null;
}

function correctionOf({ from, correctedAt, seq, reason }: StoredCorrection): Signal["correction"] {
  if (correctedAt === null || seq === null || reason === null) throw new Error("half a correction is stored");
  return { from, at: isoTime(correctedAt), reason, seq };
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
