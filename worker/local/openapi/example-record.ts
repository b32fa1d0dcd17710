/** The record of the examples: one signal of one trader, from publication to its settlement by prices. */
import { GENESIS_HASH, type UnhashedEntry } from "#shared/contracts/ledger.ts";
import type { PriceRule, SourcePrices } from "#shared/contracts/prices.ts";
import * as v from "valibot";
import { Signal } from "#shared/contracts/signals.ts";
import { hashEntry } from "#shared/ledger-chain.ts";
import { statisticsOf } from "#shared/statistics.ts";
import { addOutcome, addPublished, EMPTY_TALLY } from "#shared/tally.ts";
import { sha256 } from "#worker/http/sha256.ts";

export const ENTRY_AT = "2026-03-01T12:01:00.000Z";
export const EXPIRES_AT = "2026-03-01T12:06:00.000Z";
const SETTLE_BY = "2026-03-08T12:06:00.000Z";
export const SIGNAL_ID = "d2f1c4a07be94f0b8a61";
export const HANDLE = "north-light";

export const asset = "EUR/USD";
export const direction = "up";
export const payout = 0.85;

const rule: PriceRule = {
  sources: ["quotes.example/fx"],
  max_quote_age_s: 60,
  equal: "draw",
  no_price: "void",
};
const stated_price = "1.0851";
export const prices: SourcePrices[] = [
  {
    address: "quotes.example/fx",
    source: "Example quotes",
    entry: {
      price: "1.08509",
      at: "2026-03-01T12:00:58.412Z",
      sha256: "6b4f9c0d1e7a25b3c8f6d1a0927e4b58f3c1d2e6a7b8905c4d3e2f1a0b9c8d7e",
    },
    expiry: {
      price: "1.0862",
      at: "2026-03-01T12:05:59.870Z",
      sha256: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
    },
  },
];

export const joined = await hashed({
  seq: 1,
  at: "2026-02-20T08:00:00.000Z",
  clock_at: "2026-02-20T08:00:00.000Z",
  kind: "trader_joined",
  signal_id: null,
  payload: { trader: HANDLE },
  prev_hash: GENESIS_HASH,
});
export const published = await hashed({
  seq: 2,
  at: "2026-03-01T12:00:00.000Z",
  clock_at: "2026-03-01T12:00:00.000Z",
  kind: "published",
  signal_id: SIGNAL_ID,
  payload: {
    trader: HANDLE,
    asset,
    direction,
    entry_at: ENTRY_AT,
    expires_at: EXPIRES_AT,
    settle_by: SETTLE_BY,
    payout,
    is_late: false,
    price_rule: rule,
    stated_price,
  },
  prev_hash: joined.hash,
});
export const settled = await hashed({
  seq: 3,
  at: "2026-03-01T12:07:30.000Z",
  clock_at: "2026-03-01T12:07:30.000Z",
  kind: "settled",
  signal_id: SIGNAL_ID,
  payload: { outcome: "won", cause: "prices", prices },
  prev_hash: published.hash,
});
export const head = { seq: settled.seq, at: settled.at, hash: settled.hash };

const counted = { isLate: false, isOtc: false, payout };
export const statistics = statisticsOf(
  addOutcome(addPublished(EMPTY_TALLY, counted), { outcome: "won", isByPrices: true }, counted),
);

export const signal = v.parse(Signal, {
  id: SIGNAL_ID,
  trader: { handle: HANDLE, name: "North Light" },
  asset,
  direction,
  published_at: published.at,
  entry_at: ENTRY_AT,
  expires_at: EXPIRES_AT,
  settle_by: SETTLE_BY,
  payout,
  stake: 1,
  outcome: "won",
  is_late: false,
  is_otc: false,
  settled_at: settled.at,
  void_reason: null,
  correction: null,
  price_rule: rule,
  stated_price,
  settled_by: "prices",
  prices,
  published_seq: published.seq,
  settled_seq: settled.seq,
});

export const trader = {
  handle: HANDLE,
  name: "North Light",
  joined_at: joined.at,
  retired_at: null,
  statistics,
};

async function hashed<Entry extends UnhashedEntry>(entry: Entry) {
  return { ...entry, hash: await hashEntry(entry, sha256) };
}
