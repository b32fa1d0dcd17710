/** How signals arrive by machine: keys, their messages, and the idempotency keys of these. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ALERT_PROBLEM_CODES, MESSAGE_STATES } from "#shared/contracts/ingest-messages.ts";
import { traders } from "./traders.ts";

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
    /** Defaults for its messages: payout in ten-thousandths of the stake, and times in seconds. */
    payout: integer().notNull(),
    entry_delay: integer().notNull(),
    life: integer().notNull(),
    created_at: integer().notNull(),
    last_used_at: integer(),
    revoked_at: integer(),
    /** Names of fields that were ignored because no known template has them. */
    not_understood: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Limits for its signals: payout and time from entry to expiry, in the units of `payout` and `life`. */
    min_payout: integer().notNull(),
    max_payout: integer().notNull(),
    min_life: integer().notNull(),
    max_life: integer().notNull(),
    /** The assets its signals may be on; empty for any. */
    assets: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Whether the `confidence` of its messages is the trader's own. */
    takes_confidence: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [index("ingest_keys_by_time").on(table.created_at, table.id)],
);

/** Messages that became signals, written in the transaction that published them: a repeated message collides here. */
export const ingestEvents = sqliteTable(
  "ingest_events",
  {
    key_id: text()
      .notNull()
      .references(() => ingestKeys.id),
    idempotency_key: text().notNull(),
    signal_id: text().notNull(),
    received_at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key_id, table.idempotency_key] }),
    index("ingest_events_by_time").on(table.key_id, table.received_at),
  ],
);

/**
 * The inbox: messages with a usable key, stored before the sender gets an answer. Of each key the newest refused messages
 * are kept, and published ones for some days (shared/contracts/ingest-messages.ts).
 */
export const ingestMessages = sqliteTable(
  "ingest_messages",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    key_id: text()
      .notNull()
      .references(() => ingestKeys.id),
    received_at: integer().notNull(),
    request_id: text().notNull(),
    state: text({ enum: MESSAGE_STATES }).notNull(),
    /** As received, secrets included, until it is decided on; then as `keptText` returns it. */
    body: text().notNull(),
    /** The sender's id for it, from a header; null once it is decided on. */
    given_id: text(),
    /** How often the scheduled job has tried to publish it. */
    attempts: integer().notNull().default(0),
    signal_id: text(),
    code: text({ enum: ALERT_PROBLEM_CODES }),
    detail: text(),
  },
  (table) => [
    index("ingest_messages_by_key").on(table.key_id),
    index("ingest_messages_by_state").on(table.state),
    index("ingest_messages_by_key_state").on(table.key_id, table.state),
  ],
);
