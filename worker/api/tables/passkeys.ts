/** Passkeys, and the challenges that have been answered. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./session.ts";

/** At most MAX_PASSKEYS per account (shared/contracts/passkeys.ts). */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    /** The authenticator's id of the passkey, in base64url. */
    credential_id: text().notNull().unique(),
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The authenticator's id of the account, in base64url: chosen before the account exists if this passkey creates it. */
    user_handle: text().notNull(),
    /** COSE key, in base64url. */
    public_key: text().notNull(),
    /** Number of signatures by the authenticator's counter; 0 if it does not count. */
    counter: integer().notNull(),
    /** The owner's name for the passkey. */
    label: text().notNull(),
    /** JSON list of `TRANSPORTS`. */
    transports: text().notNull(),
    created_at: integer().notNull(),
    /** Last sign-in; null before the first. */
    last_used_at: integer(),
  },
  (table) => [index("passkeys_by_account").on(table.account_id, table.created_at, table.id)],
);

/** A challenge is accepted once: an answered one is stored until it would have expired. */
export const spentChallenges = sqliteTable(
  "spent_challenges",
  {
    jti: text().primaryKey(),
    expires_at: integer().notNull(),
  },
  (table) => [index("spent_challenges_by_expiry").on(table.expires_at)],
);
