/** Notifications of new signals to followers: Web Push (RFC 8030, 8291, 8292) and members' settings for it. */
import * as v from "valibot";
import { LANGUAGES } from "../site/languages.ts";
import { TimeZone } from "./profile.ts";
import { Handle } from "./traders.ts";
import { MAX_PUSH_ENDPOINT_CHARACTERS } from "#shared/limits/push.ts";

/** Data of a push message, JSON in UTF-8; the service worker shows it unchanged. */
export const PushMessage = v.object({
  type: v.literal("signal.published"),
  signal_id: v.string(),
  /** The trader's name. */
  title: v.string(),
  /** One line in the member's language, with times in the member's zone. */
  body: v.string(),
  /** Path of the signal's page in that language, as `/de/signal/{id}`. */
  path: v.string(),
  language: v.picklist(LANGUAGES),
  /** The same for each message on one signal: a later message replaces the earlier one. */
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

/** Body of `POST /api/profile/push-subscriptions/`: `PushSubscription.toJSON()`, and the browser's language and time zone. */
export const NewPushSubscription = v.object({
  endpoint: Endpoint,
  keys: v.object({
    /** Uncompressed point on P-256, 65 bytes in base64url without padding. */
    p256dh: v.pipe(v.string(), v.regex(/^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/, "must be a key of 65 bytes")),
    /** 16 bytes in base64url without padding. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{21}[AQgw]$/, "must be 16 bytes")),
  }),
  /** Language of the page and time zone of the browser, for messages if the account has chosen none. */
  language: v.picklist(LANGUAGES),
  time_zone: TimeZone,
});
export type NewPushSubscription = v.InferOutput<typeof NewPushSubscription>;

/** A browser that gets messages. */
export const PushSubscriptionEntry = v.object({
  id: v.string(),
  /** As in `MemberSession`: "Firefox on Windows"; empty if unknown. */
  device: v.string(),
  /** When the browser last subscribed; ISO 8601 in UTC. */
  created_at: v.string(),
  /** Lets a browser recognise its own subscription. Only the site can send messages to it. */
  endpoint: v.string(),
});
export type PushSubscriptionEntry = v.InferOutput<typeof PushSubscriptionEntry>;

/** Body of `DELETE /api/profile/push-subscriptions/`, which answers 204, even if repeated: the browser has unsubscribed. */
export const PushSubscriptionRemoval = v.object({ endpoint: Endpoint });

const ClockTime = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time between 00:00 and 23:59"),
);

/** Nothing is sent from `quiet_from` until just before `quiet_until`; if that is earlier, the period spans midnight. */
const quietHours = { quiet_from: v.nullable(ClockTime), quiet_until: v.nullable(ClockTime) };

function isLeftOut(time: string | null | undefined, other: string | null | undefined): boolean {
  return time === undefined ? other !== undefined : time === null && typeof other === "string";
}

/** Answer of `GET` and `PATCH /api/profile/notifications/`. */
export const Notifications = v.object({
  /** `applicationServerKey` for `pushManager.subscribe`, in base64url; null if the site sends no notifications. */
  public_key: v.nullable(v.string()),
  /** The member's switch for notifications. Default: on. */
  push: v.boolean(),
  /** `HH:MM`; either both or neither. */
  ...quietHours,
  /** The account's time zone, also for quiet hours; null: each browser's own. */
  time_zone: v.nullable(v.string()),
  /** The account's language; null: each browser's own. */
  language: v.nullable(v.picklist(LANGUAGES)),
  /** Newest first, at most `MAX_PUSH_SUBSCRIPTIONS`. If the account signs in by its id alone, only the session's own browser. */
  devices: v.array(PushSubscriptionEntry),
  /** Handles of followed traders without notifications. */
  muted: v.array(v.string()),
});
export type Notifications = v.InferOutput<typeof Notifications>;

/** Body of `PATCH /api/profile/notifications/`; omitted fields stay unchanged. */
export const NotificationChanges = v.pipe(
  v.object({
    push: v.optional(v.boolean()),
    quiet_from: v.optional(quietHours.quiet_from),
    quiet_until: v.optional(quietHours.quiet_until),
    time_zone: v.optional(v.nullable(TimeZone)),
    language: v.optional(v.nullable(v.picklist(LANGUAGES))),
    /** Replaces the list of muted traders; traders whom the member does not follow are ignored. */
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
  /** 409: the account signs in by its id alone, and other sessions have already subscribed the maximum number of browsers. */
  "too_many_push_subscriptions",
  /** 503: the operator has not set a VAPID key; `public_key` is null. */
  "push_not_configured",
] as const;
export type PushProblemCode = (typeof PUSH_PROBLEM_CODES)[number];
