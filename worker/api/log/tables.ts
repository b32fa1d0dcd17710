/** What others have seen of the log, and how it stands with them. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A row for each size of the log that a witness has cosigned or an authority has time-stamped. Rows stay; of a row that is there only
 * the `last_` columns change, and what is still empty is filled in. Times are milliseconds.
 */
export const logCheckpoints = sqliteTable("log_checkpoints", {
  size: integer().primaryKey(),
  /** Text and the log's own signatures: the bytes that are time-stamped. */
  note: text().notNull(),
  /** Lines below the note; empty where only a time-stamp tells of this size. */
  first_cosignatures: text().notNull().default(""),
  /** The earliest time that the first cosignatures, or the time-stamp that came before any, tell. */
  first_witnessed_at: integer().notNull(),
  /** The newest line of each witness. */
  last_cosignatures: text().notNull().default(""),
  /** The newest time that a cosignature or a time-stamp tells: until then nothing was appended. */
  last_witnessed_at: integer().notNull(),
  /** The first answer of a time-stamp authority (RFC 3161) for the note, in base64. */
  stamp: text(),
  /** What the time-stamp says. */
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
  /** In words. */
  failure: text(),
  /** Since when it says that the log is not what it was; in force until it cosigns again. */
  objected_at: integer(),
  /** In words, with its own. */
  objection: text(),
  /** The checkpoint that it refused. */
  refused_note: text(),
  /** The checkpoint that it has, with its cosignature; null where it does not show it. */
  seen_note: text(),
});
