/** Staff's routes for webhooks. */
import { type Context, Hono } from "hono";
import {
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookList,
  WebhookSecret,
} from "#shared/contracts/webhooks.ts";
import { describe } from "#worker/api/declare.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import { problemOfOutsideUrl } from "#worker/api/outside-url.ts";
import { query } from "#worker/api/parse-query.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type ConfirmationDependencies,
  actorOf,
  type MemberEnv,
  requireConfirmation,
  requireStaff,
} from "#worker/api/session/index.ts";
import { notFound, problemResponse } from "#worker/http/problem-answer.ts";
import { createTest, listDeliveries, sendAgain } from "./list-deliveries.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
  toWebhook,
  unknownTraders,
  type WebhookRow,
} from "./manage-webhooks.ts";
import type { WebhookDependencies } from "./send-webhook.ts";
import { secretText } from "./signature.ts";
import { DELIVERY_DAYS, MAX_WEBHOOKS } from "#shared/limits/webhooks.ts";

type WebhookEnv = MemberEnv<ConfirmationDependencies & WebhookDependencies>;

/** To be mounted at `/api/admin`. */
export const webhooksRoutes = new Hono<WebhookEnv>();

const params = { id: { description: "The webhook." } };

webhooksRoutes.get(
  "/webhooks/",
  describe({
    id: "listWebhooks",
    tag: "webhooks",
    summary: "Where events are sent",
    answers: { 200: { description: "Newest first.", schema: WebhookList } },
  }),
  requireStaff,
  async (c) => {
    const { db, now } = c.var.deps;
    return c.json({ results: await listWebhooks(db, now()) });
  },
);

webhooksRoutes.post(
  "/webhooks/",
  describe({
    id: "createWebhook",
    tag: "webhooks",
    summary: "Have events sent to an address",
    description:
      "Messages are signed as in Standard Webhooks. The address must be https on port 443 or 8443, with a public name. There are at " +
      `most ${MAX_WEBHOOKS} webhooks.`,
    answers: { 201: { description: "The secret, which is shown only once.", schema: WebhookSecret } },
    refusals: { 409: ["too_many_webhooks"] },
  }),
  requireStaff,
  body(NewWebhook),
  requireConfirmation,
  async (c) => {
    const { deps } = c.var;
    const webhook = c.req.valid("json");
    const problem = problemOfOutsideUrl(webhook.url, deps.isLocal);
    if (problem !== null) return invalidInputResponse({ url: [`The address ${problem}.`] });
    const refusal = await refuseUnknownTraders(c, webhook.traders);
    if (refusal) return refusal;
    const made = await createWebhook(deps.db, actorOf(c, deps), webhook);
    return made
      ? c.json(await withSecret(c, made), 201)
      : problemResponse(409, { detail: `There are ${MAX_WEBHOOKS} webhooks.`, code: "too_many_webhooks" });
  },
);

webhooksRoutes.patch(
  "/webhooks/:id/",
  describe({
    id: "changeWebhook",
    tag: "webhooks",
    summary: "Change what is sent to an address, or switch it off or on",
    params,
    answers: { 200: { description: "The changed webhook.", schema: Webhook } },
    refusals: { 404: ["not_found"] },
  }),
  requireStaff,
  body(WebhookChanges),
  async (c) => {
    const { deps } = c.var;
    const changes = c.req.valid("json");
    const refusal = await refuseUnknownTraders(c, changes.traders ?? []);
    if (refusal) return refusal;
    const changed = await changeWebhook(deps.db, actorOf(c, deps), c.req.param("id"), changes);
    return changed ? c.json(changed) : notFound();
  },
);

webhooksRoutes.delete(
  "/webhooks/:id/",
  describe({
    id: "deleteWebhook",
    tag: "webhooks",
    summary: "Delete a webhook with its deliveries",
    params,
    answers: { 204: { description: "Nothing more is sent." } },
    refusals: { 404: ["not_found"] },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    return (await deleteWebhook(deps.db, actorOf(c, deps), c.req.param("id")))
      ? c.body(null, 204)
      : notFound();
  },
);

webhooksRoutes.post(
  "/webhooks/:id/rotate/",
  describe({
    id: "rotateWebhookSecret",
    tag: "webhooks",
    summary: "Create a new secret",
    description: "For 24 hours, messages are also signed with the previous secret.",
    params,
    answers: { 200: { description: "The secret, which is shown only once.", schema: WebhookSecret } },
    refusals: { 404: ["not_found"] },
  }),
  requireStaff,
  body(SecretRotation),
  requireConfirmation,
  async (c) => {
    const { deps } = c.var;
    const rotated = await rotateSecret(deps.db, actorOf(c, deps), c.req.param("id"));
    return rotated ? c.json(await withSecret(c, rotated)) : notFound();
  },
);

webhooksRoutes.post(
  "/webhooks/:id/test/",
  describe({
    id: "testWebhook",
    tag: "webhooks",
    summary: "Send a message of the type `webhook.test`",
    params,
    answers: { 202: { description: "It is sent in a moment.", schema: WebhookDelivery } },
    refusals: { 404: ["not_found"], 409: ["webhook_off"] },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    const id = c.req.param("id");
    const made = await createTest(deps.db, actorOf(c, deps), id);
    if (made === null) {
      const known = await listWebhooks(deps.db, deps.now());
      return known.some((webhook) => webhook.id === id) ? refuseOff() : notFound();
    }
    await deps.deliveries.send({ webhook: id });
    return c.json(made, 202);
  },
);

webhooksRoutes.get(
  "/webhook-deliveries/",
  describe({
    id: "listWebhookDeliveries",
    tag: "webhooks",
    summary: "What was sent, newest first",
    description: `Deliveries are kept for ${DELIVERY_DAYS} days.`,
    answers: { 200: { description: "A page.", schema: WebhookDeliveryPage } },
  }),
  requireStaff,
  query(WebhookDeliveryQuery),
  async (c) => c.json(await listDeliveries(c.var.deps.db, c.req.valid("query"))),
);

webhooksRoutes.post(
  "/webhook-deliveries/:id/send-again/",
  describe({
    id: "sendWebhookDeliveryAgain",
    tag: "webhooks",
    summary: "Send a message again, under the same `webhook-id`",
    params: { id: { description: "The delivery." } },
    answers: { 202: { description: "It is sent in a moment.", schema: WebhookDelivery } },
    refusals: { 404: ["not_found"], 409: ["webhook_off"] },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    const id = c.req.param("id");
    const seq = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
    const delivery = await sendAgain(deps.db, actorOf(c, deps), seq);
    if (delivery === null) return notFound();
    if (delivery === "off") return refuseOff();
    await deps.deliveries.send({ webhook: delivery.webhook.id });
    return c.json(delivery, 202);
  },
);

async function withSecret({ var: { deps } }: Context<WebhookEnv>, row: WebhookRow): Promise<WebhookSecret> {
  return { webhook: toWebhook(row, deps.now()), secret: await secretText(deps.passcodePepper, row) };
}

async function refuseUnknownTraders(
  { var: { deps } }: Context<WebhookEnv>,
  handles: readonly string[],
): Promise<Response | null> {
  const unknown = await unknownTraders(deps.db, handles);
  if (unknown.length === 0) return null;
  return invalidInputResponse({ traders: [`No trader has this handle: ${unknown.join(", ")}.`] });
}

function refuseOff(): Response {
  return problemResponse(409, { detail: "The webhook is switched off.", code: "webhook_off" });
}
