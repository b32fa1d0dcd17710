/** What the embedded API needs before it can serve: its database, at the newest schema, and its secrets. */
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { clockBreach, entryTimeOf } from "#shared/record/record-rules.ts";
import { isHead } from "./ledger/index.ts";
import { detailsOfChecks, heldLastNight } from "./ledger/report-checks.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { detailsOfWitnesses, isUncontested, missingLogKey } from "./transparency-log/index.ts";
import type { LogDependencies } from "./transparency-log/log-config.ts";
import { detailsOfWaits } from "./prices/price-waits.ts";
import { missingSecret } from "./session/index.ts";
import { isMissingTable } from "./storage-fault.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";

type Dependencies = Omit<LogDependencies, "log"> & Parameters<typeof missingSecret>[0];

/** By name, as `/readyz` reports them. A check that rejects counts as failed. */
export function apiReadiness({ db, logConfig, logKeys, now, passcodePepper, signingKeys }: Dependencies) {
  return {
    upstream: async () => (await db.get(sql`SELECT 1 AS one`)) !== undefined,
    schema: () => hasSchema(db),
    clock: () => isClockRight(db, now()),
    record: () => heldLastNight(db, now()),
    witnesses: () => isUncontested({ db, logConfig, now }),
    secrets: async () =>
      missingSecret({ passcodePepper, signingKeys }) === null && (await missingLogKey(logKeys)) === null,
  };
}

/** What an operator should know, whether or not the site is ready. */
export async function apiDetails({ db, logConfig, now }: Dependencies): Promise<readonly string[]> {
  return [
    ...(await detailsOfWitnesses({ db, logConfig, now })),
    ...(await detailsOfWaits(db)),
    ...(await detailsOfChecks(db, now())),
  ];
}

/** Whether this server's clock is right enough to write: see `commitToLedger`. */
async function isClockRight(db: Database, clockMs: number): Promise<boolean> {
  const { headMs, databaseMs } = await db.get<{ headMs: number; databaseMs: number }>(
    sql`SELECT coalesce((SELECT at FROM ${ledger} WHERE ${isHead}), 0) AS headMs, unixepoch('subsec') * 1000 AS databaseMs`,
  );
  return (
    clockBreach(entryTimeOf(clockMs, headMs)) === null && Math.abs(clockMs - databaseMs) <= MAX_CLOCK_LAG_MS
  );
}

/** The schema that this code was written for: the newest file in `worker/api/migrations`. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

/** Tables; a test compares the list with the migrations. */
export const TABLES: readonly string[] = [
  "accounts",
  "audit_log",
  "checked_states",
  "follows",
  "former_trader_names",
  "idempotency_keys",
  "ingest_events",
  "ingest_keys",
  "ingest_messages",
  "invites",
  "languages",
  "ledger",
  "log_checkpoints",
  "log_tiles",
  "log_witnesses",
  "notification_settings",
  "passkeys",
  "price_outages",
  "price_waits",
  "push_pages",
  "push_progress",
  "push_subscriptions",
  "quotes",
  "record_checks",
  "session_tokens",
  "sessions",
  "signals",
  "spent_challenges",
  "totals",
  "trader_equity",
  "traders",
  "web_vitals",
  "webhook_deliveries",
  "webhooks",
  "witnessed_signals",
  "witnessed_traders",
];

/** Triggers that guard the record and the log, and end subscriptions; a test compares the list with the migrations. */
export const TRIGGERS: readonly string[] = [
  "audit_log_refuses_delete",
  "audit_log_refuses_replace",
  "audit_log_refuses_update",
  "former_trader_names_are_only_erased",
  "former_trader_names_refuse_delete",
  "ingest_keys_publish_so_many",
  "ledger_adds_to_quotes",
  "ledger_follows_its_head",
  "ledger_refuses_delete",
  "ledger_refuses_update",
  "log_checkpoints_are_of_the_log",
  "log_checkpoints_keep_the_first",
  "log_checkpoints_refuse_delete",
  "log_checkpoints_witness_signals",
  "log_tiles_begin_in_order",
  "log_tiles_only_grow",
  "log_tiles_refuse_delete",
  "push_subscriptions_end_with_a_passcode",
  "push_subscriptions_end_with_a_passkey",
  "push_subscriptions_end_with_their_session",
  "quotes_keep_their_price",
  "quotes_refuse_delete",
  "quotes_refuse_update",
  "signals_are_late_by_their_prices",
  "signals_are_published_once",
  "signals_are_settled_once",
  "signals_end_by_their_entry",
  "signals_keep_their_confidence",
  "signals_keep_their_otc_mark",
  "signals_keep_their_prices",
  "signals_keep_their_stakes",
  "signals_refuse_delete",
  "signals_say_what_was_published",
  "signals_wait_no_longer",
  "totals_are_one_row",
  "totals_follow_the_entries",
  "totals_refuse_delete",
  "trader_equity_follows_on_insert",
  "trader_equity_follows_on_update",
  "trader_equity_refuses_delete",
  "traders_follow_their_entries",
  "traders_join_by_an_entry",
  "traders_keep_their_handle",
  "traders_refuse_delete",
  "witnessed_signals_are_counted",
  "witnessed_signals_follow_the_log",
  "witnessed_signals_refuse_delete",
  "witnessed_signals_refuse_update",
  "witnessed_traders_refuse_delete",
];

/**
 * True if that migration has been applied and every table and trigger exists, or if a later one has been applied: a rolled-back worker
 * works on the newer schema. Rejects if the database does not answer or was never migrated. The table is wrangler's own.
 */
async function hasSchema(db: Database): Promise<boolean> {
  const later = sql`SELECT 1 FROM d1_migrations WHERE name > ${NEWEST_MIGRATION}`;
  const needed = [
    ...TABLES.map((name) => ({ type: "table", name })),
    ...TRIGGERS.map((name) => ({ type: "trigger", name })),
  ];
  const missing = sql`SELECT value ->> 'type', value ->> 'name' FROM json_each(${JSON.stringify(needed)})
    EXCEPT SELECT type, name FROM sqlite_master`;
  const row = await db.get(
    sql`SELECT 1 AS one FROM d1_migrations WHERE name = ${NEWEST_MIGRATION}
      AND (NOT EXISTS (${missing}) OR EXISTS (${later}))`,
  );
  return row !== undefined;
}

/** Whether the database has this version's migrations; true if it does not answer: it may well have them. */
export async function isMigrated(db: Database): Promise<boolean> {
  try {
    return (
      (await db.get(sql`SELECT 1 AS one FROM d1_migrations WHERE name = ${NEWEST_MIGRATION}`)) !== undefined
    );
  } catch (error) {
    return !isMissingTable(error);
  }
}
