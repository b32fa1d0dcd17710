/** Messages of machines that publish signals, and the codes of their refusals. */
import * as v from "valibot";
import { PublishedPayload } from "./ledger.ts";
import { NextCursor, PageCursor, PageLimit } from "./paging.ts";

/**
 * Answer to a message: 201 `published`, 200 `duplicate` (stored before), 202 `accepted` (stored, and decided in a moment: it may
 * still be refused, which staff see in the list of messages).
 */
export const AlertReceipt = v.object({
  status: v.picklist(["published", "duplicate", "accepted"]),
  /** Null while only accepted. */
  signal_id: v.nullable(v.string()),
  /** When the message arrived, by the server's clock; ISO 8601 in UTC. */
  received_at: v.string(),
  /** Names of fields that are in no known template and were ignored; at most 20. */
  not_understood: v.array(v.string()),
  /** Warns that the price at its entry may be made already, because the entry is so soon: such a signal is late. Null otherwise. */
  warning: v.nullable(v.string()),
});
export type AlertReceipt = v.InferOutput<typeof AlertReceipt>;

/** Answer to a dry run: the signal that the message would become. Nothing is published, stored or counted. */
export const AlertTrial = v.object({
  status: v.literal("dry_run"),
  /** The signal as the ledger would record it if it were published now. */
  signal: PublishedPayload,
  /** Id of the signal that the same message became before: sent now, it would be answered 200 `duplicate`. */
  duplicate_of: v.nullable(v.string()),
  received_at: v.string(),
  /** As in `AlertReceipt`. */
  not_understood: v.array(v.string()),
  warning: v.nullable(v.string()),
});
export type AlertTrial = v.InferOutput<typeof AlertTrial>;

/** Every `code` for an error in the message itself: status 400. */
export const ALERT_FAULT_CODES = [
  /** The message is empty. */
  "empty",
  /** It starts like JSON but is invalid, or is not an object. */
  "not_json",
  /** A `{{placeholder}}` was not filled in. */
  "placeholder",
  /** A word of a free text that the grammar does not know. */
  "unknown_word",
  /** Two values for one field, or an ambiguous message. */
  "ambiguous",
  /** No asset. */
  "asset_missing",
  /** No direction. */
  "direction_missing",
  /** The action is not an entry, or the message is a test; `detail` names the field. */
  "unsupported_action",
  /** A clock time without its zone. */
  "zone_missing",
  /** A value that does not fit its field; `detail` names it. */
  "invalid",
  /** It names a trader other than the key's. */
  "wrong_trader",
  /** Sent too long ago, or its entry time has passed. */
  "late",
  /** Its sending time is more than a minute ahead of the server's clock. */
  "clock_ahead",
  /** Its expiry has passed. */
  "already_expired",
  /** A payout, a duration or an asset outside the limits of its key; `detail` names the limit. */
  "out_of_bounds",
] as const;

/** Every `code` of a refused message. Staff see all refused messages with a known key, except throttled ones. */
export const ALERT_PROBLEM_CODES = [
  ...ALERT_FAULT_CODES,
  /** 409: the key's trader has retired. */
  "trader_retired",
  /** 413: longer than `MAX_ALERT_BYTES`. */
  "payload_too_large",
  /** 415: compressed. */
  "unsupported_media_type",
  /** 503: too many writers at once, or the server's clock is wrong. The message stays in the inbox and may be sent again. */
  "ledger_busy",
  "clock_wrong",
  /** 429: the key published `MAX_ALERTS_PER_MINUTE` signals within a minute. */
  "throttled",
  /** 404: no such key, or revoked. */
  "not_found",
  /** Never sent as an answer: the message was accepted, but `MAX_MESSAGE_ATTEMPTS` attempts to publish it failed. */
  "not_processed",
] as const;
export type AlertProblemCode = (typeof ALERT_PROBLEM_CODES)[number];

/** State of a message: stored and not yet decided, published, or refused. */
export const MESSAGE_STATES = ["received", "published", "refused"] as const;

/** A stored message. Messages without a valid key, repeated ones and ones beyond the limit of their key are not stored. */
export const IngestMessage = v.object({
  id: v.number(),
  key: v.object({ id: v.string(), label: v.string(), trader: v.string() }),
  received_at: v.string(),
  state: v.picklist(MESSAGE_STATES),
  /** The text as received, at most 2,000 characters; fields named like a secret are removed, here and in `detail`. */
  text: v.string(),
  /** Id of the signal that it became; null unless published. */
  signal_id: v.nullable(v.string()),
  /** Why it was refused, as its sender was told unless the answer was 202. Only here, the code can be `not_processed`. */
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
