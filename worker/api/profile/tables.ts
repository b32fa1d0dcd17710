/** What members follow. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "#worker/api/session/tables.ts";
import { traders } from "#worker/api/traders/tables.ts";

/** At most MAX_FOLLOWS per account (shared/contracts/profile.ts). */
export const follows = sqliteTable(
  "follows",
  {
    account_id: text()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    trader_id: integer()
      .notNull()
      .references(() => traders.id),
    followed_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.trader_id] })],
);
