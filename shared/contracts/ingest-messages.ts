/** Messages of machines that publish signals, and why one is refused. */
import * as v from "valibot";
import { PublishedPayload } from "./ledger.ts";
import { NextCursor, PageCursor, PageLimit } from "./paging.ts";

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
  /** That its entry comes so soon that its price may be made already: such a signal is late. Null where nothing is to be said. */
  warning: v.nullable(v.string()),
});
export type AlertReceipt = v.InferOutput<typeof AlertReceipt>;

/** Answer to a dry run: what the message would become. Nothing is published, stored or counted. */
export const AlertTrial = v.object({
  status: v.literal("dry_run"),
  /** The signal as the ledger would have it, if it were published at this moment. */
  signal: PublishedPayload,
  /** The signal that the same message has become before: sent now, it would be answered 200 `duplicate`. */
  duplicate_of: v.nullable(v.string()),
  received_at: v.string(),
  /** As in `AlertReceipt`. */
  not_understood: v.array(v.string()),
  warning: v.nullable(v.string()),
});
export type AlertTrial = v.InferOutput<typeof AlertTrial>;

/** Every `code` for an error in the message itself: status 400. */
export const ALERT_FAULT_CODES = [
  /** Nothing was sent. */
  "empty",
  /** It begins like JSON but is invalid, or is not an object. */
  "not_json",
  /** A `{{placeholder}}` was not filled in. */
  "placeholder",
  /** A word of a free text that the grammar does not know. */
  "unknown_word",
  /** Two values for one field, or a message that may mean two things. */
  "ambiguous",
  /** No asset. */
  "asset_missing",
  /** No direction. */
  "direction_missing",
  /** Not known to be an entry, or a test; `detail` names the field. */
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
  /** 415: compressed. */
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
