/** Accounts, invites, sessions and refresh tokens. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ROLES } from "#shared/contracts/session.ts";
import type { Language } from "#shared/site/languages.ts";

/** Languages of the site. A language is added by a migration with one INSERT (`npm run language -- add`). */
export const languages = sqliteTable("languages", { code: text().primaryKey() });

/** Who may sign in. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    pocketoption_id: text().notNull().unique(),
    name: text().notNull().default(""),
    role: text({ enum: ROLES }).notNull().default("member"),
    language: text()
      .$type<Language>()
      .references(() => languages.code),
    time_zone: text(),
    /** `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`; null if the account has no passcode. */
    passcode_hash: text(),
    /** Staff allow the id alone to sign in, as long as the account has no passcode. */
    id_alone: integer({ mode: "boolean" }).notNull().default(false),
    is_active: integer({ mode: "boolean" }).notNull().default(true),
    created_at: integer().notNull(),
  },
  (table) => [
    index("accounts_by_search_id").on(sql`${table.pocketoption_id} COLLATE NOCASE`, table.id),
    index("accounts_by_search_name").on(sql`${table.name} COLLATE NOCASE`, table.id),
    index("accounts_active_staff")
      .on(table.id)
      .where(sql`${table.role} = 'staff' AND ${table.is_active} = 1`),
  ],
);

/**
 * Links by which staff let a person sign in. The token itself is never stored; a redeemed or revoked invite is deleted, and
 * the audit log says what became of it.
 */
export const invites = sqliteTable(
  "invites",
  {
    id: text().primaryKey(),
    token_hash: text().notNull().unique(),
    /** The account whose owner chooses its first passcode; null if the invite creates an account. */
    account_id: text().references(() => accounts.id, { onDelete: "cascade" }),
    /** The staff member's random id. */
    created_by: text().notNull(),
    created_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (table) => [
    index("invites_by_account").on(table.account_id),
    index("invites_by_expiry").on(table.expires_at, table.id),
  ],
);

/** One sign-in and every token issued from it. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    created_at: integer().notNull(),
    /** Last sign-in or refresh, stored at most once per `SESSION_NOTED_EVERY_MS`. */
    last_used_at: integer().notNull(),
    /** The newest refresh token expires no later than this. */
    expires_at: integer().notNull(),
    /** As in "Firefox on Windows"; empty if unknown. */
    user_agent: text().notNull().default(""),
    /** Network of the address at sign-in, never the address; empty if unknown. */
    network: text().notNull().default(""),
    revoked_at: integer(),
    /** When a passkey confirmed an act that has not been done yet. */
    confirmed_at: integer(),
  },
  (table) => [
    index("sessions_by_account").on(table.account_id),
    index("sessions_by_expiry").on(table.expires_at),
  ],
);

/** The newest refresh token of each session; a refresh writes only this row. Without an index, which would be a second write. */
export const sessionTokens = sqliteTable("session_tokens", {
  session_id: text()
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** Hash of its identifier; the token itself is never stored. */
  jti_hash: text().notNull(),
  /** When it replaced the token before it. */
  issued_at: integer().notNull(),
  expires_at: integer().notNull(),
  /** Key that signed it, so that the same token can be signed again within the grace window. */
  signing_key_id: text().notNull(),
  /** Tokens of the last grace window before it, as JSON with these fields. */
  earlier: text().notNull().default("[]"),
});
