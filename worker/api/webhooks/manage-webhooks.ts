/** Webhooks: created, changed, switched off and deleted by staff; their secrets are shown once. */
import { and, count, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { NewWebhook, Webhook, WebhookChanges } from "#shared/contracts/webhooks.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { ledgerHead } from "./deliveries.ts";
import { webhookDeliveries, webhooks } from "#worker/api/tables/webhooks.ts";
import { MAX_WEBHOOKS, OLD_SECRET_MS } from "#shared/limits/webhooks.ts";

const pending = sql<number>`(SELECT count(*) FROM ${webhookDeliveries}
  WHERE ${webhookDeliveries.webhook_id} = ${webhooks.id} AND ${webhookDeliveries.state} = 'pending')`;

function selectWebhooks(db: Database) {
  return db.select({ ...getTableColumns(webhooks), pending: pending.as("pending") }).from(webhooks);
}

/** Newest first. */
export async function listWebhooks(db: Database, nowMs: number): Promise<Webhook[]> {
  const rows = await selectWebhooks(db)
    .orderBy(desc(webhooks.created_at), desc(webhooks.id))
    .limit(MAX_WEBHOOKS);
  return rows.map((row) => toWebhook(row, nowMs));
}

/** Those of `handles` that belong to no trader. */
export async function unknownTraders(db: Database, handles: readonly string[]): Promise<string[]> {
  if (handles.length === 0) return [];
  const known = await db
    .select({ handle: traders.handle })
    .from(traders)
    .where(inArray(traders.handle, [...handles]));
  return handles.filter((handle) => !known.some((trader) => trader.handle === handle));
}

/** Null if the maximum number exists. The webhook begins with the next ledger entry. */
export async function createWebhook(
  db: Database,
  actor: Actor,
  { url, description, events, traders }: NewWebhook,
): Promise<WebhookRow | null> {
  const id = crypto.randomUUID();
  const row = {
    id,
    url,
    description,
    events: distinct(events),
    traders: distinct(traders),
    secret_version: 1,
    created_at: actor.atMs,
    seq: ledgerHead,
    taken_until: 0,
    resume_at: 0,
  };
  // The rest of an address may hold a token.
  const detail = { host: new URL(url).host, ...detailOf({ description, events, traders }) };
  const others = db.select({ count: count() }).from(webhooks);
  const [, , [made]] = await db.batch([
    insertIf(db, webhooks, row, sql`${others} < ${MAX_WEBHOOKS}`),
    logActIfChanged(db, actor, { action: "webhook_created", target: id, detail }),
    selectWebhooks(db).where(eq(webhooks.id, id)),
  ]);
  return made ?? null;
}

/** Null if there is no such webhook. */
export async function changeWebhook(
  db: Database,
  actor: Actor,
  id: string,
  { is_on: isOn, events, traders: handles, description }: WebhookChanges,
): Promise<Webhook | null> {
  const { atMs } = actor;
  const detail = {
    ...detailOf({ description, events, traders: handles }),
    ...(isOn !== undefined && { is_on: isOn }),
  };
  if (Object.keys(detail).length > 0) {
    const changed = {
      ...(description !== undefined && { description }),
      ...(events && { events: distinct(events) }),
      ...(handles && { traders: distinct(handles) }),
      ...(isOn === true && SWITCHED_ON),
      // For the act below; a webhook that is already off stays as it was.
      ...(isOn === false && offFields("staff", atMs)),
    };
    await db.batch([
      db.update(webhooks).set(changed).where(eq(webhooks.id, id)),
      logActIfChanged(db, actor, { action: "webhook_changed", target: id, detail }),
      ...(isOn === false ? [giveUpPending(db, id)] : []),
    ]);
  }
  const row = await selectWebhooks(db).where(eq(webhooks.id, id)).get();
  return row ? toWebhook(row, atMs) : null;
}

/** It begins with the next ledger entry. */
const SWITCHED_ON = {
  off_since: null,
  off_reason: null,
  resume_at: 0,
  seq: sql`iif(${webhooks.off_since} IS NULL, ${webhooks.seq}, ${ledgerHead})`,
};

function offFields(reason: "staff" | "gone", atMs: number): Record<"off_since" | "off_reason", SQL> {
  return {
    off_since: sql`coalesce(${webhooks.off_since}, ${atMs})`,
    off_reason: sql`coalesce(${webhooks.off_reason}, ${reason})`,
  };
}

function giveUpPending(db: Database, id: string) {
  return db
    .update(webhookDeliveries)
    .set({ state: "failed", next_at: null })
    .where(and(eq(webhookDeliveries.webhook_id, id), eq(webhookDeliveries.state, "pending")));
}

/** Statements that switch off a webhook whose address is gone: waiting deliveries fail, and no further ones are created. */
export function switchOffGone(db: Database, id: string, atMs: number) {
  return [
    db.update(webhooks).set(offFields("gone", atMs)).where(eq(webhooks.id, id)),
    giveUpPending(db, id),
  ] as const;
}

/**
 * Creates a new secret; the previous one also signs for `OLD_SECRET_MS`, older ones no longer. Null if there is no such
 * webhook.
 */
export async function rotateSecret(db: Database, actor: Actor, id: string): Promise<WebhookRow | null> {
  const [, , [row]] = await db.batch([
    db
      .update(webhooks)
      .set({
        secret_version: sql`${webhooks.secret_version} + 1`,
        old_secret_until: actor.atMs + OLD_SECRET_MS,
      })
      .where(eq(webhooks.id, id)),
    logActIfChanged(db, actor, { action: "webhook_secret_rotated", target: id, detail: {} }),
    selectWebhooks(db).where(eq(webhooks.id, id)),
  ]);
  return row ?? null;
}

/** Deletes a webhook with all its deliveries. False if there is no such webhook. */
export async function deleteWebhook(db: Database, actor: Actor, id: string): Promise<boolean> {
  const [deleted] = await db.batch([
    db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id }),
    logActIfChanged(db, actor, { action: "webhook_deleted", target: id, detail: {} }),
  ]);
  return deleted.length === 1;
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

function detailOf({
  description,
  events,
  traders: handles,
}: Pick<WebhookChanges, "description" | "events" | "traders">) {
  return {
    ...(description !== undefined && { description }),
    ...(events && { events: events.join(", ") }),
    ...(handles && { traders: handles.join(", ") }),
  };
}

export type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

export function toWebhook(row: WebhookRow, nowMs: number): Webhook {
  const { id, url, description, off_since: since, off_reason: reason, old_secret_until: until } = row;
  return {
    id,
    url,
    description,
    events: [...row.events],
    traders: [...row.traders],
    created_at: new Date(row.created_at).toISOString(),
    off: since === null || reason === null ? null : { since: new Date(since).toISOString(), reason },
    old_secret_until: until === null || until <= nowMs ? null : new Date(until).toISOString(),
    pending: row.pending,
  };
}
