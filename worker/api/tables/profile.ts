/** What members follow. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./session.ts";
import { traders } from "./traders.ts";

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
    /** The member gets no notifications of this trader's signals. */
    is_muted: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.trader_id] }),
    index("follows_told")
      .on(table.trader_id, table.account_id)
      .where(sql`${table.is_muted} = 0`),
  ],
);
