/** The audit log: every act of staff, and every act on an account. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { AUDIT_ACTIONS } from "#shared/contracts/audit.ts";

/** Accounts appear by their random id and without a foreign key: entries outlive accounts. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    seq: integer().primaryKey(),
    at: integer().notNull(),
    actor_id: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** Id or handle of the target of the act. */
    target: text().notNull(),
    /** JSON object: what was changed, never personal data. */
    detail: text().notNull(),
    /** Network of the address; empty if unknown. */
    network: text().notNull(),
    request_id: text().notNull(),
  },
  // Every list is newest first by (at, seq); one index for each set of filters.
  (table) => [
    index("audit_log_by_time").on(table.at),
    index("audit_log_by_actor").on(table.actor_id, table.at),
    index("audit_log_by_action").on(table.action, table.at),
    index("audit_log_by_actor_action").on(table.actor_id, table.action, table.at),
    index("audit_log_by_target").on(table.target, table.at),
  ],
);

/** Writes on signals that staff named with an `Idempotency-Key`, stored in the transaction of their ledger entry. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** SHA-256 of account and key, so that the same key of two people counts as two keys. */
    key_hash: text().primaryKey(),
    /** SHA-256 of path and body. */
    request_hash: text().notNull(),
    signal_id: text().notNull(),
    /** The first answer, as JSON; null until it is made. */
    answer: text({ mode: "json" }),
    written_at: integer().notNull(),
  },
  (table) => [index("idempotency_keys_by_time").on(table.written_at)],
);
