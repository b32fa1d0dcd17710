/** Notifications of new signals to followers: Web Push (RFC 8030, 8291, 8292) and members' settings for it. */
import * as v from "valibot";
import { LANGUAGES } from "../site/languages.ts";
import { TimeZone } from "./profile.ts";
import { Handle } from "./traders.ts";
import { MAX_PUSH_ENDPOINT_CHARACTERS } from "#shared/limits/push.ts";

/** Data of a push message, JSON in UTF-8, which the service worker shows as it is. */
export const PushMessage = v.object({
  type: v.literal("signal.published"),
  signal_id: v.string(),
  /** The trader's name. */
  title: v.string(),
  /** One line in the member's language, its times in the member's zone. */
  body: v.string(),
  /** Path of the signal's page in that language, as `/de/signal/{id}`. */
  path: v.string(),
  language: v.picklist(LANGUAGES),
  /** The same for each message on one signal: a later one takes the place of the one before. */
  tag: v.string(),
  /** When the signal was published; ISO 8601 in UTC. */
  timestamp: v.string(),
});
export type PushMessage = v.InferOutput<typeof PushMessage>;

const ENDPOINT_MESSAGE = `must be an https address of at most ${MAX_PUSH_ENDPOINT_CHARACTERS} characters`;

const Endpoint = v.pipe(
  v.string(),
  v.maxLength(MAX_PUSH_ENDPOINT_CHARACTERS, ENDPOINT_MESSAGE),
  v.regex(/^https?:\/\/\S+$/i, ENDPOINT_MESSAGE),
);

/** Body of `POST /api/profile/push-subscriptions/`: `PushSubscription.toJSON()` with how the browser reads. */
export const NewPushSubscription = v.object({
  endpoint: Endpoint,
  keys: v.object({
    /** Uncompressed point on P-256, 65 bytes in base64url without padding. */
    p256dh: v.pipe(v.string(), v.regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/, "must be a key of 65 bytes")),
    /** 16 bytes in base64url without padding. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{21}[AQgw]$/, "must be 16 bytes")),
  }),
  /** Of the page, and of the browser: what messages are written in where the account has chosen none. */
  language: v.picklist(LANGUAGES),
  time_zone: TimeZone,
});
export type NewPushSubscription = v.InferOutput<typeof NewPushSubscription>;

/** A browser that gets messages. */
export const PushSubscriptionEntry = v.object({
  id: v.string(),
  /** As a session has it: "Firefox on Windows"; empty where unknown. */
  device: v.string(),
  /** When it was given last; ISO 8601 in UTC. */
  created_at: v.string(),
  /** By which a browser knows itself. Nobody but the site can send there. */
  endpoint: v.string(),
});
export type PushSubscriptionEntry = v.InferOutput<typeof PushSubscriptionEntry>;

/** Body of `DELETE /api/profile/push-subscriptions/`, which answers 204, again as once: the browser has unsubscribed. */
export const PushSubscriptionRemoval = v.object({ endpoint: Endpoint });

const ClockTime = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time between 00:00 and 23:59"),
);

/** Nothing is sent from `quiet_from` until before `quiet_until`, over midnight where that is earlier. */
const quietHours = { quiet_from: v.nullable(ClockTime), quiet_until: v.nullable(ClockTime) };

function isLeftOut(time: string | null | undefined, other: string | null | undefined): boolean {
  return time === undefined ? other !== undefined : time === null && typeof other === "string";
}

/** Answer of `GET` and `PATCH /api/profile/notifications/`. */
export const Notifications = v.object({
  /** What `pushManager.subscribe` takes as `applicationServerKey`, in base64url; null where the site sends no push. */
  public_key: v.nullable(v.string()),
  /** The member's switch; on until it is switched off. */
  push: v.boolean(),
  /** `HH:MM`, both or none. */
  ...quietHours,
  /** The account's, also for quiet hours; null for that of each browser. */
  time_zone: v.nullable(v.string()),
  /** The account's; null for that of each browser. */
  language: v.nullable(v.picklist(LANGUAGES)),
  /** The newest first, at most `MAX_PUSH_SUBSCRIPTIONS`; that of the session alone where the account signs in by its id alone. */
  devices: v.array(PushSubscriptionEntry),
  /** Handles of followed traders of whom nothing is sent. */
  muted: v.array(v.string()),
});
export type Notifications = v.InferOutput<typeof Notifications>;

/** Body of `PATCH /api/profile/notifications/`; what is left out stays. */
export const NotificationChanges = v.pipe(
  v.object({
    push: v.optional(v.boolean()),
    quiet_from: v.optional(quietHours.quiet_from),
    quiet_until: v.optional(quietHours.quiet_until),
    time_zone: v.optional(v.nullable(TimeZone)),
    language: v.optional(v.nullable(v.picklist(LANGUAGES))),
    /** All that are muted from now on; those whom the member does not follow are passed over. */
    muted: v.optional(v.array(Handle)),
  }),
  v.forward(
    v.partialCheck(
      [["quiet_from"], ["quiet_until"]],
      ({ quiet_from: from, quiet_until: until }) => !isLeftOut(from, until),
      "must be given with quiet_until, or both null",
    ),
    ["quiet_from"],
  ),
  v.forward(
    v.partialCheck(
      [["quiet_from"], ["quiet_until"]],
      ({ quiet_from: from, quiet_until: until }) => !isLeftOut(until, from),
      "must be given with quiet_from, or both null",
    ),
    ["quiet_until"],
  ),
  v.forward(
    v.partialCheck(
      [["quiet_from"], ["quiet_until"]],
      ({ quiet_from: from, quiet_until: until }) => typeof from !== "string" || from !== until,
      "must differ from quiet_from",
    ),
    ["quiet_until"],
  ),
);
export type NotificationChanges = v.InferOutput<typeof NotificationChanges>;

/** Every `code` of calls on notifications besides those of `SESSION_PROBLEM_CODES` and `PROFILE_PROBLEM_CODES`. */
export const PUSH_PROBLEM_CODES = [
  /** 409: the account signs in by its id alone, and other sessions have as many browsers as may be. */
  "too_many_push_subscriptions",
  /** 503: the operator has set no VAPID key; `public_key` is null. */
  "push_not_configured",
] as const;
export type PushProblemCode = (typeof PUSH_PROBLEM_CODES)[number];
