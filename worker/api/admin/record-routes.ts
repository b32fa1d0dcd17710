/**
 * Staff write on the record: publish, settle, void and correct signals, add and retire traders. Each act is logged with its
 * ledger entry.
 */
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { CorrectRequest, SettleRequest, VoidRequest } from "#shared/contracts/staff-signals.ts";
import { NewSignal, Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { NewTrader, TraderDetail, TraderRename } from "#shared/contracts/traders.ts";
import { describe } from "#worker/api/declare.ts";
import type { PublishingDependencies } from "#worker/api/signals/index.ts";
import { body } from "#worker/api/request-body.ts";
import { type CallerDependencies, actorOf, type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import {
  correctSignal,
  publishSignal,
  settleSignal,
  showSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { addTrader, renameTrader, retireTrader, showTrader } from "#worker/api/traders/index.ts";
import { type Act, logAct } from "#worker/api/audit-log.ts";
import { refuseAdmin, refuseRecord } from "./admin-refusals.ts";
import { IDEMPOTENCY_KEY, renameInAnswers, signalIdOf, writeOnce } from "./write-once.ts";

type RecordEnv = MemberEnv<CallerDependencies & PublishingDependencies>;

/** To be mounted at `/api/admin`. */
export const recordRoutes = new Hono<RecordEnv>();

/** Nothing was written, and the same request may be sent again. */
const UNWRITTEN = ["ledger_busy", "clock_wrong"] as const;

const params = { id: { description: "The signal." } };

recordRoutes.post(
  "/signals/",
  describe({
    id: "publishSignal",
    tag: "record",
    summary: "Publish a signal",
    description:
      "The server's clock sets the time; a signal published after its entry time is permanently late.",
    headers: IDEMPOTENCY_KEY,
    answers: {
      200: { description: "Published before, with the same `Idempotency-Key`.", schema: Signal },
      201: { description: "The signal is on the record.", schema: Signal },
    },
    refusals: { 409: ["trader_retired"], 503: UNWRITTEN },
  }),
  requireStaff,
  body(NewSignal),
  async (c) => {
    const signal = c.req.valid("json");
    const { trader, asset, direction } = signal;
    const act = { action: "signal_published", detail: { trader, asset, direction } } as const;
    try {
      const once = await writeOnce(c, logging(c, act), {
        schema: Signal,
        write: (deps, keyHash) => publishSignal(deps, signal, keyHash && signalIdOf(keyHash)),
      });
      if (once.outcome === "refused") return once.refusal;
      return c.json(once.answer, once.outcome === "written" ? 201 : 200);
    } catch (error) {
      return refuseRecord(error, "trader");
    }
  },
);

recordRoutes.post(
  "/signals/:id/settle/",
  describe({
    id: "settleSignal",
    tag: "record",
    summary: "Settle a signal that has expired and has no price rule",
    params,
    headers: IDEMPOTENCY_KEY,
    answers: {
      200: {
        description: "The outcome is recorded; it can only be corrected downwards.",
        schema: SignalDetail,
      },
    },
    refusals: {
      404: ["not_found"],
      409: ["already_settled", "prices_decide", "not_yet_expired", "deadline_passed"],
      503: UNWRITTEN,
    },
  }),
  requireStaff,
  body(SettleRequest),
  async (c) => {
    const id = c.req.param("id");
    const { outcome, evidence } = c.req.valid("json");
    const act = { action: "signal_settled", detail: { outcome } } as const;
    return changeSignal(c, act, (deps) => settleSignal(deps, id, outcome, evidence));
  },
);

recordRoutes.post(
  "/signals/:id/void/",
  describe({
    id: "voidSignal",
    tag: "record",
    summary: "Withdraw an open signal, with a reason for everyone",
    description: "A signal with a price rule can only be withdrawn before its entry.",
    params,
    headers: IDEMPOTENCY_KEY,
    answers: {
      200: {
        description: "The signal is void; withdrawn at its entry or later, it counts as lost.",
        schema: SignalDetail,
      },
    },
    refusals: {
      404: ["not_found"],
      409: ["already_settled", "prices_decide", "deadline_passed"],
      503: UNWRITTEN,
    },
  }),
  requireStaff,
  body(VoidRequest),
  async (c) => {
    const id = c.req.param("id");
    const { reason } = c.req.valid("json");
    const act = { action: "signal_voided", detail: { reason } } as const;
    return changeSignal(c, act, (deps) => voidSignal(deps, id, reason));
  },
);

recordRoutes.post(
  "/signals/:id/correct/",
  describe({
    id: "correctSignal",
    tag: "record",
    summary: "Correct a settlement downwards, with a reason for everyone",
    description:
      "Won can become draw or lost, draw can become lost. The correction is a ledger entry of its own, and the settlement stays.",
    params,
    headers: IDEMPOTENCY_KEY,
    answers: { 200: { description: "The corrected outcome counts.", schema: SignalDetail } },
    refusals: { 404: ["not_found"], 409: ["not_correctable", "prices_decide"], 503: UNWRITTEN },
  }),
  requireStaff,
  body(CorrectRequest),
  async (c) => {
    const id = c.req.param("id");
    const correction = c.req.valid("json");
    const act = { action: "signal_corrected", detail: correction } as const;
    return changeSignal(c, act, (deps) => correctSignal(deps, id, correction));
  },
);

recordRoutes.post(
  "/traders/",
  describe({
    id: "addTrader",
    tag: "record",
    summary: "Add a trader",
    answers: { 201: { description: "The trader can publish.", schema: TraderDetail } },
    refusals: { 409: ["trader_exists", "trader_handle_taken", "trader_name_taken"], 503: UNWRITTEN },
  }),
  requireStaff,
  body(NewTrader),
  async (c) => {
    const trader = c.req.valid("json");
    const { handle } = trader;
    try {
      // The display name can be erased, so it is in neither the log nor the ledger.
      await addTrader(logging(c, { action: "trader_added", target: handle, detail: {} }), trader);
    } catch (error) {
      return refuseRecord(error);
    }
    return c.json(await showTrader(c.var.deps.db, handle), 201);
  },
);

recordRoutes.patch(
  "/traders/:handle/",
  describe({
    id: "renameTrader",
    tag: "record",
    summary: "Change a trader's display name, or erase it",
    description:
      "The ledger has only the handle, which never changes and replaces an erased name. Former names stay public until the name is erased.",
    params: { handle: { description: "The trader." } },
    answers: { 200: { description: "The trader has the new name.", schema: TraderDetail } },
    refusals: { 404: ["not_found"], 409: ["trader_name_taken"] },
  }),
  requireStaff,
  body(TraderRename),
  async (c) => {
    const { deps } = c.var;
    const { db } = deps;
    const handle = c.req.param("handle");
    const rename = c.req.valid("json");
    try {
      const detail = { erased: rename.name === null };
      const act = logAct(db, actorOf(c, deps), { action: "trader_renamed", target: handle, detail });
      const inAnswers = renameInAnswers(db, { handle, name: rename.name ?? handle });
      await renameTrader(deps, handle, rename, [act, inAnswers]);
    } catch (error) {
      return refuseRecord(error);
    }
    return c.json(await showTrader(db, handle));
  },
);

recordRoutes.post(
  "/traders/:handle/retire/",
  describe({
    id: "retireTrader",
    tag: "record",
    summary: "Retire a trader, who stays listed",
    params: { handle: { description: "The trader." } },
    answers: { 200: { description: "The trader can no longer publish.", schema: TraderDetail } },
    refusals: { 404: ["not_found"], 409: ["trader_retired"], 503: UNWRITTEN },
  }),
  requireStaff,
  async (c) => {
    const handle = c.req.param("handle");
    try {
      await retireTrader(logging(c, { action: "trader_retired", target: handle, detail: {} }), handle);
    } catch (error) {
      return refuseRecord(error);
    }
    return c.json(await showTrader(c.var.deps.db, handle));
  },
);

/** The dependencies of a write verb. They also log the act on the signal in the transaction of its ledger entry. */
function logging(c: Context<RecordEnv>, act: Omit<Act, "target"> & Partial<Act>): PublishingDependencies {
  const { deps } = c.var;
  const actor = actorOf(c, deps);
  return {
    ...deps,
    alsoWrite: ([entry]) => [logAct(deps.db, actor, { target: entry?.signal_id ?? "", ...act })],
  };
}

/** Changes the signal in the address once, and answers with it as it was right after the change. */
async function changeSignal(
  c: Context<RecordEnv, "/signals/:id/">,
  act: Omit<Act, "target">,
  change: (deps: PublishingDependencies) => Promise<void>,
): Promise<Response> {
  try {
    const once = await writeOnce(c, logging(c, act), {
      schema: v.nullable(SignalDetail),
      async write(deps) {
        await change(deps);
        return showSignal(deps.db, c.req.param("id"));
      },
    });
    if (once.outcome === "refused") return once.refusal;
    return once.answer ? c.json(once.answer) : refuseAdmin("not_found");
  } catch (error) {
    return refuseRecord(error);
  }
}
