/** Where machines post signals, and what staff do with their keys. */
import { waitUntil } from "cloudflare:workers";
import { Hono } from "hono";
import {
  type AlertReceipt,
  type AlertProblemCode,
  HOOK_ANSWER_MS,
  IngestFailureQuery,
  MAX_ALERT_BYTES,
  NewIngestKey,
} from "#shared/contracts/hooks.ts";
import { actorOf } from "#worker/api/admin/index.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { readBody } from "#worker/api/request-body.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { describeError } from "#worker/http/log.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { createIngestKey, listIngestKeys, revokeIngestKey } from "./ingest-keys.ts";
import { listFailures } from "./ingest-failures.ts";
import { keepUntold, type Message, receiveAlert, type Reception } from "./receive-alert.ts";

/** Resolves after a time; replaced in tests. */
type Wait = (milliseconds: number) => Promise<void>;

/** To be mounted at `/api`. */
export function createHooksRoutes(
  deps: ApiDependencies,
  { wait = waitForReal }: { readonly wait?: Wait } = {},
): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();
  routes.route("/hooks", createReceivingRoute(deps, wait));
  addKeyRoutes(routes, deps);
  return routes;
}

function createReceivingRoute(deps: ApiDependencies, wait: Wait): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post("/:key/", async (c) => {
    const receivedAtMs = deps.now();
    const { raw } = c.req;
    const bytes = await readBounded(raw.body, MAX_ALERT_BYTES, raw.signal);
    // Standard Webhooks' name for it, and the IETF draft's. An empty one names nothing.
    const givenId = c.req.header("Webhook-Id") || c.req.header("Idempotency-Key") || null;
    const message = {
      key: c.req.param("key"),
      body: bytes && new TextDecoder().decode(bytes),
      givenId,
      receivedAtMs,
      requestId: c.var.requestId,
    };
    const reception = await receiveInTime(deps, message, wait);
    if (reception?.status === "refused") return refuseAlert(reception.code, reception.detail);
    const receipt: AlertReceipt = {
      status: reception?.status ?? "accepted",
      signal_id: reception?.signalId ?? null,
      received_at: new Date(receivedAtMs).toISOString(),
      not_understood: [...(reception?.notUnderstood ?? [])],
    };
    return c.json(receipt, RECEIPT_STATUS[receipt.status]);
  });
}

const RECEIPT_STATUS = { published: 201, duplicate: 200, accepted: 202 } as const;

/** Null where it takes longer: the sender is not kept waiting, and the work goes on. */
async function receiveInTime(deps: ApiDependencies, message: Message, wait: Wait): Promise<Reception | null> {
  const receiving = receiveAlert(deps, message);
  const reception = await Promise.race([receiving, wait(HOOK_ANSWER_MS).then(() => null)]);
  if (reception === null) {
    waitUntil(
      receiving
        .then((late) => keepUntold(deps, message, late))
        .catch((error: unknown) => {
          const { requestId } = message;
          deps.log({ level: "error", event: "alert_lost", requestId, error: describeError(error) });
        }),
    );
  }
  return reception;
}

function waitForReal(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function addKeyRoutes(routes: Hono<MemberEnv>, deps: ApiDependencies): void {
  const { db } = deps;
  const staff = requireStaff(deps);

  routes.get("/admin/ingest-keys/", staff, async (c) => c.json({ results: await listIngestKeys(db) }));

  routes.post("/admin/ingest-keys/", staff, async (c) => {
    const body = await readBody(c.req.raw, NewIngestKey);
    if (!body.ok) return body.refusal;
    const made = await createIngestKey(db, actorOf(c, deps), body.value);
    if (made.ok) return c.json(made.key, 201);
    if (made.code === "trader_not_found") {
      return invalidInputResponse({ trader: ["No trader has this handle."] });
    }
    return problemResponse(409, { detail: "The trader has retired.", code: "trader_retired" });
  });

  routes.delete("/admin/ingest-keys/:id/", staff, async (c) =>
    (await revokeIngestKey(db, actorOf(c, deps), c.req.param("id")))
      ? c.body(null, 204)
      : refuseAlert("not_found", "Not found."),
  );

  routes.get("/admin/ingest-failures/", staff, async (c) => {
    const parsed = parseQuery(IngestFailureQuery, c.req.url);
    return parsed.ok ? c.json(await listFailures(db, parsed.query)) : parsed.response;
  });
}

/** 4xx where sending again would not help, 503 where it would: TradingView resends after 5xx only. */
function refuseAlert(code: AlertProblemCode, detail: string): Response {
  const status = STATUSES[code] ?? 400;
  const retryAfter = RETRY_AFTER_SECONDS[status];
  return problemResponse(status, { detail, code }, retryAfter ? { "Retry-After": retryAfter } : {});
}

const RETRY_AFTER_SECONDS: Partial<Readonly<Record<number, string>>> = { 429: "60", 503: "5" };

const STATUSES: Partial<Readonly<Record<AlertProblemCode, number>>> = {
  trader_retired: 409,
  payload_too_large: 413,
  ledger_busy: 503,
  throttled: 429,
  not_found: 404,
};
