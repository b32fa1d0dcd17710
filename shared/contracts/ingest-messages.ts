/** Signals that arrive by machine: the keys, the content of a message, and why one is refused. */
import * as v from "valibot";
import { BOUNDS } from "#shared/field-bounds.ts";
import { lengthOf, Line } from "./text.ts";
import { NextCursor, PageCursor, PageLimit } from "./paging.ts";
import { Asset, MAX_PAYOUT, MAX_SIGNAL_LIFE_MS, Payout, PAYOUT_STEPS_PER_UNIT } from "./signals.ts";
import { Handle } from "./traders.ts";

/** Largest message; TradingView's are far below. */
export const MAX_ALERT_BYTES = 16 * 1024;

/** A stored message is answered within this time: decided on by then, or accepted and decided on right after. */
export const HOOK_ANSWER_MS = 80;

/** A message that states when it was sent, but no `max_lag`, is late after this time. */
export const DEFAULT_MAX_LAG_SECONDS = 60;

/** Repeats of a message that names no time are recognised for this long: TradingView resends for 15 s. */
export const REPEAT_WINDOW_SECONDS = 60;

/** Repeats by an id, with the same asset, direction and times, are recognised for this long: some senders try again for a day. */
export const MESSAGE_ID_WINDOW_SECONDS = 24 * 60 * 60;

/** Names of unknown fields that are stored per key: few enough for staff to look through. */
export const MAX_NAMES_NOT_UNDERSTOOD = 20;

/** Signals that one key can publish in a minute: what a runaway script puts on the record is permanent. */
export const MAX_ALERTS_PER_MINUTE = 60;

/** Refused messages stored per key: few enough for staff to look through. */
export const MAX_REFUSED_MESSAGES = 500;

/** A published message is stored as long as the logs: enough time to check a doubtful signal. */
export const PUBLISHED_MESSAGE_DAYS = 7;

/** Characters of a message that are stored once it is decided on; messages that fit their template have some 300. */
export const MAX_KEPT_CHARACTERS = 2_000;

/** How often the scheduled job, which runs each minute, tries to publish a message: after that most have expired. */
export const MAX_MESSAGE_ATTEMPTS = 10;

/**
 * Answer to a message: 201 `published`, 200 `duplicate` (stored before), 202 `accepted` (kept, and decided on in a moment: it may
 * still be refused, which staff see among the messages).
 */
export const AlertReceipt = v.object({
  status: v.picklist(["published", "duplicate", "accepted"]),
  /** Null while only accepted. */
  signal_id: v.nullable(v.string()),
  /** Our clock when the message arrived; ISO 8601 in UTC. */
  received_at: v.string(),
  /** Fields of the message that no known template has and that were passed over, by name; at most 20. */
  not_understood: v.array(v.string()),
});
export type AlertReceipt = v.InferOutput<typeof AlertReceipt>;

/** Every `code` for an error in the message itself: status 400. */
export const ALERT_FAULT_CODES = [
  /** Nothing was sent. */
  "empty",
  /** Its content type is JSON, but its text is not. */
  "parse_error",
  /** It begins like JSON but is invalid, or is not an object. */
  "not_json",
  /** A `{{placeholder}}` was not filled in. */
  "placeholder",
  /** A word of a free text that the grammar does not know. */
  "unknown_word",
  /** Two values for one field, or a message that may be an exit. */
  "ambiguous",
  /** No asset. */
  "asset_missing",
  /** No direction. */
  "direction_missing",
  /** Closing, cancelling and adding are not signals, and neither are tests. */
  "unsupported_action",
  /** A clock time without its zone. */
  "zone_missing",
  /** A value that does not fit its field; `detail` names it. */
  "invalid",
  /** It names another trader than the key's. */
  "wrong_trader",
  /** Sent too long ago, or its entry time has passed. */
  "late",
  /** Sent later than now, by more than a minute. */
  "clock_ahead",
  /** Its expiry had passed when it was to be published. */
  "already_expired",
  /** A payout, a duration or an asset that staff did not allow its key; `detail` names the bound. */
  "out_of_bounds",
] as const;

/** Every `code` a message can be refused with. Staff see all of these messages whose key is known, except the throttled ones. */
export const ALERT_PROBLEM_CODES = [
  ...ALERT_FAULT_CODES,
  /** 409: the key's trader has retired. */
  "trader_retired",
  /** 413: longer than `MAX_ALERT_BYTES`. */
  "payload_too_large",
  /** 415: neither text nor JSON in UTF-8. */
  "unsupported_media_type",
  /** 503: too many writers at once, or the server's clock is wrong; to be sent again, and still in the inbox. */
  "ledger_busy",
  "clock_wrong",
  /** 429: the key published `MAX_ALERTS_PER_MINUTE` signals within a minute. */
  "throttled",
  /** 404: no such key, or revoked. */
  "not_found",
  /** Never sent as an answer: the message was accepted, and `MAX_MESSAGE_ATTEMPTS` attempts to publish it failed. */
  "not_processed",
] as const;
export type AlertProblemCode = (typeof ALERT_PROBLEM_CODES)[number];

