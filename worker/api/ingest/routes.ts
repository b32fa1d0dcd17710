/** Where machines post signals, and where staff manage their keys. */
import { type Context, Hono } from "hono";
import {
  ALERT_FAULT_CODES,
  type AlertProblemCode,
  AlertReceipt,
  AlertTrial,
  IngestMessagePage,
  IngestMessageQuery,
} from "#shared/contracts/ingest-messages.ts";
import { CreatedIngestKey, IngestKeyList, NewIngestKey } from "#shared/contracts/ingest-keys.ts";
import {
  MAX_REFUSED_MESSAGES,
  PUBLISHED_MESSAGE_DAYS,
  REPEAT_WINDOW_SECONDS,
} from "#shared/limits/ingest.ts";
import { describe } from "#worker/api/declare.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import { query } from "#worker/api/parse-query.ts";
import { body } from "#worker/api/request-body.ts";
import {
  actorOf,
  type ConfirmationDependencies,
  type MemberEnv,
  requireConfirmation,
  requireStaff,
} from "#worker/api/session/index.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { AlertProblem } from "./alert.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { createIngestKey, listIngestKeys, revokeIngestKey } from "./ingest-keys.ts";
import { listMessages } from "./list-messages.ts";
import { readMessage, type SentMessage } from "./read-message.ts";
import { receiveAlert } from "./receive-alert.ts";
import { tryAlert } from "./try-alert.ts";

type IngestEnv = MemberEnv<ConfirmationDependencies & IngestDependencies>;

/** To be mounted at `/api`. */
export const ingestRoutes = new Hono<IngestEnv>();

/** The parameters of a message, real or dry run. */
const sent = {
  params: { key: { description: "The ingest key, a secret." } },
  headers: {
    "Webhook-Id": { description: "Names the message: a repeat is answered 200 `duplicate`." },
    "Idempotency-Key": { description: "The same, where there is no `Webhook-Id`." },
  },
  freeBody: ["text/plain", "application/json", "application/x-www-form-urlencoded"],
};
const tryRefusals = {
  400: ALERT_FAULT_CODES,
  404: ["not_found"],
  409: ["trader_retired"],
  415: ["unsupported_media_type"],
  429: ["throttled"],
} as const;
const messageRefusals = { ...tryRefusals, 503: ["ledger_busy", "clock_wrong"] } as const;
const receipt = (description: string) => ({ description, schema: AlertReceipt });

ingestRoutes.post(
  "/hooks/:key/",
  describe({
    id: "receiveAlert",
    tag: "hooks",
    summary: "A trading alert, to be published as a signal",
    description:
      "The body is a line of text or a JSON object, as TradingView and the makers of bots tell people to send them, " +
      "whatever its content type. Messages that are not known to be entries, tests and ambiguous messages are refused; " +
      "fields that no known template has are ignored and named in the answer. Idempotent: the same message is " +
      "published once, recognised by its trade, by its id with its asset, direction and times, " +
      `by the time it names, or else by its text for ${REPEAT_WINDOW_SECONDS} seconds.`,
    ...sent,
    answers: {
      200: receipt("Stored before."),
      201: receipt("The signal is on the record."),
      202: receipt(
        "The message is stored and will be published or refused in a moment; staff see the result.",
      ),
    },
    refusals: messageRefusals,
  }),
  async (c) => {
    const { deps } = c.var;
    const message = await sentMessage(c);
    const { reception, warning } = await receiveAlert(deps, c.req.param("key"), message);
    if (reception instanceof AlertProblem) return refuseAlert(reception);
    const receipt: AlertReceipt = {
      status: reception?.status ?? "accepted",
      signal_id: reception?.signalId ?? null,
      received_at: new Date(message.receivedAtMs).toISOString(),
      not_understood: [...(reception?.notUnderstood ?? [])],
      warning,
    };
    return c.json(receipt, RECEIPT_STATUS[receipt.status]);
  },
);

