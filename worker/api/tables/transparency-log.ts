/** What witnesses have seen of the log, and their state. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A row for each size of the log that a witness has cosigned. Rows are permanent: only the `last_` columns of a row change.
 * Times are milliseconds.
 */
export const logCheckpoints = sqliteTable("log_checkpoints", {
  size: integer().primaryKey(),
  /** Text and the log's own signatures. */
  note: text().notNull(),
  /** Lines below the note. */
  first_cosignatures: text().notNull(),
  /** The end of the earliest second in the first cosignatures. */
  first_witnessed_at: integer().notNull(),
  /** The newest line of each witness. */
  last_cosignatures: text().notNull(),
  /** The beginning of the newest second in a cosignature: until then nothing was appended. */
  last_witnessed_at: integer().notNull(),
});

/** Times are the server's, in milliseconds. */
export const logWitnesses = sqliteTable("log_witnesses", {
  vkey: text().primaryKey(),
  /** The size of the log that it has seen, as far as is known. */
  size: integer().notNull().default(0),
  succeeded_at: integer(),
  failed_at: integer(),
  /** Description. */
  failure: text(),
  /** Since when it objects that the log was changed; in force until it cosigns again. */
  objected_at: integer(),
  /** Description, with the witness's own words. */
  objection: text(),
  /** The checkpoint that it refused. */
  refused_note: text(),
  /** The checkpoint that it has, with its cosignature; null if it does not show it. */
  seen_note: text(),
});