const seconds = (max: number) => {
  const message = `must be a whole number from 1 to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(max, message));
};

/** Longest time from entry to expiry that a key may allow: no signal runs longer. */
export const MAX_KEY_LIFE_SECONDS = MAX_SIGNAL_LIFE_MS / 1000;

/** Assets that a key may be limited to: more than any platform's list of currency pairs. */
export const MAX_KEY_ASSETS = BOUNDS.keyAssets.max;

/**
 * Limits that staff set for the signals of a key; a message beyond them is refused as `out_of_bounds`. By default as wide as
 * for any signal.
 */
const keyBounds = {
  min_payout: v.optional(Payout, 1 / PAYOUT_STEPS_PER_UNIT),
  max_payout: v.optional(Payout, MAX_PAYOUT),
  /** From entry to expiry. */
  min_life_seconds: v.optional(seconds(MAX_KEY_LIFE_SECONDS), 1),
  max_life_seconds: v.optional(seconds(MAX_KEY_LIFE_SECONDS), MAX_KEY_LIFE_SECONDS),
  /** None for any. */
  assets: v.optional(
    v.pipe(v.array(Asset), v.maxLength(MAX_KEY_ASSETS, `must be at most ${MAX_KEY_ASSETS}`)),
    [],
  ),
  /** Whether the `confidence` of its messages is the trader's own probability: bots also send scores under that name. */
  takes_confidence: v.optional(v.boolean(), false),
};

/** Body of `POST /api/admin/ingest-keys/`: for whom, what its messages leave unsaid, and what they may say. */
export const NewIngestKey = v.pipe(
  v.object({
    /** Handle; every message of the key is this trader's. */
    trader: Handle,
    /** What staff know it by. */
    label: v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max)),
    /** Gain per unit of stake: 0.85 is 85 %. */
    payout: v.optional(Payout, 0.85),
    /** From receipt to entry, so that readers can follow: 1 to 3,600. */
    entry_delay_seconds: v.optional(seconds(BOUNDS.keyEntryDelay.maxSeconds), 30),
    /** From entry to expiry: up to 30 days. */
    life_seconds: v.optional(seconds(BOUNDS.keyLife.maxSeconds), 300),
    ...keyBounds,
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
  /** The bounds are those of every signal where they are left out. */
  min_payout: v.optional(v.number(), 1 / PAYOUT_STEPS_PER_UNIT),
  max_payout: v.optional(v.number(), MAX_PAYOUT),
  min_life_seconds: v.optional(v.number(), 1),
  max_life_seconds: v.optional(v.number(), MAX_KEY_LIFE_SECONDS),
  /** None for any. */
  assets: v.optional(v.array(v.string()), []),
  takes_confidence: v.optional(v.boolean(), false),
  /** All instants are ISO 8601 in UTC. */
  created_at: v.string(),
  /** Last message that became a signal. */
  last_used_at: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
  /** Fields of its messages that were passed over, by name: the last 20 that were new. */
  not_understood: v.array(v.string()),
});
export type IngestKey = v.InferOutput<typeof IngestKey>;

/** Answer of `POST /api/admin/ingest-keys/` (201): the only time that the key is shown. */
export const CreatedIngestKey = v.object({
  ...IngestKey.entries,
  key: v.string(),
  /** Path to post to, with the key in it. */
  path: v.string(),
});
export type CreatedIngestKey = v.InferOutput<typeof CreatedIngestKey>;

/** Answer of `GET /api/admin/ingest-keys/`, newest first, revoked ones included; at most the newest 500. */
export const IngestKeyList = v.object({ results: v.array(IngestKey) });
export type IngestKeyList = v.InferOutput<typeof IngestKeyList>;

/** Where a message stands: kept and not yet decided on, on the record, or refused. */
export const MESSAGE_STATES = ["received", "published", "refused"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What a machine sent. A message without a usable key, a repeated one and one beyond the limit of its key are none of these. */
export const IngestMessage = v.object({
  id: v.number(),
  key: v.object({ id: v.string(), label: v.string(), trader: v.string() }),
  received_at: v.string(),
  state: v.picklist(MESSAGE_STATES),
  /** As it came, at most 2,000 characters of it; whatever is named like a secret is left out, here and in `detail`. */
  text: v.string(),
  /** What it became; null unless published. */
  signal_id: v.nullable(v.string()),
  /** Why it was refused, as its sender was told unless it had been answered 202: `not_processed` stands here alone. */
  code: v.nullable(v.picklist(ALERT_PROBLEM_CODES)),
  detail: v.nullable(v.string()),
  request_id: v.string(),
});
export type IngestMessage = v.InferOutput<typeof IngestMessage>;

/** Answer of `GET /api/admin/ingest-messages/`, newest first. */
export const IngestMessagePage = v.object({ results: v.array(IngestMessage), next: NextCursor });
export type IngestMessagePage = v.InferOutput<typeof IngestMessagePage>;

/** Query of `GET /api/admin/ingest-messages/`. */
export const IngestMessageQuery = v.strictObject({
  /** Id of an ingest key. */
  key: v.optional(v.pipe(v.string(), v.maxLength(64, "must be an ingest key"))),
  state: v.optional(v.picklist(MESSAGE_STATES, `must be one of ${MESSAGE_STATES.join(", ")}`)),
  /** `next` of the page before. */
  cursor: PageCursor,
  limit: PageLimit,
});
