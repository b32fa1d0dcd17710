/** Webhooks: events on signals, sent to addresses that staff name (https://www.standardwebhooks.com). */
import * as v from "valibot";
import { NextCursor, PageCursor, PageLimit } from "./paging.ts";
import { CurrentPasscode } from "./profile.ts";
import { Signal } from "./signals.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { lengthOf, Line, pastedCode } from "./text.ts";
import { Handle } from "./traders.ts";
import { MAX_WEBHOOK_TRADERS, MAX_WEBHOOK_URL_CHARACTERS } from "#shared/limits/webhooks.ts";

/** What can be sent: each ledger entry on a signal is one event. */
export const WEBHOOK_EVENTS = [
  "signal.published",
  "signal.settled",
  "signal.voided",
  "signal.corrected",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when staff ask for it, whatever events were chosen; its `data` is empty. */
export const WEBHOOK_TEST = "webhook.test";

/** Body of a message. `webhook-id` is the same for each attempt of one event to one webhook. */
export const WebhookMessage = v.variant("type", [
  v.object({
    type: v.picklist(WEBHOOK_EVENTS),
    /** `at` of the ledger entry; ISO 8601 in UTC. */
    timestamp: v.string(),
    /** As `GET /api/signals/{id}/` gives it, without `entries`: as it stands when this is sent, which may be later than `seq`. */
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
  /** What staff know it by. */
  description: v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max)),
  events: v.pipe(
    v.array(v.picklist(WEBHOOK_EVENTS, `must be of ${WEBHOOK_EVENTS.join(", ")}`)),
    v.minLength(1, "must be one at least"),
    v.maxLength(WEBHOOK_EVENTS.length, `must be at most ${WEBHOOK_EVENTS.length}`),
  ),
  /** Handles; none for all traders, those who come later too. */
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

/** Body of `PATCH /api/admin/webhooks/{id}/`; what is left out stays. The address stays for good. */
export const WebhookChanges = v.object({
  description: v.optional(what.description),
  events: v.optional(what.events),
  traders: v.optional(what.traders),
  /** Switched off, what waits has failed and nothing is kept for later; switched on, it begins with the next event. */
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
  /** None for all traders. */
  traders: v.array(v.string()),
  /** All instants are ISO 8601 in UTC. */
  created_at: v.string(),
  /** Null while it is on. */
  off: v.nullable(v.object({ since: v.string(), reason: v.picklist(OFF_REASONS) })),
  /** Until then messages are signed with the secret before, too; null where they are not. */
  old_secret_until: v.nullable(v.string()),
  /** Deliveries that wait for their first attempt or another. */
  pending: v.number(),
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** Answer of `POST /api/admin/webhooks/` (201) and of a rotation: the only time that the secret is shown. */
export const WebhookSecret = v.object({
  webhook: Webhook,
  /** `whsec_` and 32 bytes in base64, as the libraries of Standard Webhooks take it. */
  secret: v.string(),
});
export type WebhookSecret = v.InferOutput<typeof WebhookSecret>;

/** Answer of `GET /api/admin/webhooks/`, newest first. */
export const WebhookList = v.object({ results: v.array(Webhook) });
export type WebhookList = v.InferOutput<typeof WebhookList>;

/** State of a delivery: it waits, was answered with 2xx, or is given up. */
export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const WebhookDelivery = v.object({
  id: v.number(),
  /** Its header `webhook-id`. */
  message_id: v.string(),
  webhook: v.object({ id: v.string(), description: v.string() }),
  type: v.picklist([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  /** Null of a test. */
  signal_id: v.nullable(v.string()),
  /** When it happened. */
  at: v.string(),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.number(),
  /** Of the last attempt; null before the first. */
  attempted_at: v.nullable(v.string()),
  /** When it is sent again; null unless pending. */
  next_at: v.nullable(v.string()),
  /** HTTP status of the last answer; null where there was none. */
  status: v.nullable(v.number()),
  /** Beginning of that answer, or why there was none; null before the first attempt and after success. */
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
  /** 409: it is off, and nothing is sent to it. */
  "webhook_off",
] as const;
export type WebhookProblemCode = (typeof WEBHOOK_PROBLEM_CODES)[number];
