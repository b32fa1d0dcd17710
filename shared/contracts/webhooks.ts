/** Webhooks: events on signals, sent to addresses that staff choose (https://www.standardwebhooks.com). */
import * as v from "valibot";
import { NextCursor, PageCursor, PageLimit } from "./paging.ts";
import { CurrentPasscode } from "./profile.ts";
import { Signal } from "./signals.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { lengthOf, Line, pastedCode } from "./text.ts";
import { Handle } from "./traders.ts";
import { MAX_WEBHOOK_TRADERS, MAX_WEBHOOK_URL_CHARACTERS } from "#shared/limits/webhooks.ts";

/** Events that can be sent: each ledger entry on a signal is one event. */
export const WEBHOOK_EVENTS = [
  "signal.published",
  "signal.settled",
  "signal.voided",
  "signal.corrected",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when staff request it, whatever the chosen events; its `data` is empty. */
export const WEBHOOK_TEST = "webhook.test";

/** Body of a message. `webhook-id` is the same for each attempt of one event to one webhook. */
export const WebhookMessage = v.variant("type", [
  v.object({
    type: v.picklist(WEBHOOK_EVENTS),
    /** `at` of the ledger entry; ISO 8601 in UTC. */
    timestamp: v.string(),
    /** The answer of `GET /api/signals/{id}/` without `entries` and `as_of_seq`, at the time of sending, which may be later than `seq`. */
    data: Signal,
    /** The ledger entry that records the event. */
    seq: v.number(),
  }),
  v.object({
    type: v.literal(WEBHOOK_TEST),
    timestamp: v.string(),
    data: v.strictObject({}),
    seq: v.null(),
  }),
]);
export type WebhookMessage = v.InferOutput<typeof WebhookMessage>;

const URL_MESSAGE = `must be an https address of at most ${MAX_WEBHOOK_URL_CHARACTERS} characters`;

const what = {
  /** Name of the webhook for staff. */
  description: v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max)),
  events: v.pipe(
    v.array(v.picklist(WEBHOOK_EVENTS, `must be of ${WEBHOOK_EVENTS.join(", ")}`)),
    v.minLength(1, "must be one at least"),
    v.maxLength(WEBHOOK_EVENTS.length, `must be at most ${WEBHOOK_EVENTS.length}`),
  ),
  /** Handles; empty for all traders, including future ones. */
  traders: v.pipe(
    v.array(Handle),
    v.maxLength(MAX_WEBHOOK_TRADERS, `must be at most ${MAX_WEBHOOK_TRADERS}`),
  ),
};

/** Body of `POST /api/admin/webhooks/`. */
export const NewWebhook = v.object({
  url: v.pipe(
    v.string(),
    pastedCode(),
    v.maxLength(MAX_WEBHOOK_URL_CHARACTERS, URL_MESSAGE),
    v.regex(/^https?:\/\/\S+$/i, URL_MESSAGE),
  ),
  description: what.description,
  events: what.events,
  traders: v.optional(what.traders, []),
  current_passcode: v.optional(CurrentPasscode),
});
export type NewWebhook = v.InferOutput<typeof NewWebhook>;

/** Body of `PATCH /api/admin/webhooks/{id}/`; omitted fields stay unchanged. The address cannot be changed. */
export const WebhookChanges = v.object({
  description: v.optional(what.description),
  events: v.optional(what.events),
  traders: v.optional(what.traders),
  /** Switching off fails all pending deliveries and stores no events for later; switching on starts with the next event. */
  is_on: v.optional(v.boolean()),
});
export type WebhookChanges = v.InferOutput<typeof WebhookChanges>;

/** Body of `POST /api/admin/webhooks/{id}/rotate/`. */
export const SecretRotation = v.object({ current_passcode: v.optional(CurrentPasscode) });

/** Why a webhook is off: switched off by staff, or its address answered 410 (Gone). */
export const OFF_REASONS = ["staff", "gone"] as const;

export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  description: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  /** Empty for all traders. */
  traders: v.array(v.string()),
  /** All instants are ISO 8601 in UTC. */
  created_at: v.string(),
  /** Null while it is on. */
  off: v.nullable(v.object({ since: v.string(), reason: v.picklist(OFF_REASONS) })),
  /** Until then messages are also signed with the previous secret; null if there is none. */
  old_secret_until: v.nullable(v.string()),
  /** Deliveries that wait for their first attempt or a retry. */
  pending: v.number(),
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** Answer of `POST /api/admin/webhooks/` (201) and of a rotation: the only answer that shows the secret. */
export const WebhookSecret = v.object({
  webhook: Webhook,
  /** `whsec_` and 32 bytes in base64, the format that libraries of Standard Webhooks use. */
  secret: v.string(),
});
export type WebhookSecret = v.InferOutput<typeof WebhookSecret>;

/** Answer of `GET /api/admin/webhooks/`, newest first. */
export const WebhookList = v.object({ results: v.array(Webhook) });
export type WebhookList = v.InferOutput<typeof WebhookList>;

/** State of a delivery: it waits, was answered with 2xx, or was given up. */
export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const WebhookDelivery = v.object({
  id: v.number(),
  /** Header `webhook-id` of the message. */
  message_id: v.string(),
  webhook: v.object({ id: v.string(), description: v.string() }),
  type: v.picklist([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  /** Null for a test. */
  signal_id: v.nullable(v.string()),
  /** When the event happened. */
  at: v.string(),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.number(),
  /** Time of the last attempt; null before the first. */
  attempted_at: v.nullable(v.string()),
  /** Time of the next attempt; null unless pending. */
  next_at: v.nullable(v.string()),
  /** HTTP status of the last answer; null if there was none. */
  status: v.nullable(v.number()),
  /** Start of that answer, or why there was none; null before the first attempt and after success. */
  words: v.nullable(v.string()),
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>;

/** Answer of `GET /api/admin/webhook-deliveries/`, newest first. */
export const WebhookDeliveryPage = v.object({ results: v.array(WebhookDelivery), next: NextCursor });
export type WebhookDeliveryPage = v.InferOutput<typeof WebhookDeliveryPage>;

/** Query of `GET /api/admin/webhook-deliveries/`. */
export const WebhookDeliveryQuery = v.strictObject({
  /** Id of a webhook. */
  webhook: v.optional(v.pipe(v.string(), v.maxLength(64, "must be a webhook"))),
  state: v.optional(v.picklist(DELIVERY_STATES, `must be one of ${DELIVERY_STATES.join(", ")}`)),
  /** `next` of the page before. */
  cursor: PageCursor,
  limit: PageLimit,
});

/** Every `code` of calls on webhooks besides those of `ADMIN_PROBLEM_CODES`. */
export const WEBHOOK_PROBLEM_CODES = [
  /** 409: the maximum number exists. */
  "too_many_webhooks",
  /** 409: it is off, so nothing is sent to it. */
  "webhook_off",
] as const;
export type WebhookProblemCode = (typeof WEBHOOK_PROBLEM_CODES)[number];
