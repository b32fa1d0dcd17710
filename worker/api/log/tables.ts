/** What others have seen of the log, and the state of those others. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A row for each size of the log that a witness has cosigned or an authority has time-stamped. Rows are permanent: only the
 * `last_` columns of a row change, and empty columns are filled in. Times are milliseconds.
 */
export const logCheckpoints = sqliteTable("log_checkpoints", {
  size: integer().primaryKey(),
  /** Text and the log's own signatures: the bytes that are time-stamped. */
  note: text().notNull(),
  /** Lines below the note; empty if there is only a time-stamp for this size. */
  first_cosignatures: text().notNull().default(""),
  /** The earliest time in the first cosignatures, or in the time-stamp if that came before any. */
  first_witnessed_at: integer().notNull(),
  /** The newest line of each witness. */
  last_cosignatures: text().notNull().default(""),
  /** The newest time in a cosignature or time-stamp: until then nothing was appended. */
  last_witnessed_at: integer().notNull(),
  /** The first answer of a time-stamp authority (RFC 3161) for the note, in base64. */
  stamp: text(),
  /** The time in the time-stamp. */
  stamped_at: integer(),
});

/** The witnesses, by their key (`vkey`), and the time-stamp authority, by its address. Times are the server's, in milliseconds. */
export const logObservers = sqliteTable("log_observers", {
  name: text().primaryKey(),
  /** The size of the log that it has seen, as far as is known. */
  size: integer().notNull().default(0),
  asked_at: integer(),
  succeeded_at: integer(),
  failed_at: integer(),
  /** Description. */
  failure: text(),
  /** Since when it objects that the log was changed; in force until it cosigns again. */
  objected_at: integer(),
  /** Description, with the observer's own words. */
  objection: text(),
  /** The checkpoint that it refused. */
  refused_note: text(),
  /** The checkpoint that it has, with its cosignature; null if it does not show it. */
  seen_note: text(),
});
