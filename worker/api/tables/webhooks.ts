/** Webhooks: where events on signals are sent, and what was sent. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  DELIVERY_STATES,
  OFF_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
  type WebhookEvent,
} from "#shared/contracts/webhooks.ts";

/** Its secret is derived (signature.ts) and not stored. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    url: text().notNull(),
    description: text().notNull(),
    events: text({ mode: "json" }).$type<readonly WebhookEvent[]>().notNull(),
    /** Handles; empty for all traders. */
    traders: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Version of its secret; incremented at each rotation. */
    secret_version: integer().notNull(),
    /** Until then messages are also signed with the previous secret; null if there is none. */
    old_secret_until: integer(),
    created_at: integer().notNull(),
    off_since: integer(),
    off_reason: text({ enum: OFF_REASONS }),
    /** There are deliveries for all ledger entries up to this one. */
    seq: integer().notNull(),
    /** Only one run at a time sends to it: reserved until then, unless the run ends earlier. */
    taken_until: integer().notNull(),
    /** Nothing is sent earlier, as its `Retry-After` asked. */
    resume_at: integer().notNull(),
  },
  (table) => [index("webhooks_by_time").on(table.created_at, table.id)],
);

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    webhook_id: text()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Null for a test. */
    ledger_seq: integer(),
    signal_id: text(),
    type: text({ enum: [...WEBHOOK_EVENTS, WEBHOOK_TEST] }).notNull(),
    /** Time of the event. */
    at: integer().notNull(),
    created_at: integer().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    attempts: integer().notNull(),
    /** Null unless pending. */
    next_at: integer(),
    attempted_at: integer(),
    /** HTTP status of the last answer; null if there was none. */
    status: integer(),
    /** Beginning of that answer, or why there was none; null before the first attempt and after success. */
    words: text(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_once").on(table.webhook_id, table.ledger_seq),
    index("webhook_deliveries_by_webhook").on(table.webhook_id),
    index("webhook_deliveries_by_state").on(table.state),
    index("webhook_deliveries_by_webhook_state").on(table.webhook_id, table.state),
  ],
);
