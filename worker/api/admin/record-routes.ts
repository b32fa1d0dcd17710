/** Staff write on the record: publish, settle, void and correct signals, add and retire traders. Each act is logged with its entry. */
import { type Context, Hono } from "hono";
import { CorrectRequest, SettleRequest, VoidRequest } from "#shared/contracts/admin.ts";
import { NewSignal } from "#shared/contracts/signals.ts";
import { NewTrader } from "#shared/contracts/traders.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import { readBody } from "#worker/api/request-body.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { correctSignal, settleSignal, showSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addTrader, retireTrader, showTrader } from "#worker/api/traders/index.ts";
import { type Act, actorOf, logAct } from "./audit-log.ts";
import { MAX_IDEMPOTENCY_KEY_CHARACTERS, publishOnce } from "./publish-once.ts";
import { refuseAdmin, refuseRecord } from "./refusals.ts";

/** To be mounted at `/api/admin`. */
export function createRecordRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();
  addSignalRoutes(routes, deps);
  addTraderRoutes(routes, deps);
  return routes;
}

function addSignalRoutes(routes: Hono<MemberEnv>, deps: ApiDependencies): void {
  const { db } = deps;
  const staff = requireStaff(deps);

  routes.post("/signals/", staff, async (c) => {
    const body = await readBody(c.req.raw, NewSignal);
    if (!body.ok) return body.refusal;
    const { trader, asset, direction } = body.value;
    const act = { action: "signal_published", detail: { trader, asset, direction } } as const;
    const idempotencyKey = c.req.header("Idempotency-Key") || crypto.randomUUID();
    if (idempotencyKey.length > MAX_IDEMPOTENCY_KEY_CHARACTERS) return refuseKey("Too long.");
    const { accountId } = c.var.member;
    const keyed = { accountId, idempotencyKey, signal: body.value };
    try {
      const publication = await publishOnce(logging(c, deps, act), keyed);
      if (publication.outcome === "key_reused") return refuseKey("Used for another signal before.");
      return c.json(publication.signal, publication.outcome === "published" ? 201 : 200);
    } catch (error) {
      return refuseRecord(error, "trader");
    }
  });

  routes.post("/signals/:id/settle/", staff, async (c) => {
    const id = c.req.param("id");
    const body = await readBody(c.req.raw, SettleRequest);
    if (!body.ok) return body.refusal;
    const { outcome } = body.value;
    try {
      await settleSignal(logging(c, deps, { action: "signal_settled", detail: { outcome } }), id, outcome);
    } catch (error) {
      return refuseRecord(error);
    }
    return answerSignal(c, db, id);
  });

  routes.post("/signals/:id/void/", staff, async (c) => {
    const id = c.req.param("id");
    const body = await readBody(c.req.raw, VoidRequest);
    if (!body.ok) return body.refusal;
    const { reason } = body.value;
    try {
      await voidSignal(logging(c, deps, { action: "signal_voided", detail: { reason } }), id, reason);
    } catch (error) {
      return refuseRecord(error);
    }
    return answerSignal(c, db, id);
  });

  routes.post("/signals/:id/correct/", staff, async (c) => {
    const id = c.req.param("id");
    const body = await readBody(c.req.raw, CorrectRequest);
    if (!body.ok) return body.refusal;
    const act = { action: "signal_corrected", detail: body.value } as const;
    try {
      await correctSignal(logging(c, deps, act), id, body.value);
    } catch (error) {
      return refuseRecord(error);
    }
    return answerSignal(c, db, id);
  });
}

function addTraderRoutes(routes: Hono<MemberEnv>, deps: ApiDependencies): void {
  const { db } = deps;
  const staff = requireStaff(deps);

  routes.post("/traders/", staff, async (c) => {
    const body = await readBody(c.req.raw, NewTrader);
    if (!body.ok) return body.refusal;
    const { handle } = body.value;
    try {
      // The display name can be erased, so it stays out of the log as it does out of the ledger.
      await addTrader(logging(c, deps, { action: "trader_added", target: handle, detail: {} }), body.value);
    } catch (error) {
      return refuseRecord(error);
    }
    return c.json(await showTrader(db, handle), 201);
  });

  routes.post("/traders/:handle/retire/", staff, async (c) => {
    const handle = c.req.param("handle");
    try {
      await retireTrader(logging(c, deps, { action: "trader_retired", target: handle, detail: {} }), handle);
    } catch (error) {
      return refuseRecord(error);
    }
    return c.json(await showTrader(db, handle));
  });
}

function refuseKey(message: string): Response {
  return invalidInputResponse({ "Idempotency-Key": [message] });
}

/** The world of a write verb, in which the act is logged in the transaction of its ledger entry; a signal is its target. */
function logging(
  c: Context<MemberEnv>,
  deps: ApiDependencies,
  act: Omit<Act, "target"> & Partial<Act>,
): LedgerDependencies {
  const actor = actorOf(c, deps);
  return {
    ...deps,
    alsoWrite: ([entry]) => [logAct(deps.db, actor, { target: entry?.signal_id ?? "", ...act })],
  };
}

async function answerSignal(c: Context<MemberEnv>, db: ApiDependencies["db"], id: string): Promise<Response> {
  const signal = await showSignal(db, id);
  return signal ? c.json(signal) : refuseAdmin("not_found");
}
