/** Routes for a member's notifications: which browsers get them, and when. */
import { type Context, Hono } from "hono";
import {
  NewPushSubscription,
  NotificationChanges,
  Notifications,
  PushSubscriptionEntry,
  PushSubscriptionRemoval,
} from "#shared/contracts/push.ts";
import { SHOULD_RETRY_HEADER } from "#shared/http/retry.ts";
import { describe } from "#worker/api/declare.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type CallerDependencies,
  isHeld,
  type MemberEnv,
  requireMember,
  requireHolder,
} from "#worker/api/session/index.ts";
import { notFound, problemResponse } from "#worker/http/problem-answer.ts";
import { isPublicKey, problemOfEndpoint } from "./endpoint.ts";
import { changeNotifications, readNotifications } from "./notifications.ts";
import { addSubscription, removeEndpoint, removeSubscription } from "./subscriptions.ts";
import type { SendingDependencies } from "./send-page.ts";
import { MAX_PUSH_SUBSCRIPTIONS } from "#shared/limits/push.ts";

export type PushDependencies = CallerDependencies & Pick<SendingDependencies, "isLocal" | "vapidKeys">;
type PushEnv = MemberEnv<PushDependencies>;

/** `/notifications/` and `/push-subscriptions/`, to be mounted at `/api/profile`. */
export const pushRoutes = new Hono<PushEnv>();

pushRoutes.get(
  "/notifications/",
  describe({
    id: "readNotifications",
    tag: "notifications",
    summary: "The member's settings for notifications, and which browsers get them",
    answers: { 200: { description: "The current settings.", schema: Notifications } },
    refusals: { 404: ["not_found"] },
  }),
  requireMember,
  (c) => answerNotifications(c),
);

pushRoutes.patch(
  "/notifications/",
  describe({
    id: "changeNotifications",
    tag: "notifications",
    summary: "Switch push on or off, set quiet hours, mute traders",
    description:
      "Language and time zone are those of the account (`PATCH /api/auth/me/`). Within quiet hours nothing is sent, " +
      "and nothing is stored for later.",
    answers: { 200: { description: "The changed settings.", schema: Notifications } },
    refusals: { 404: ["not_found"] },
  }),
  requireHolder,
  body(NotificationChanges),
  async (c) => {
    await changeNotifications(c.var.deps.db, c.var.member.accountId, c.req.valid("json"));
    return answerNotifications(c);
  },
);

pushRoutes.post(
  "/push-subscriptions/",
  describe({
    id: "addPushSubscription",
    tag: "notifications",
    summary: "Send notifications to this browser",
    description:
      "Repeating it changes nothing. An endpoint of another account moves to this one. It ends with the session that adds it: by " +
      "signing out, by ending the session or by a new passcode, but not if the session merely expires. An account has at most " +
      `${MAX_PUSH_SUBSCRIPTIONS}; a further one replaces the oldest. A session by the id alone replaces only its own.`,
    answers: { 201: { description: "The browser, as the member sees it.", schema: PushSubscriptionEntry } },
    refusals: {
      404: ["not_found"],
      409: ["too_many_push_subscriptions"],
      503: ["push_not_configured"],
    },
  }),
  requireMember,
  body(NewPushSubscription),
  async (c) => {
    const { account, deps, member } = c.var;
    const vapid = await deps.vapidKeys();
    if (vapid === null) return refuseWithoutKey();
    const given = c.req.valid("json");
    const problem = problemOfEndpoint(given.endpoint, deps.isLocal);
    if (problem !== null) return invalidInputResponse({ endpoint: [`${problem}.`] });
    if (!(await isPublicKey(given.keys.p256dh)))
      return invalidInputResponse({ "keys.p256dh": ["must be a point on P-256."] });
    const isOwner = await isHeld(deps.db, account);
    const registration = { member, isOwner, serverKey: vapid.publicKey, nowMs: deps.now() };
    const entry = await addSubscription(deps.db, registration, given);
    if (entry === "full") return refuseFull();
    return entry === "session_ended" ? notFound() : c.json(entry, 201);
  },
);

pushRoutes.delete(
  "/push-subscriptions/",
  describe({
    id: "removePushEndpoint",
    tag: "notifications",
    summary: "Stop notifications to this browser; repeating it changes nothing",
    answers: { 204: { description: "Nothing more is sent there." } },
  }),
  requireMember,
  body(PushSubscriptionRemoval),
  async (c) => {
    const { account, deps, member } = c.var;
    const isOwner = await isHeld(deps.db, account);
    await removeEndpoint(deps.db, { member, isOwner }, c.req.valid("json").endpoint);
    return c.body(null, 204);
  },
);

pushRoutes.delete(
  "/push-subscriptions/:id/",
  describe({
    id: "removePushSubscription",
    tag: "notifications",
    summary: "Stop notifications to one of the member's browsers",
    params: { id: { description: "The subscription." } },
    answers: { 204: { description: "Nothing more is sent there." } },
    refusals: { 404: ["not_found"] },
  }),
  requireHolder,
  async (c) =>
    (await removeSubscription(c.var.deps.db, c.var.member.accountId, c.req.param("id")))
      ? c.body(null, 204)
      : notFound(),
);

async function answerNotifications(c: Context<PushEnv>): Promise<Response> {
  const { account, deps, member } = c.var;
  const vapid = await deps.vapidKeys();
  const isOwner = await isHeld(deps.db, account);
  const notifications = await readNotifications(deps.db, member, {
    publicKey: vapid?.publicKey ?? null,
    isOwner,
  });
  return notifications ? c.json(notifications satisfies Notifications) : notFound();
}

function refuseFull(): Response {
  const detail = `Other sessions of the account have ${MAX_PUSH_SUBSCRIPTIONS} browsers, and a session by the id alone cannot replace them.`;
  return problemResponse(409, { detail, code: "too_many_push_subscriptions" });
}

function refuseWithoutKey(): Response {
  const problem = { detail: "The site sends no push: VAPID_KEYS is not set.", code: "push_not_configured" };
  return problemResponse(503, problem, { "Retry-After": "3600", [SHOULD_RETRY_HEADER]: "false" });
}
