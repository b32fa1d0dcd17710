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
import { addPublished, type Counted } from "#shared/tally.ts";
import { toHex } from "#shared/sha256.ts";
import {
  commitToLedger,
  RecordError,
  type LedgerDependencies,
  type LedgerPlan,
} from "#worker/api/ledger/index.ts";
import {
  parseTally,
  parseTraderRecord,
  selectTotals,
  selectTraderByHandle,
  storeTotals,
  storeTrader,
  withPublished,
} from "#worker/api/traders/index.ts";
import { parseSignalRow } from "./signal-row.ts";

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
    plan: (rows, atMs) => planPublication(db, { id, signal, rows, atMs }),
  });
}

interface Publication {
  readonly id: string;
  readonly signal: NewSignal;
  readonly rows: readonly (readonly unknown[])[];
  readonly atMs: number;
}

function planPublication(db: D1Database, { id, signal, rows, atMs }: Publication): LedgerPlan<Signal> {
  const [[traderRow] = [], [totalsRow] = []] = rows;
  if (traderRow === undefined) throw new RecordError("trader_not_found");
  const trader = parseTraderRecord(traderRow);
  if (trader.isRetired) throw new RecordError("trader_retired");
  if (signal.expires_at <= atMs) throw new RecordError("already_expired");
  if (signal.expires_at > atMs + MAX_SIGNAL_LIFE_MS) throw new RecordError("too_long");
  if (signal.entry_at < atMs - MAX_SIGNAL_LIFE_MS) throw new RecordError("entry_too_old");
  const isLate = signal.entry_at < atMs;
  const isOtc = isOverTheCounter(signal.asset);
  const rowAt = (seq: number) => ({
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
    is_late: isLate ? 1 : 0,
    is_otc: isOtc ? 1 : 0,
    outcome: "open",
  });
  return {
    drafts: [{ kind: "published", signal_id: id, payload: payloadOf(signal, { isLate, isOtc }) }],
    statements: ([entry]) => [
      insertSignal(db, rowAt(entry?.seq ?? 0)),
      ...storeTrader(db, withPublished(trader, { isLate })),
      storeTotals(db, addPublished(parseTally(totalsRow), { isLate })),
    ],
    result: ([entry]) =>
      parseSignalRow({
        ...rowAt(entry?.seq ?? 0),
        handle: trader.handle,
        name: trader.name,
        settled_at: null,
        settled_seq: null,
        void_reason: null,
        corrected_from: null,
        corrected_at: null,
        corrected_seq: null,
        correction_reason: null,
      }),
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

function insertSignal(db: D1Database, row: Readonly<Record<string, string | number>>): D1PreparedStatement {
  const names = Object.keys(row);
  const places = names.map((_, index) => `?${index + 1}`);
  return db
    .prepare(`INSERT INTO signals (${names.join(", ")}) VALUES (${places.join(", ")})`)
    .bind(...Object.values(row));
}

/** 80 random bits in 20 hex digits: an address, not a secret. */
function createSignalId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(10)));
}