ingestRoutes.post(
  "/hooks/:key/dry-run/",
  describe({
    id: "tryAlert",
    tag: "hooks",
    summary: "What a trading alert would become, without publishing it",
    description:
      "The message is parsed, checked against its key and placed in time exactly as by `receiveAlert`, and refused for the " +
      "same reasons in the same words. Nothing is published or stored, and the key's limits do not count it.",
    ...sent,
    answers: { 200: { description: "What would be published now.", schema: AlertTrial } },
    refusals: tryRefusals,
  }),
  async (c) => {
    const trial = await tryAlert(c.var.deps, c.req.param("key"), await sentMessage(c));
    return trial instanceof AlertProblem ? refuseAlert(trial) : c.json(trial);
  },
);

ingestRoutes.get(
  "/admin/ingest-keys/",
  describe({
    id: "listIngestKeys",
    tag: "hooks",
    summary: "The keys of machines, revoked ones included",
    answers: { 200: { description: "At most 500, newest first.", schema: IngestKeyList } },
  }),
  requireStaff,
  async (c) => c.json({ results: await listIngestKeys(c.var.deps.db) }),
);

ingestRoutes.post(
  "/admin/ingest-keys/",
  describe({
    id: "createIngestKey",
    tag: "hooks",
    summary: "Create a key for a machine",
    answers: { 201: { description: "The key, which is shown only once.", schema: CreatedIngestKey } },
    refusals: { 409: ["trader_retired"] },
  }),
  requireStaff,
  body(NewIngestKey),
  requireConfirmation,
  async (c) => {
    const { deps } = c.var;
    const made = await createIngestKey(deps, actorOf(c, deps), c.req.valid("json"));
    if (made.ok) return c.json(made.key, 201);
    if (made.code === "trader_not_found") {
      return invalidInputResponse({ trader: ["No trader has this handle."] });
    }
    return problemResponse(409, { detail: "The trader has retired.", code: "trader_retired" });
  },
);

ingestRoutes.delete(
  "/admin/ingest-keys/:id/",
  describe({
    id: "revokeIngestKey",
    tag: "hooks",
    summary: "Revoke a key",
    params: { id: { description: "The key's id, not the key." } },
    answers: { 204: { description: "Messages with the key are refused from now on." } },
    refusals: { 404: ["not_found"] },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    return (await revokeIngestKey(deps.db, actorOf(c, deps), c.req.param("id")))
      ? c.body(null, 204)
      : problemResponse(404, { detail: "Not found.", code: "not_found" });
  },
);

ingestRoutes.get(
  "/admin/ingest-messages/",
  describe({
    id: "listIngestMessages",
    tag: "hooks",
    summary: "What machines have sent, newest first",
    description:
      `For each key, the newest ${MAX_REFUSED_MESSAGES} refused messages are kept; published ones are kept for ` +
      `${PUBLISHED_MESSAGE_DAYS} days.`,
    answers: { 200: { description: "A page.", schema: IngestMessagePage } },
  }),
  requireStaff,
  query(IngestMessageQuery),
  async (c) => c.json(await listMessages(c.var.deps.db, c.req.valid("query"))),
);

async function sentMessage({ req, var: { deps, requestId } }: Context<IngestEnv>): Promise<SentMessage> {
  const receivedAtMs = deps.now();
  return { ...(await readMessage(req.raw)), receivedAtMs, requestId };
}

const RECEIPT_STATUS = { published: 201, duplicate: 200, accepted: 202 } as const;

/** 4xx if sending again cannot help, 503 if it can: TradingView resends after 5xx only. */
function refuseAlert({ code, message: detail }: AlertProblem): Response {
  const status = STATUSES[code] ?? 400;
  const retryAfter = RETRY_AFTER_SECONDS[status];
  return problemResponse(status, { detail, code }, retryAfter ? { "Retry-After": retryAfter } : {});
}

const RETRY_AFTER_SECONDS: Partial<Readonly<Record<number, string>>> = { 429: "60", 503: "5" };

const STATUSES: Partial<Readonly<Record<AlertProblemCode, number>>> = {
  trader_retired: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  ledger_busy: 503,
  clock_wrong: 503,
  throttled: 429,
  not_found: 404,
};
