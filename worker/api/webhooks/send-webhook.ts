/**
 * Sends what is due to one webhook. At least once: if a run breaks off after an answer and before its result is stored, the
 * message is sent again, with the same `webhook-id`.
 */
import { and, eq, exists, inArray, isNull, lt, lte, or, type SQL } from "drizzle-orm";
import type { WebhookMessage } from "#shared/contracts/webhooks.ts";
import type { Database } from "#worker/api/database.ts";
import type { BaseDependencies, Delivery } from "#worker/api/dependencies.ts";
import { problemOfOutsideUrl } from "#worker/api/outside-url.ts";
import { signalFields, toSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { type Attempt, isDelivered, sendMessage } from "#worker/http/send-message.ts";
import { messageId } from "./list-deliveries.ts";
import { type Due, ledgerHead, makeDeliveries } from "./deliveries.ts";
import { switchOffGone } from "./manage-webhooks.ts";
import { signMessage } from "./signature.ts";
import { webhookDeliveries, webhooks } from "#worker/api/tables/webhooks.ts";
import { MAX_PAUSE_MS, WEBHOOK_RETRY_SECONDS } from "#shared/limits/deliveries.ts";
import {
  MAX_WEBHOOK_ANSWER_BYTES,
  MAX_WEBHOOK_FAILURES,
  WEBHOOK_ANSWER_MS,
  WEBHOOK_MESSAGES,
} from "#shared/limits/webhooks.ts";

export interface WebhookDependencies extends BaseDependencies {
  readonly deliveries: Queue<Delivery>;
  readonly passcodePepper: string;
  /** Addresses on the own machine are allowed. */
  readonly isLocal: boolean;
}

const ANSWER = { timeoutMs: WEBHOOK_ANSWER_MS, maxBytes: MAX_WEBHOOK_ANSWER_BYTES };

/** About as long as a run can last: its messages are sent one after the other, each within the timeout. */
const RUN_MS = WEBHOOK_MESSAGES * WEBHOOK_ANSWER_MS;

/** Deliveries read at a time; changes by staff take effect with the next page. */
const PAGE = 10;

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

/** Gives each webhook that has something to send to the queue: after each commit, and each minute. */
export async function announceToWebhooks({
  db,
  deliveries,
  now,
}: Pick<WebhookDependencies, "db" | "deliveries" | "now">): Promise<void> {
  const due = await selectWebhooksDue(db, now());
  if (due.length > 0) await deliveries.sendBatch(due.map(({ id }) => ({ body: { webhook: id } })));
}

/**
 * Only one run at a time sends to a webhook, so that each message goes out once and in order; another one does nothing. What is
 * left, or has to wait, is given to the queue again.
 */
export async function sendWebhook(deps: WebhookDependencies, webhookId: string): Promise<void> {
  const { db, now } = deps;
  const takenUntil = now() + RUN_MS;
  const isWebhook = eq(webhooks.id, webhookId);
  const taken = await db
    .update(webhooks)
    .set({ taken_until: takenUntil })
    .where(and(isWebhook, isFree(now())))
    .returning({ id: webhooks.id });
  if (taken.length === 0) return;
  let waitMs: number | null;
  try {
    waitMs = await sendInOrder(deps, webhookId);
  } finally {
    await db
      .update(webhooks)
      .set({ taken_until: 0 })
      .where(and(isWebhook, eq(webhooks.taken_until, takenUntil)));
  }
  if (waitMs === null) {
    // Commits during the last statements found the webhook reserved.
    const due = await selectWebhooksDue(db, now());
    if (!due.some(({ id }) => id === webhookId)) return;
  }
  await deps.deliveries.send({ webhook: webhookId }, { delaySeconds: Math.ceil((waitMs ?? 0) / 1000) });
}

/** How long the remaining deliveries have to wait, in milliseconds; null if none remain. */
async function sendInOrder(deps: WebhookDependencies, webhookId: string): Promise<number | null> {
  let messages = 0;
  let failures = 0;
  let waitMs: number | null = null;
  for (;;) {
    const { due, isBehind } = await makeDeliveries(deps.db, webhookId, deps.now(), PAGE);
    if (due.length === 0 && !isBehind) return waitMs;
    for (const { delivery, body } of await withBodies(deps.db, due)) {
      if (messages >= WEBHOOK_MESSAGES) return 0;
      const attempt = await tryToSend(deps, delivery, body);
      messages += 1;
      failures = isDelivered(attempt) ? 0 : failures + 1;
      const noted = await noteAttempt(deps, delivery, attempt);
      if (noted.waitMs !== null) waitMs = Math.min(waitMs ?? noted.waitMs, noted.waitMs);
      // If the receiver does not answer, the other messages are not tried now.
      if (!noted.goesOn || attempt.status === null || failures >= MAX_WEBHOOK_FAILURES) return waitMs;
    }
  }
}

/**
 * Stores the result of an attempt: the delivery is done, waits for another attempt, or is given up. `goesOn` is false if nothing
 * more is sent to the webhook now: staff have deleted it or switched it off, its address is gone, or it asks for a pause.
 */
async function noteAttempt(
  { db, now, log }: WebhookDependencies,
  { seq, attempts, webhook }: Due,
  attempt: Attempt,
): Promise<{ readonly goesOn: boolean; readonly waitMs: number | null }> {
  const { status, words, pauseMs } = attempt;
  const atMs = now();
  const isWebhook = eq(webhooks.id, webhook.id);
  const selectOn = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isWebhook, isNull(webhooks.off_since)));
  const isDone = isDelivered(attempt);
  const isGone = status === 410;
  const retrySeconds = WEBHOOK_RETRY_SECONDS[attempts];
  const isOver = !isDone && (isGone || retrySeconds === undefined);
  if (isOver) log({ level: "warn", event: "webhook_message_failed", webhook: webhook.id, seq, status });
  const pause = isDone ? 0 : Math.min(pauseMs ?? 0, MAX_PAUSE_MS);
  const waitMs = Math.ceil(Math.max(pause, (retrySeconds ?? 0) * 1000 * (1 + Math.random() / 5)));
  const isWaiting = !isDone && !isOver;
  const isDelivery = eq(webhookDeliveries.seq, seq);
  const [on] = await db.batch([
    selectOn,
    db
      .update(webhookDeliveries)
      .set({
        attempts: attempts + 1,
        attempted_at: atMs,
        status,
        words,
        state: isDone ? "delivered" : isOver ? "failed" : "pending",
        next_at: isWaiting ? atMs + waitMs : null,
      })
      // Staff may have switched it off meanwhile: only a success is still stored.
      .where(isDone ? isDelivery : and(isDelivery, eq(webhookDeliveries.state, "pending"))),
    ...(isGone ? switchOffGone(db, webhook.id, atMs) : []),
    ...(pause > 0
      ? [
          db
            .update(webhooks)
            .set({ resume_at: atMs + pause })
            .where(isWebhook),
        ]
      : []),
  ]);
  const goesOn = on.length === 1 && !isGone && pause === 0;
  return { goesOn, waitMs: isWaiting ? waitMs : null };
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
  { now, passcodePepper, isLocal }: WebhookDependencies,
  delivery: Due,
  body: string,
): Promise<Attempt> {
  const { webhook } = delivery;
  const problem = problemOfOutsideUrl(webhook.url, isLocal);
  if (problem !== null)
    return { status: null, words: `nothing was sent: its address ${problem}`, pauseMs: null };
  const message = { id: messageId(webhook.id, delivery), body, atMs: now() };
  const headers = {
    ...(await signMessage(passcodePepper, webhook, message)),
    "Content-Type": "application/json",
    "User-Agent": "tidemark-webhooks",
  };
  return sendMessage(webhook.url, { headers, body }, ANSWER);
}
