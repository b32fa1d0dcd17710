/** Stores the result of an attempt: the delivery is done, waits for another attempt, or is given up. */
import { and, eq, isNull } from "drizzle-orm";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type Attempt, isDelivered } from "#worker/http/send-message.ts";
import type { Due } from "./deliveries.ts";
import { switchOffGone } from "./manage-webhooks.ts";
import { webhookDeliveries, webhooks } from "./tables.ts";
import { MAX_WEBHOOK_PAUSE_MS, WEBHOOK_RETRY_SECONDS } from "#shared/limits/webhooks.ts";

/**
 * False if nothing more is sent to the webhook in this run: staff have deleted it or switched it off, its address is gone,
 * or it asks for a pause.
 */
export async function noteAttempt(
  { db, now, log }: Pick<ApiDependencies, "db" | "now" | "log">,
  { seq, attempts, webhook }: Due,
  attempt: Attempt,
): Promise<boolean> {
  const { status, words, pauseMs } = attempt;
  const atMs = now();
  const isDelivery = eq(webhookDeliveries.seq, seq);
  const noted = { attempts: attempts + 1, attempted_at: atMs, status, words };
  const isWebhook = eq(webhooks.id, webhook.id);
  const selectOn = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isWebhook, isNull(webhooks.off_since)));
  if (isDelivered(attempt)) {
    const [on] = await db.batch([
      selectOn,
      db
        .update(webhookDeliveries)
        .set({ ...noted, state: "delivered", next_at: null })
        .where(isDelivery),
    ]);
    return on.length === 1;
  }
  const waitSeconds = WEBHOOK_RETRY_SECONDS[attempts];
  const isGone = status === 410;
  const isOver = waitSeconds === undefined || isGone;
  if (isOver) log({ level: "warn", event: "webhook_message_failed", webhook: webhook.id, seq, status });
  const pause = pauseMs === null ? 0 : Math.min(pauseMs, MAX_WEBHOOK_PAUSE_MS);
  const nextMs = atMs + Math.max(pause, (waitSeconds ?? 0) * 1000 * (1 + Math.random() / 5));
  const note = db
    .update(webhookDeliveries)
    .set({
      ...noted,
      state: isOver ? "failed" : "pending",
      next_at: isOver ? null : Math.ceil(nextMs),
    })
    // Staff may have switched it off meanwhile.
    .where(and(isDelivery, eq(webhookDeliveries.state, "pending")));
  if (isGone) await db.batch([note, ...switchOffGone(db, webhook.id, atMs)]);
  else if (pause > 0) {
    await db.batch([
      note,
      db
        .update(webhooks)
        .set({ resume_at: atMs + pause })
        .where(isWebhook),
    ]);
  } else {
    const [on] = await db.batch([selectOn, note]);
    return on.length === 1;
  }
  return false;
}
