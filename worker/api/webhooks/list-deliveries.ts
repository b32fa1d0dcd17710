/** Lists deliveries for staff, and sends them again. */
import { and, desc, eq, exists, isNull, lt } from "drizzle-orm";
import type { DeliveryState, WebhookDelivery, WebhookDeliveryPage } from "#shared/contracts/webhooks.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import { webhookDeliveries, webhooks } from "#worker/api/tables/webhooks.ts";

interface DeliverySelection {
  /** Id of a webhook, if only its deliveries are asked for. */
  readonly webhook?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/**
 * Header `webhook-id`: the same for each attempt of one event to one webhook. It has no full stop, because the signed text
 * uses it as separator.
 */
export function messageId(
  webhookId: string,
  { seq, ledger_seq: ledgerSeq }: { readonly seq: number; readonly ledger_seq: number | null },
): string {
  return ledgerSeq === null ? `${webhookId}_test_${seq}` : `${webhookId}_${ledgerSeq}`;
}

function selectShown(db: Database) {
  return db
    .select({
      seq: webhookDeliveries.seq,
      ledger_seq: webhookDeliveries.ledger_seq,
      webhook: { id: webhooks.id, description: webhooks.description },
      type: webhookDeliveries.type,
      signal_id: webhookDeliveries.signal_id,
      at: webhookDeliveries.at,
      state: webhookDeliveries.state,
      attempts: webhookDeliveries.attempts,
      attempted_at: webhookDeliveries.attempted_at,
      next_at: webhookDeliveries.next_at,
      status: webhookDeliveries.status,
      words: webhookDeliveries.words,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhook_id));
}

/** Statement for deliveries before `cursor`, newest first. */
export function selectDeliveries(
  db: Database,
  { webhook, state, cursor = Number.MAX_SAFE_INTEGER, limit }: DeliverySelection,
) {
  return selectShown(db)
    .where(
      and(
        lt(webhookDeliveries.seq, cursor),
        webhook === undefined ? undefined : eq(webhookDeliveries.webhook_id, webhook),
        state === undefined ? undefined : eq(webhookDeliveries.state, state),
      ),
    )
    .orderBy(desc(webhookDeliveries.seq))
    .limit(limit);
}

export async function listDeliveries(
  db: Database,
  selection: DeliverySelection,
): Promise<WebhookDeliveryPage> {
  const { limit } = selection;
  const rows = await selectDeliveries(db, { ...selection, limit: limit + 1 });
  const deliveries = rows.slice(0, limit).map(toDelivery);
  const last = deliveries.at(-1);
  return { results: deliveries, next: rows.length > limit && last ? String(last.id) : null };
}

/** Null if there is no such webhook, or if it is off. */
export async function createTest(
  db: Database,
  actor: Actor,
  webhookId: string,
): Promise<WebhookDelivery | null> {
  const { atMs } = actor;
  const isOn = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.off_since)));
  const row = {
    webhook_id: webhookId,
    type: "webhook.test" as const,
    at: atMs,
    created_at: atMs,
    state: "pending" as const,
    attempts: 0,
    next_at: atMs,
  };
  const [[made]] = await db.batch([
    insertIf(db, webhookDeliveries, row, exists(isOn)).returning({ seq: webhookDeliveries.seq }),
    logActIfChanged(db, actor, { action: "webhook_tested", target: webhookId, detail: {} }),
  ]);
  return made ? readDelivery(db, made.seq) : null;
}

/**
 * Sends a delivery again, with all its attempts and the same `webhook-id`. Null if there is no such delivery, `off` if its
 * webhook is off.
 */
export async function sendAgain(
  db: Database,
  actor: Actor,
  seq: number,
): Promise<WebhookDelivery | "off" | null> {
  const known = await readDelivery(db, seq);
  if (known === null) return null;
  const isOn = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookDeliveries.webhook_id), isNull(webhooks.off_since)));
  const act = {
    action: "webhook_sent_again",
    target: known.webhook.id,
    detail: { message_id: known.message_id },
  } as const;
  const [changed] = await db.batch([
    db
      .update(webhookDeliveries)
      .set({ state: "pending", attempts: 0, next_at: actor.atMs })
      .where(and(eq(webhookDeliveries.seq, seq), exists(isOn)))
      .returning({ seq: webhookDeliveries.seq }),
    logActIfChanged(db, actor, act),
  ]);
  return changed.length === 0 ? "off" : readDelivery(db, seq);
}

async function readDelivery(db: Database, seq: number): Promise<WebhookDelivery | null> {
  const row = await selectShown(db).where(eq(webhookDeliveries.seq, seq)).get();
  return row ? toDelivery(row) : null;
}

function toDelivery({
  seq,
  ledger_seq,
  at,
  attempted_at,
  next_at,
  ...delivery
}: Awaited<ReturnType<typeof selectShown>>[number]): WebhookDelivery {
  const isoTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return {
    ...delivery,
    id: seq,
    message_id: messageId(delivery.webhook.id, { seq, ledger_seq }),
    at: new Date(at).toISOString(),
    attempted_at: isoTime(attempted_at),
    next_at: isoTime(next_at),
  };
}
