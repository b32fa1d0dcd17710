/** Keys that machines post by: made and revoked by staff, shown once, stored as a hash. */
import { base64url } from "jose";
import * as v from "valibot";
import {
  type CreatedIngestKey,
  type IngestKey,
  MAX_ALERTS_PER_MINUTE,
  type NewIngestKey,
} from "#shared/contracts/hooks.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/contracts/signals.ts";
import { type Actor, logActIfChanged } from "#worker/api/admin/index.ts";
import { sha256 } from "#worker/http/sha256.ts";
import type { AlertDefaults } from "./place-alert.ts";

const KEY_BYTES = 32;
/** Known by its beginning wherever one is leaked. */
const KEY_PREFIX = "tmk_";
const MAX_LISTED_KEYS = 500;

const IngestKeyRow = v.object({
  id: v.string(),
  handle: v.string(),
  label: v.string(),
  payout: v.number(),
  entry_delay: v.number(),
  life: v.number(),
  created_at: v.number(),
  last_used_at: v.nullable(v.number()),
  revoked_at: v.nullable(v.number()),
  not_understood: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
});

const COLUMNS =
  "ingest_keys.id, handle, label, payout, entry_delay, life, created_at, last_used_at, revoked_at, not_understood";
const FROM = "FROM ingest_keys CROSS JOIN traders ON traders.id = ingest_keys.trader_id";

export const SELECT_KEYS = `SELECT ${COLUMNS} FROM ingest_keys INDEXED BY ingest_keys_by_time
  CROSS JOIN traders ON traders.id = ingest_keys.trader_id
  ORDER BY created_at DESC, ingest_keys.id DESC LIMIT ${MAX_LISTED_KEYS}`;

/** Newest first, revoked ones included. */
export async function listIngestKeys(db: D1Database): Promise<IngestKey[]> {
  const { results } = await db.prepare(SELECT_KEYS).all();
  return results.map(toIngestKey);
}

export type KeyCreation =
  | { readonly ok: true; readonly key: CreatedIngestKey }
  | { readonly ok: false; readonly code: "trader_not_found" | "trader_retired" };

/** The answer holds the key, which cannot be had again. */
export async function createIngestKey(
  db: D1Database,
  actor: Actor,
  { trader, label, payout, entry_delay_seconds, life_seconds }: NewIngestKey,
): Promise<KeyCreation> {
  const id = crypto.randomUUID();
  const key = KEY_PREFIX + base64url.encode(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  const act = { action: "ingest_key_created", target: id, detail: { trader, label } } as const;
  const steps = Math.round(payout * PAYOUT_STEPS_PER_UNIT);
  const [, , made, known] = await db.batch([
    db
      .prepare(
        `INSERT INTO ingest_keys (id, key_hash, trader_id, label, payout, entry_delay, life, created_at)
         SELECT ?1, ?2, id, ?4, ?5, ?6, ?7, ?8 FROM traders WHERE handle = ?3 AND retired_at IS NULL`,
      )
      .bind(id, await sha256(key), trader, label, steps, entry_delay_seconds, life_seconds, actor.atMs),
    logActIfChanged(db, actor, act),
    db.prepare(`SELECT ${COLUMNS} ${FROM} WHERE ingest_keys.id = ?1`).bind(id),
    db.prepare("SELECT 1 FROM traders WHERE handle = ?1").bind(trader),
  ]);
  const [row] = made?.results ?? [];
  if (row !== undefined) return { ok: true, key: { ...toIngestKey(row), key, path: `/api/hooks/${key}/` } };
  return { ok: false, code: known?.results.length === 0 ? "trader_not_found" : "trader_retired" };
}

/** False where there is no such key; again is the same as once and is logged once. */
export async function revokeIngestKey(db: D1Database, actor: Actor, id: string): Promise<boolean> {
  const act = { action: "ingest_key_revoked", target: id, detail: {} } as const;
  const [, , known] = await db.batch([
    db
      .prepare("UPDATE ingest_keys SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL")
      .bind(id, actor.atMs),
    logActIfChanged(db, actor, act),
    db.prepare("SELECT 1 FROM ingest_keys WHERE id = ?1").bind(id),
  ]);
  return known?.results.length === 1;
}

/** A key that serves, as a message needs it. */
export interface UsableKey {
  readonly id: string;
  readonly defaults: AlertDefaults;
  /** The signal that an earlier copy of the message became, or null. */
  readonly earlierSignalId: string | null;
  /** Names of fields of its messages, the last new one first. */
  readonly notUnderstood: readonly string[];
  /** It published as many signals within the last minute as it may. */
  readonly isExhausted: boolean;
}

/** Hashes of idempotency keys, as in `IdempotencyKeys`. */
export interface HashedKeys {
  readonly own: string;
  readonly earlier: string;
  readonly sinceMs: number;
}

const UsableKeyRow = v.object({
  ...IngestKeyRow.entries,
  earlier_signal_id: v.nullable(v.string()),
  recent: v.number(),
});

/** `?1` key hash, `?2` and `?3` idempotency keys, `?4` since when, `?5` a minute ago. */
export const SELECT_USABLE_KEY = `SELECT ${COLUMNS}, (
    SELECT signal_id FROM ingest_events WHERE ingest_events.key_id = ingest_keys.id
      AND idempotency_key IN (?2, ?3) AND received_at >= ?4 LIMIT 1) AS earlier_signal_id, (
    SELECT count(*) FROM (SELECT 1 FROM ingest_events INDEXED BY ingest_events_by_time
      WHERE ingest_events.key_id = ingest_keys.id AND received_at > ?5 LIMIT ${MAX_ALERTS_PER_MINUTE})) AS recent
  ${FROM} WHERE key_hash = ?1 AND revoked_at IS NULL`;

/** Null where no key is called that, or it was revoked. One query. */
export async function findUsableKey(
  db: D1Database,
  { key, receivedAtMs }: { readonly key: string; readonly receivedAtMs: number },
  { own, earlier, sinceMs }: HashedKeys,
): Promise<UsableKey | null> {
  const found = await db
    .prepare(SELECT_USABLE_KEY)
    .bind(await sha256(key), own, earlier, sinceMs, receivedAtMs - 60_000)
    .first();
  if (found === null) return null;
  const row = v.parse(UsableKeyRow, found);
  return {
    id: row.id,
    earlierSignalId: row.earlier_signal_id,
    notUnderstood: row.not_understood,
    isExhausted: row.recent >= MAX_ALERTS_PER_MINUTE,
    defaults: {
      trader: row.handle,
      payout: row.payout / PAYOUT_STEPS_PER_UNIT,
      entryDelaySeconds: row.entry_delay,
      lifeSeconds: row.life,
    },
  };
}

function toIngestKey(row: unknown): IngestKey {
  const key = v.parse(IngestKeyRow, row);
  const isoTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
  return {
    id: key.id,
    trader: key.handle,
    label: key.label,
    payout: key.payout / PAYOUT_STEPS_PER_UNIT,
    entry_delay_seconds: key.entry_delay,
    life_seconds: key.life,
    created_at: new Date(key.created_at).toISOString(),
    last_used_at: isoTime(key.last_used_at),
    revoked_at: isoTime(key.revoked_at),
    not_understood: key.not_understood,
  };
}
