/** Keys of machines that publish signals, and the limits of their messages. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { longestLead, type PriceLeads } from "./prices.ts";
import { Asset, Payout } from "./signals.ts";
import { MAX_PAYOUT, MAX_SIGNAL_LIFE_MS, PAYOUT_STEPS_PER_UNIT } from "../limits/signals.ts";
import { CurrentPasscode } from "./profile.ts";
import { lengthOf, Line } from "./text.ts";
import { Handle } from "./traders.ts";

const seconds = (max: number) => {
  const message = `must be a whole number from 1 to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message));
};

/** Longest time from entry to expiry that a key may allow: the limit of any signal. */
const MAX_KEY_LIFE_SECONDS = MAX_SIGNAL_LIFE_MS / 1000;

/** Assets that a key may be limited to: more than any platform's list of currency pairs. */
const MAX_KEY_ASSETS = BOUNDS.keyAssets.max;

/**
 * Limits that staff set for the signals of a key; a message outside them is refused as `out_of_bounds`. The defaults are the limits
 * of any signal.
 */
const keyBounds = {
  min_payout: v.optional(Payout, 1 / PAYOUT_STEPS_PER_UNIT),
  max_payout: v.optional(Payout, MAX_PAYOUT),
  /** From entry to expiry. */
  min_life_seconds: v.optional(seconds(MAX_KEY_LIFE_SECONDS), 1),
  max_life_seconds: v.optional(seconds(MAX_KEY_LIFE_SECONDS), MAX_KEY_LIFE_SECONDS),
  /** Empty for any asset. */
  assets: v.optional(
    v.pipe(v.array(Asset), v.maxLength(MAX_KEY_ASSETS, `must be at most ${MAX_KEY_ASSETS}`)),
    [],
  ),
  /** True if `confidence` in its messages is the trader's own probability; bots also send scores under that name. */
  takes_confidence: v.optional(v.boolean(), false),
};

/** Body of `POST /api/admin/ingest-keys/`: the trader, defaults for fields that messages omit, and limits. */
export const NewIngestKey = v.pipe(
  v.object({
    /** Handle; every message of the key is this trader's. */
    trader: Handle,
    /** Name of the key for staff. */
    label: v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max)),
    /** Gain per unit of stake: 0.85 is 85 %. */
    payout: v.optional(Payout, 0.85),
    /**
     * Seconds from receipt to entry, 1 to 3,600: readers need time to follow, and the price at entry must not be made yet. Default:
     * the lead of its assets in `GET /api/admin/signals/leads/`; 30 if no price source decides them.
     */
    entry_delay_seconds: v.optional(seconds(BOUNDS.keyEntryDelay.maxSeconds)),
    /** From entry to expiry: up to 30 days. */
    life_seconds: v.optional(seconds(BOUNDS.keyLife.maxSeconds), 300),
    ...keyBounds,
    current_passcode: v.optional(CurrentPasscode),
  }),
  v.forward(
    v.partialCheck(
      [["min_payout"], ["max_payout"]],
      (key) => key.min_payout <= key.max_payout,
      "must not be below min_payout",
    ),
    ["max_payout"],
  ),
  v.forward(
    v.partialCheck(
      [["payout"], ["min_payout"], ["max_payout"]],
      ({ payout, min_payout: min, max_payout: max }) => min > max || isWithin(payout, min, max),
      "must be from min_payout to max_payout",
    ),
    ["payout"],
  ),
  v.forward(
    v.partialCheck(
      [["min_life_seconds"], ["max_life_seconds"]],
      (key) => key.min_life_seconds <= key.max_life_seconds,
      "must not be below min_life_seconds",
    ),
    ["max_life_seconds"],
  ),
  v.forward(
    v.partialCheck(
      [["life_seconds"], ["min_life_seconds"], ["max_life_seconds"]],
      ({ life_seconds: life, min_life_seconds: min, max_life_seconds: max }) =>
        min > max || isWithin(life, min, max),
      "must be from min_life_seconds to max_life_seconds",
    ),
    ["life_seconds"],
  ),
);
export type NewIngestKey = v.InferOutput<typeof NewIngestKey>;

/** The proposed seconds from receipt to entry for a key on these assets; an empty list means any asset. */
export function entryDelayFor(leads: PriceLeads | undefined, assets: readonly string[]): number {
  const lead = leads ? longestLead(leads, assets) : null;
  return Math.min(lead ?? 30, BOUNDS.keyEntryDelay.maxSeconds);
}

function isWithin(value: number, min: number, max: number): boolean {
  return min <= value && value <= max;
}

export const IngestKey = v.object({
  id: v.string(),
  trader: v.string(),
  label: v.string(),
  payout: v.number(),
  entry_delay_seconds: v.number(),
  life_seconds: v.number(),
  /** Defaults of omitted limits are the limits of any signal. */
  min_payout: v.optional(v.number(), 1 / PAYOUT_STEPS_PER_UNIT),
  max_payout: v.optional(v.number(), MAX_PAYOUT),
  min_life_seconds: v.optional(v.number(), 1),
  max_life_seconds: v.optional(v.number(), MAX_KEY_LIFE_SECONDS),
  /** Empty for any asset. */
  assets: v.optional(v.array(v.string()), []),
  takes_confidence: v.optional(v.boolean(), false),
  /** All instants are ISO 8601 in UTC. */
  created_at: v.string(),
  /** When a message last became a signal. */
  last_used_at: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
  /** Names of fields in its messages that were ignored: the last 20 new ones. */
  not_understood: v.array(v.string()),
});
export type IngestKey = v.InferOutput<typeof IngestKey>;

/** Answer of `POST /api/admin/ingest-keys/` (201): the only answer that shows the key. */
export const CreatedIngestKey = v.object({
  ...IngestKey.entries,
  key: v.string(),
  /** Path to post messages to; it contains the key. */
  path: v.string(),
});
export type CreatedIngestKey = v.InferOutput<typeof CreatedIngestKey>;

/** Answer of `GET /api/admin/ingest-keys/`, newest first, revoked ones included; at most the newest 500. */
export const IngestKeyList = v.object({ results: v.array(IngestKey) });
export type IngestKeyList = v.InferOutput<typeof IngestKeyList>;
