/** Signals by machine, and staff's side of them. */
import {
  ALERT_FAULT_CODES,
  AlertReceipt,
  CreatedIngestKey,
  IngestFailurePage,
  IngestFailureQuery,
  IngestKeyList,
  NewIngestKey,
  REPEAT_WINDOW_SECONDS,
} from "#shared/contracts/hooks.ts";
import type { Operation } from "./operation.ts";

const receipt = (description: string) => ({ description, schema: AlertReceipt });

export const HOOK_OPERATIONS: readonly Operation[] = [
  {
    id: "receiveAlert",
    tag: "hooks",
    method: "post",
    path: "/api/hooks/{key}/",
    summary: "A trading alert, to be published as a signal",
    description:
      "The body is a line of text or a JSON object, as TradingView and the makers of bots tell people to send them. " +
      "Exits, tests and what may mean two things are refused; fields that no known template has are passed over and named " +
      "in the answer. Idempotent: the same message is published once, known by its id with its asset, direction and times, " +
      `by the time it names, or else by its text for ${REPEAT_WINDOW_SECONDS} seconds.`,
    access: "everyone",
    pathParameters: { key: { description: "The ingest key, a secret." } },
    headers: {
      "Webhook-Id": { description: "Names the message: a repeat is answered 200 `duplicate`." },
      "Idempotency-Key": { description: "The same, where there is no `Webhook-Id`." },
    },
    freeBody: ["text/plain", "application/json"],
    answers: {
      200: receipt("Stored before."),
      201: receipt("The signal is on the record."),
      202: receipt("It is decided on in a moment: published, or refused, which staff see."),
    },
    refusals: {
      400: [...ALERT_FAULT_CODES, "parse_error"],
      404: ["not_found"],
      409: ["trader_retired"],
      415: ["unsupported_media_type"],
      429: ["throttled"],
      503: ["ledger_busy"],
    },
  },
  {
    id: "listIngestKeys",
    tag: "hooks",
    method: "get",
    path: "/api/admin/ingest-keys/",
    summary: "The keys of machines, revoked ones included",
    access: "staff",
    answers: { 200: { description: "At most 500, newest first.", schema: IngestKeyList } },
  },
  {
    id: "createIngestKey",
    tag: "hooks",
    method: "post",
    path: "/api/admin/ingest-keys/",
    summary: "Make a key for a machine",
    access: "staff",
    body: NewIngestKey,
    answers: { 201: { description: "The only time that the key is shown.", schema: CreatedIngestKey } },
    refusals: { 409: ["trader_retired"] },
  },
  {
    id: "revokeIngestKey",
    tag: "hooks",
    method: "delete",
    path: "/api/admin/ingest-keys/{id}/",
    summary: "Revoke a key",
    access: "staff",
    pathParameters: { id: { description: "The key's id, not the key." } },
    answers: { 204: { description: "Messages with the key are refused from now on." } },
    refusals: { 404: ["not_found"] },
  },
  {
    id: "listIngestFailures",
    tag: "hooks",
    method: "get",
    path: "/api/admin/ingest-failures/",
    summary: "Messages that were refused, newest first",
    access: "staff",
    query: IngestFailureQuery,
    answers: { 200: { description: "A page.", schema: IngestFailurePage } },
  },
];
