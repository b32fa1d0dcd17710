/** The record that the examples tell of: one signal of one trader, from publication to settlement. */
import { GENESIS_HASH, type UnhashedEntry } from "#shared/contracts/ledger.ts";
import * as v from "valibot";
import { Signal } from "#shared/contracts/signals.ts";
import { hashEntry } from "#shared/ledger-chain.ts";
import { statisticsOf } from "#shared/statistics.ts";
import { addOutcome, addPublished, EMPTY_TALLY } from "#shared/tally.ts";
import { sha256 } from "#worker/http/sha256.ts";

export const ENTRY_AT = "2026-03-01T12:01:00.000Z";
export const EXPIRES_AT = "2026-03-01T12:06:00.000Z";
const SETTLE_BY = "2026-03-02T12:06:00.000Z";
export const SIGNAL_ID = "d2f1c4a07be94f0b8a61";
export const HANDLE = "north-light";

export const asset = "EUR/USD";
export const direction = "up";
export const payout = 0.85;

export const joined = await hashed({
  seq: 1,
  at: "2026-02-20T08:00:00.000Z",
  kind: "trader_joined",
  signal_id: null,
  payload: { trader: HANDLE },
  prev_hash: GENESIS_HASH,
});
export const published = await hashed({
  seq: 2,
  at: "2026-03-01T12:00:00.000Z",
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
  },
  prev_hash: joined.hash,
});
export const settled = await hashed({
  seq: 3,
  at: "2026-03-01T12:07:30.000Z",
  kind: "settled",
  signal_id: SIGNAL_ID,
  payload: { outcome: "won", cause: "result" },
  prev_hash: published.hash,
});
export const head = { seq: settled.seq, at: settled.at, hash: settled.hash };

const counted = { isLate: false, isOtc: false, payout };
export const statistics = statisticsOf(
  addOutcome(addPublished(EMPTY_TALLY, counted), { outcome: "won", isByPrices: false }, counted),
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
