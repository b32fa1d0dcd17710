/** Passkeys, and the challenges that have been answered. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "#worker/api/session/tables.ts";

/** At most MAX_PASSKEYS per account (shared/contracts/passkeys.ts). */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    /** By which the authenticator knows it, in base64url. */
    credential_id: text().notNull().unique(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** By which the authenticator knows the account, in base64url: chosen before there is one where it is made by this passkey. */
    user_handle: text().notNull(),
    /** COSE key, in base64url. */
    public_key: text().notNull(),
    /** Signatures that the authenticator has made, as far as it counts them; 0 where it does not. */
    counter: integer().notNull(),
    /** The owner's name for it. */
    label: text().notNull(),
    /** JSON list of `TRANSPORTS`. */
    transports: text().notNull(),
    created_at: integer().notNull(),
    /** Last sign-in; null before the first. */
    last_used_at: integer(),
  },
  (table) => [index("passkeys_by_account").on(table.account_id, table.created_at, table.id)],
);

/** Challenges serve once: whichever is answered is remembered until it would have expired. */
export const spentChallenges = sqliteTable(
  "spent_challenges",
  {
    jti: text().primaryKey(),
    expires_at: integer().notNull(),
  },
  (table) => [index("spent_challenges_by_expiry").on(table.expires_at)],
);
