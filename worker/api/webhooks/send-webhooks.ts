/**
 * Sends events to webhooks: after each commit, and each minute. At least once: if a run breaks off after an answer and
 * before its result is stored, the message is sent again, with the same `webhook-id`.
 */
import { and, eq, exists, inArray, isNull, lt, lte, or, type SQL } from "drizzle-orm";
import pLimit, { type LimitFunction } from "p-limit";
import type { WebhookMessage } from "#shared/contracts/webhooks.ts";
import type { Database } from "#worker/api/database.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { problemOfOutsideUrl } from "#worker/api/outside-url.ts";
import { signalFields, toSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { traders } from "#worker/api/traders/tables.ts";
import { describeError } from "#worker/http/logger.ts";
import { type Attempt, isDelivered, sendMessage } from "#worker/http/send-message.ts";
import { messageId } from "./list-deliveries.ts";
import { type Due, ledgerHead, makeDeliveries } from "./deliveries.ts";
import { noteAttempt } from "./note-attempt.ts";
import { signMessage } from "./signature.ts";
import { webhookDeliveries, webhooks } from "./tables.ts";
import {
  MAX_WEBHOOK_ANSWER_BYTES,
  MAX_WEBHOOK_FAILURES,
  WEBHOOKS_AT_ONCE,
  WEBHOOK_ANSWER_MS,
  WEBHOOK_RUN,
} from "#shared/limits/webhooks.ts";

export type SendDependencies = Pick<ApiDependencies, "db" | "now" | "log" | "passcodePepper" | "isLocal">;

const ANSWER = { timeoutMs: WEBHOOK_ANSWER_MS, maxBytes: MAX_WEBHOOK_ANSWER_BYTES };

/** Read at a time: changes by staff take effect from the next page on. */
const PAGE = 10;

interface Run {
  /** No attempt begins after this time, by `performance.now()`. */
  readonly untilMs: number;
  readonly limit: LimitFunction;
}

/** Statement for webhooks that have something to send, or that are behind the ledger. */
export function selectWebhooksDue(db: Database, nowMs: number) {
  const waits = db
    .select({ seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhooks.id),
        eq(webhookDeliveries.state, "pending"),
        lte(webhookDeliveries.next_at, nowMs),
      ),
    );
  return db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isFree(nowMs), or(lt(webhooks.seq, ledgerHead), exists(waits))));
}

function isFree(nowMs: number): SQL | undefined {
  return and(isNull(webhooks.off_since), lte(webhooks.taken_until, nowMs), lte(webhooks.resume_at, nowMs));
}

/** No attempt begins later than `maxMs` from now; the rest is left to the next run. */
export async function sendWebhooks(deps: SendDependencies, maxMs: number): Promise<void> {
  const run = { untilMs: performance.now() + maxMs, limit: pLimit(WEBHOOKS_AT_ONCE) };
  const due = await selectWebhooksDue(deps.db, deps.now());
  const results = await Promise.allSettled(due.map(({ id }) => sendTo(deps, id, maxMs, run)));
  for (const result of results) {
    if (result.status === "rejected")
      deps.log({ level: "error", event: "webhooks_not_sent", error: describeError(result.reason) });
  }
}

/** Only one run at a time sends to a webhook, so that each message goes out once and in order. */
async function sendTo(deps: SendDependencies, webhookId: string, maxMs: number, run: Run): Promise<void> {
  const { db, now } = deps;
  const takenUntil = now() + maxMs + 1.2 * WEBHOOK_ANSWER_MS;
  const isWebhook = eq(webhooks.id, webhookId);
  const taken = await db
    .update(webhooks)
    .set({ taken_until: takenUntil })
    .where(and(isWebhook, isFree(now())))
    .returning({ id: webhooks.id });
  if (taken.length === 0) return;
  try {
    await sendInOrder(deps, webhookId, run);
  } finally {
    await db
      .update(webhooks)
      .set({ taken_until: 0 })
      .where(and(isWebhook, eq(webhooks.taken_until, takenUntil)));
  }
}

async function sendInOrder(
  deps: SendDependencies,
  webhookId: string,
  { untilMs, limit }: Run,
): Promise<void> {
  const isOver = () => performance.now() >= untilMs;
  let messages = 0;
  let failures = 0;
  while (!isOver()) {
    const { due, isBehind } = await makeDeliveries(deps.db, webhookId, deps.now(), PAGE);
    if (due.length === 0 && !isBehind) return;
    for (const { delivery, body } of await withBodies(deps.db, due)) {
      if (messages >= WEBHOOK_RUN.messages || failures >= MAX_WEBHOOK_FAILURES) return;
      const attempt = await limit(() => (isOver() ? null : tryToSend(deps, delivery, body)));
      if (attempt === null) return;
      messages += 1;
      failures = isDelivered(attempt) ? 0 : failures + 1;
      // A receiver that does not answer would delay the other webhooks at each message.
      if (!(await noteAttempt(deps, delivery, attempt)) || attempt.status === null) return;
    }
  }
}

async function withBodies(db: Database, due: readonly Due[]) {
  const ids = due.flatMap(({ signal_id: id }) => id ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select(signalFields)
          .from(signals)
          .innerJoin(traders, eq(traders.id, signals.trader_id))
          .where(inArray(signals.id, ids));
  const shown = new Map(rows.map((row) => [row.id, toSignal(row)]));
  return due.map((delivery) => ({ delivery, body: JSON.stringify(messageOf(delivery, shown)) }));
}

function messageOf(
  { type, at, ledger_seq: seq, signal_id: id }: Due,
  shown: ReadonlyMap<string, ReturnType<typeof toSignal>>,
): WebhookMessage {
  const timestamp = new Date(at).toISOString();
  if (type === "webhook.test" || seq === null || id === null)
    return { type: "webhook.test", timestamp, data: {}, seq: null };
  const data = shown.get(id);
  if (!data) throw new Error(`signal ${id} of ledger entry ${seq} is not stored`);
  return { type, timestamp, data, seq };
}

async function tryToSend(
  { now, passcodePepper, isLocal }: SendDependencies,
  delivery: Due,
  body: string,
): Promise<Attempt> {
  const { webhook } = delivery;
  const problem = problemOfOutsideUrl(webhook.url, isLocal);
  if (problem !== null) return { status: null, words: `is not asked: its address ${problem}`, pauseMs: null };
  const message = { id: messageId(webhook.id, delivery), body, atMs: now() };
  const headers = {
    ...(await signMessage(passcodePepper, webhook, message)),
    "Content-Type": "application/json",
    "User-Agent": "tidemark-webhooks",
  };
  return sendMessage(webhook.url, { headers, body }, ANSWER);
}
