/** The key of a message, and what the database knows of the message by this key. */
import { and, count, eq, getTableColumns, gt, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { MAX_ALERTS_PER_MINUTE } from "#shared/limits/ingest.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import type { Database } from "#worker/api/database.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { sha256 } from "#worker/http/digests.ts";
import type { Alert } from "./alert.ts";
import { idempotencyKeysOf } from "./idempotency-keys.ts";
import type { KeyTerms } from "./place-alert.ts";
import { ingestEvents, ingestKeys, ingestMessages } from "#worker/api/tables/ingest.ts";

/** A usable key, with the fields that a message needs. */
export interface UsableKey {
  readonly id: string;
  readonly terms: KeyTerms;
  /** The signal that another copy of the message became, or null. */
  readonly knownSignalId: string | null;
  /** Names of fields of its messages, the most recently added first. */
  readonly notUnderstood: readonly string[];
}

/** Hashes of idempotency keys, as in `IdempotencyKeys`. */
export interface HashedKeys {
  readonly own: string;
  readonly all: readonly string[];
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** A message that cannot be parsed matches no other: no message is stored under an empty key. */
export async function hashedKeysOf(
  alert: Alert | null,
  message: Parameters<typeof idempotencyKeysOf>[1],
): Promise<HashedKeys> {
  if (alert === null) return { own: "", all: [], sinceMs: 0, untilMs: 0 };
  const { own, others, sinceMs, untilMs } = idempotencyKeysOf(alert, message);
  const [hash = "", ...hashes] = await Promise.all([own, ...others].map(sha256));
  return { own: hash, all: [hash, ...hashes], sinceMs, untilMs };
}

/** The signal that a copy of the message became; `keyId` is its key's id, by default that of the key in an outer query. */
export function selectKnownSignal(
  db: Database,
  { all, sinceMs, untilMs }: HashedKeys,
  keyId: string | typeof ingestKeys.id = ingestKeys.id,
) {
  return db
    .select({ id: ingestEvents.signal_id })
    .from(ingestEvents)
    .where(
      and(
        eq(ingestEvents.key_id, keyId),
        inArray(ingestEvents.idempotency_key, [...all]),
        gte(ingestEvents.received_at, sinceMs),
        lte(ingestEvents.received_at, untilMs),
      ),
    )
    .limit(1);
}

/** For the key in an outer query: whether its signals of the minute before `atMs`, and its undecided messages, reach its limit. */
export function isExhausted(db: Database, atMs: number): SQL {
  const recent = db
    .select({ at: ingestEvents.received_at })
    .from(ingestEvents)
    .where(and(eq(ingestEvents.key_id, ingestKeys.id), gt(ingestEvents.received_at, atMs - MINUTE_MS)))
    .limit(MAX_ALERTS_PER_MINUTE)
    .as("recent");
  const undecided = db
    .select({ seq: ingestMessages.seq })
    .from(ingestMessages)
    .where(and(eq(ingestMessages.key_id, ingestKeys.id), eq(ingestMessages.state, "received")))
    .limit(MAX_ALERTS_PER_MINUTE)
    .as("undecided");
  const counts = [recent, undecided].map((rows) => sql`${db.select({ count: count() }).from(rows)}`);
  return sql`${sql.join(counts, sql` + `)} >= ${MAX_ALERTS_PER_MINUTE}`;
}

/** Statement for a usable key, by a condition that names it. */
export function selectUsableKey(db: Database, isKey: SQL, keys: HashedKeys) {
  return db
    .select({
      ...getTableColumns(ingestKeys),
      handle: traders.handle,
      known_signal_id: sql<string | null>`${selectKnownSignal(db, keys)}`,
    })
    .from(ingestKeys)
    .innerJoin(traders, eq(traders.id, ingestKeys.trader_id))
    .where(and(isKey, isNull(ingestKeys.revoked_at)));
}

/** Reads the key again, by its id: null if it was revoked meanwhile. */
export async function findKeyAgain(db: Database, id: string, keys: HashedKeys): Promise<UsableKey | null> {
  const row = await selectUsableKey(db, eq(ingestKeys.id, id), keys).get();
  return row ? toUsableKey(row) : null;
}

export function toUsableKey(row: Awaited<ReturnType<typeof selectUsableKey>>[number]): UsableKey {
  return {
    id: row.id,
    knownSignalId: row.known_signal_id,
    notUnderstood: row.not_understood,
    terms: {
      trader: row.handle,
      payout: row.payout / PAYOUT_STEPS_PER_UNIT,
      entryDelaySeconds: row.entry_delay,
      lifeSeconds: row.life,
      minPayout: row.min_payout / PAYOUT_STEPS_PER_UNIT,
      maxPayout: row.max_payout / PAYOUT_STEPS_PER_UNIT,
      minLifeSeconds: row.min_life,
      maxLifeSeconds: row.max_life,
      assets: row.assets,
      takesConfidence: row.takes_confidence,
    },
  };
}
