/** A signal goes on the record. */
import type * as v from "valibot";
import {
  isOverTheCounter,
  MAX_SIGNAL_LIFE_MS,
  type NewSignal,
  PAYOUT_STEPS_PER_UNIT,
  SETTLEMENT_GRACE_MS,
  type Signal,
} from "#shared/contracts/signals.ts";
import type { PublishedPayload } from "#shared/contracts/ledger.ts";
import { addPublished, type Counted, type Tally } from "#shared/tally.ts";
import { toHex } from "#shared/sha256.ts";
import type { Database } from "#worker/api/database.ts";
import {
  commitToLedger,
  RecordError,
  type LedgerDependencies,
  type LedgerPlan,
} from "#worker/api/ledger/index.ts";
import {
  selectTotals,
  selectTraderByHandle,
  storeTotals,
  storeTrader,
  tallyOfTotals,
  type TraderRow,
  toTraderRecord,
  withPublished,
} from "#worker/api/traders/index.ts";
import { type StoredSignal, toSignal } from "./signal-row.ts";
import { signals } from "./tables.ts";

/**
 * Publishes a signal and gives it back as readers see it. The server's clock at commit decides: if the entry time has
 * passed by then, the signal is late for good. Throws RecordError `already_expired`, `too_long`, `entry_too_old`,
 * `trader_not_found`, `trader_retired` or `ledger_busy`. `id` is 20 hex digits; one that exists is refused by the database.
 */
export async function publishSignal(
  deps: LedgerDependencies,
  signal: NewSignal,
  id = createSignalId(),
): Promise<Signal> {
  const { db } = deps;
  return commitToLedger(deps, {
    reads: [selectTraderByHandle(db, signal.trader), selectTotals(db)],
    plan: ([[traderRow], totalsRows], atMs) =>
      planPublication(db, { id, signal, traderRow, totals: tallyOfTotals(totalsRows), atMs }),
  });
}

interface Publication {
  readonly id: string;
  readonly signal: NewSignal;
  readonly traderRow: TraderRow | undefined;
  readonly totals: Tally;
  readonly atMs: number;
}

function planPublication(
  db: Database,
  { id, signal, traderRow, totals, atMs }: Publication,
): LedgerPlan<Signal> {
  if (!traderRow) throw new RecordError("trader_not_found");
  const trader = toTraderRecord(traderRow);
  if (trader.isRetired) throw new RecordError("trader_retired");
  if (signal.expires_at <= atMs) throw new RecordError("already_expired");
  if (signal.expires_at > atMs + MAX_SIGNAL_LIFE_MS) throw new RecordError("too_long");
  if (signal.entry_at < atMs - MAX_SIGNAL_LIFE_MS) throw new RecordError("entry_too_old");
  const isLate = signal.entry_at < atMs;
  const isOtc = isOverTheCounter(signal.asset);
  const rowAt = (seq = 0): StoredSignal => ({
    published_seq: seq,
    id,
    trader_id: trader.id,
    asset: signal.asset,
    direction: signal.direction,
    published_at: atMs,
    entry_at: signal.entry_at,
    expires_at: signal.expires_at,
    settle_by: signal.expires_at + SETTLEMENT_GRACE_MS,
    payout: Math.round(signal.payout * PAYOUT_STEPS_PER_UNIT),
    is_late: isLate,
    is_otc: isOtc,
    outcome: "open",
    settled_at: null,
    settled_seq: null,
    void_reason: null,
    corrected_from: null,
    corrected_at: null,
    corrected_seq: null,
    correction_reason: null,
  });
  return {
    drafts: [{ kind: "published", signal_id: id, payload: payloadOf(signal, { isLate, isOtc }) }],
    statements: ([entry]) => [
      db.insert(signals).values(rowAt(entry?.seq)),
      ...storeTrader(db, withPublished(trader, { isLate })),
      storeTotals(db, addPublished(totals, { isLate })),
    ],
    result: ([entry]) =>
      toSignal({ ...rowAt(entry?.seq), trader: { handle: trader.handle, name: trader.name } }),
  };
}

function payloadOf(
  signal: NewSignal,
  { isLate, isOtc }: Pick<Counted, "isLate" | "isOtc">,
): v.InferOutput<typeof PublishedPayload> {
  return {
    trader: signal.trader,
    asset: signal.asset,
    direction: signal.direction,
    entry_at: new Date(signal.entry_at).toISOString(),
    expires_at: new Date(signal.expires_at).toISOString(),
    settle_by: new Date(signal.expires_at + SETTLEMENT_GRACE_MS).toISOString(),
    payout: signal.payout,
    is_late: isLate,
    ...(isOtc && { is_otc: true as const }),
  };
}

/** 80 random bits in 20 hex digits: an address, not a secret. */
function createSignalId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(10)));
}
