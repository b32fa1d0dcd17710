/** How signals arrive by machine: keys, messages that became signals, and messages that were refused. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ALERT_PROBLEM_CODES } from "#shared/contracts/hooks.ts";
import { traders } from "#worker/api/traders/tables.ts";

/** Addresses that machines post signals to, each for one trader. */
export const ingestKeys = sqliteTable(
  "ingest_keys",
  {
    id: text().primaryKey(),
    /** SHA-256 of the key, which is shown once and never stored. */
    key_hash: text().notNull().unique(),
    trader_id: integer()
      .notNull()
      .references(() => traders.id),
    label: text().notNull(),
    /** What a message leaves unsaid: payout in ten-thousandths of the stake, and times in seconds. */
    payout: integer().notNull(),
    entry_delay: integer().notNull(),
    life: integer().notNull(),
    created_at: integer().notNull(),
    last_used_at: integer(),
    revoked_at: integer(),
    /** Names of fields that were passed over because no known template has them. */
    not_understood: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  },
  (table) => [index("ingest_keys_by_time").on(table.created_at, table.id)],
);

/** Messages that became signals, written in the transaction that published them: a repeated one collides here. */
export const ingestEvents = sqliteTable(
  "ingest_events",
  {
    key_id: text()
      .notNull()
      .references(() => ingestKeys.id),
    idempotency_key: text().notNull(),
    signal_id: text().notNull(),
    /** Clock of the sender where the message says it. */
    sent_at: integer(),
    received_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key_id, table.idempotency_key] }),
    index("ingest_events_by_time").on(table.key_id, table.received_at),
  ],
);

/** Messages that were refused: the newest of each key (MAX_INGEST_FAILURES in shared/contracts/hooks.ts). */
export const ingestFailures = sqliteTable(
  "ingest_failures",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    key_id: text()
      .notNull()
      .references(() => ingestKeys.id),
    received_at: integer().notNull(),
    code: text({ enum: ALERT_PROBLEM_CODES }).notNull(),
    detail: text().notNull(),
    /** Beginning of the message without anything that is named like a secret. */
    excerpt: text().notNull(),
    request_id: text().notNull(),
  },
  (table) => [index("ingest_failures_by_key").on(table.key_id)],
);
