/** Keys that machines post with: created and revoked by staff, shown once, stored as a hash. */
import { and, desc, eq, exists, getTableColumns, isNull, sql } from "drizzle-orm";
import { base64url } from "jose";
import {
  type CreatedIngestKey,
  entryDelayFor,
  type IngestKey,
  type NewIngestKey,
} from "#shared/contracts/ingest-keys.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import { traders } from "#worker/api/tables/traders.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { readLeads } from "#worker/api/signals/index.ts";
import { sha256 } from "#worker/http/digests.ts";
import { SECRET_PREFIXES } from "#worker/http/without-secrets.ts";
import { ingestKeys } from "#worker/api/tables/ingest.ts";
import { MAX_LISTED_KEYS } from "#shared/limits/ingest.ts";

const KEY_BYTES = 32;

/** What `toIngestKey` takes, for `select` from keys joined with their traders. */
const keyFields = { ...getTableColumns(ingestKeys), handle: traders.handle };

function selectKeys(db: Database) {
  return db.select(keyFields).from(ingestKeys).innerJoin(traders, eq(traders.id, ingestKeys.trader_id));
}

/** Statement for the newest keys. CROSS JOIN, because SQLite would otherwise begin with the traders and sort. */
export function selectNewestKeys(db: Database) {
  return db
    .select(keyFields)
    .from(ingestKeys)
    .crossJoin(traders)
    .where(eq(traders.id, ingestKeys.trader_id))
    .orderBy(desc(ingestKeys.created_at), desc(ingestKeys.id))
    .limit(MAX_LISTED_KEYS);
}

/** Newest first, revoked ones included. */
export async function listIngestKeys(db: Database): Promise<IngestKey[]> {
  return (await selectNewestKeys(db)).map(toIngestKey);
}

export type KeyCreation =
  | { readonly ok: true; readonly key: CreatedIngestKey }
  | { readonly ok: false; readonly code: "trader_not_found" | "trader_retired" };

/** The answer holds the key, which is not shown again. */
export async function createIngestKey(
  { db, priceConfig }: Pick<IngestDependencies, "db" | "priceConfig">,
  actor: Actor,
  { trader, label, ...terms }: NewIngestKey,
): Promise<KeyCreation> {
  const id = crypto.randomUUID();
  const key = SECRET_PREFIXES.ingestKey + base64url.encode(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  const act = { action: "ingest_key_created", target: id, detail: { trader, label } } as const;
  const named = eq(traders.handle, trader);
  const active = db
    .select({ id: traders.id })
    .from(traders)
    .where(and(named, isNull(traders.retired_at)));
  const row = {
    id,
    key_hash: await sha256(key),
    trader_id: sql`${active}`,
    label,
    payout: stepsOf(terms.payout),
    entry_delay: terms.entry_delay_seconds ?? entryDelayFor(await readLeads(db, priceConfig), terms.assets),
    life: terms.life_seconds,
    min_payout: stepsOf(terms.min_payout),
    max_payout: stepsOf(terms.max_payout),
    min_life: terms.min_life_seconds,
    max_life: terms.max_life_seconds,
    assets: [...new Set(terms.assets)],
    takes_confidence: terms.takes_confidence,
    created_at: actor.atMs,
  };
  const [, , [made], known] = await db.batch([
    insertIf(db, ingestKeys, row, exists(active)),
    logActIfChanged(db, actor, act),
    selectKeys(db).where(eq(ingestKeys.id, id)),
    db.select({ id: traders.id }).from(traders).where(named),
  ]);
  if (made) return { ok: true, key: { ...toIngestKey(made), key, path: `/api/hooks/${key}/` } };
  return { ok: false, code: known.length === 0 ? "trader_not_found" : "trader_retired" };
}

/** False if there is no such key. Revoking it again has no further effect and is logged once. */
export async function revokeIngestKey(db: Database, actor: Actor, id: string): Promise<boolean> {
  const act = { action: "ingest_key_revoked", target: id, detail: {} } as const;
  const [, , known] = await db.batch([
    db
      .update(ingestKeys)
      .set({ revoked_at: actor.atMs })
      .where(and(eq(ingestKeys.id, id), isNull(ingestKeys.revoked_at))),
    logActIfChanged(db, actor, act),
    db.select({ id: ingestKeys.id }).from(ingestKeys).where(eq(ingestKeys.id, id)),
  ]);
  return known.length === 1;
}

function stepsOf(payout: number): number {
  return Math.round(payout * PAYOUT_STEPS_PER_UNIT);
}

function toIngestKey(key: Awaited<ReturnType<typeof selectKeys>>[number]): IngestKey {
  const isoTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return {
    id: key.id,
    trader: key.handle,
    label: key.label,
    payout: key.payout / PAYOUT_STEPS_PER_UNIT,
    entry_delay_seconds: key.entry_delay,
    life_seconds: key.life,
    min_payout: key.min_payout / PAYOUT_STEPS_PER_UNIT,
    max_payout: key.max_payout / PAYOUT_STEPS_PER_UNIT,
    min_life_seconds: key.min_life,
    max_life_seconds: key.max_life,
    assets: key.assets,
    takes_confidence: key.takes_confidence,
    created_at: new Date(key.created_at).toISOString(),
    last_used_at: isoTime(key.last_used_at),
    revoked_at: isoTime(key.revoked_at),
    not_understood: key.not_understood,
  };
}
