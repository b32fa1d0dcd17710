/** Publishes a signal on the record. */
import type * as v from "valibot";
import type { PriceRule } from "#shared/contracts/prices.ts";
import type { NewSignal, Signal } from "#shared/contracts/signals.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import type { PublishedPayload } from "#shared/contracts/ledger.ts";
import { factsOf, publicationBreach } from "#shared/record/record-rules.ts";
import { stakesOf } from "#shared/record/evidence.ts";
import { withPublished } from "#shared/record/trader-figures.ts";
import { addPublished, type Tally } from "#shared/record/tally.ts";
import { toHex } from "#shared/encoding/sha256.ts";
import type { Database } from "#worker/api/database.ts";
import { commitToLedger, RecordError, type LedgerPlan } from "#worker/api/ledger/index.ts";
import { priceRuleFor, type PublishingDependencies } from "./price-config.ts";
import {
  selectTotals,
  selectTraderByHandle,
  storeTotals,
  storeTrader,
  tallyOfTotals,
  type TraderRow,
  toTraderRecord,
} from "#worker/api/traders/index.ts";
import { countedOf, type StoredSignal, toSignal } from "./signal-row.ts";
import { signals } from "#worker/api/tables/signals.ts";

/**
 * Publishes a signal and returns it as readers see it. The server's clock at commit decides: if the entry time has passed by
 * then, the signal is permanently late. Throws RecordError `already_expired`, `too_long`, `trader_not_found`,
 * `trader_retired`, `clock_wrong` or `ledger_busy`. `id` is 20 hex digits; the database refuses an existing one.
 */
export async function publishSignal(
  deps: PublishingDependencies,
  signal: NewSignal,
  id = createSignalId(),
): Promise<Signal> {
  const { db } = deps;
  return commitToLedger(deps, {
    reads: [selectTraderByHandle(db, signal.trader), selectTotals(db)],
    plan: ([[traderRow], totalsRows], { atMs }) =>
      planPublication(db, {
        id,
        signal,
        rule: priceRuleFor(deps.priceConfig, signal.asset),
        traderRow,
        totals: tallyOfTotals(totalsRows),
        atMs,
      }),
  });
}

/** What `publishSignal` would write on the ledger now. Nothing is written; throws as it does. */
export async function previewSignal(
  { db, now, priceConfig }: Pick<PublishingDependencies, "db" | "now" | "priceConfig">,
  signal: NewSignal,
): Promise<v.InferOutput<typeof PublishedPayload>> {
  const [traderRow] = await selectTraderByHandle(db, signal.trader);
  const atMs = now();
  requirePublishable(signal, traderRow, atMs);
  return publishedAt(signal, priceRuleFor(priceConfig, signal.asset), atMs).payload;
}

interface Publication {
  readonly id: string;
  readonly signal: NewSignal;
  readonly rule: PriceRule | null;
  readonly traderRow: TraderRow | undefined;
  readonly totals: Tally;
  readonly atMs: number;
}

function planPublication(
  db: Database,
  { id, signal, rule, traderRow, totals, atMs }: Publication,
): LedgerPlan<Signal> {
  const trader = requirePublishable(signal, traderRow, atMs);
  const published = publishedAt(signal, rule, atMs);
  const stakes = stakesOf(trader.purses, signal.payout);
  const rowAt = (seq = 0) => ({ ...published.row, published_seq: seq, id, trader_id: trader.id });
  return {
    drafts: [{ kind: "published", signal_id: id, payload: published.payload }],
    statements: ([entry]) => [
      db.insert(signals).values({ ...rowAt(entry?.seq), stakes }),
      ...storeTrader(db, withPublished(trader, { ...published.start, stakes }), entry?.seq),
      storeTotals(db, addPublished(totals, published.counted), entry?.seq),
    ],
    result: ([entry]) =>
      toSignal({
        ...rowAt(entry?.seq),
        witnessed_at: null,
        price_wait: null,
        trader: { handle: trader.handle, name: trader.name },
      }),
  };
}

function requirePublishable({ expires_at }: NewSignal, traderRow: TraderRow | undefined, atMs: number) {
  if (!traderRow) throw new RecordError("trader_not_found");
  const trader = toTraderRecord(traderRow);
  if (trader.isRetired) throw new RecordError("trader_retired");
  const breach = publicationBreach({ expiresAtMs: expires_at }, atMs);
  if (breach) throw new RecordError(breach);
  return trader;
}

/** The parts of a signal published at `atMs`: its ledger entry, its row, and its share of the statistics. */
export function publishedAt(signal: NewSignal, rule: PriceRule | null, atMs: number) {
  const { trader, entry_at, expires_at, payout, confidence, stated_price, ...said } = signal;
  const facts = {
    entryAtMs: entry_at,
    expiresAtMs: expires_at,
    asset: signal.asset,
    hasPriceRule: rule !== null,
  };
  const { isLate: is_late, isOtc: is_otc, settleByMs } = factsOf(facts, atMs);
  const payload: v.InferOutput<typeof PublishedPayload> = {
    ...said,
    trader,
    entry_at: new Date(entry_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
    settle_by: new Date(settleByMs).toISOString(),
    payout,
    is_late,
    ...(confidence !== undefined && { confidence }),
    ...(is_otc && { is_otc: true as const }),
    ...(rule && { price_rule: rule }),
    ...(stated_price !== undefined && { stated_price }),
  };
  const row: Omit<StoredSignal, "published_seq" | "id" | "trader_id" | "stakes"> = {
    ...said,
    published_at: atMs,
    entry_at,
    expires_at,
    settle_by: settleByMs,
    payout: Math.round(payout * PAYOUT_STEPS_PER_UNIT),
    confidence: confidence ?? null,
    is_late,
    is_otc,
    outcome: "open",
    settled_at: null,
    settled_seq: null,
    void_reason: null,
    counts_as_lost: false,
    corrected_from: null,
    corrected_at: null,
    corrected_seq: null,
    correction_reason: null,
    price_rule: rule,
    stated_price: stated_price ?? null,
    prices: null,
    evidence: null,
  };
  return { payload, row, counted: countedOf(row), start: { ...facts, isLate: is_late } };
}

/** 80 random bits in 20 hex digits: an address, not a secret. */
function createSignalId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(10)));
}
