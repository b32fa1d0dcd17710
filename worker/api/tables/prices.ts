/** Why expired signals stay open without prices. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PRICE_FAULTS } from "#shared/contracts/prices.ts";
import { signals } from "./signals.ts";

/** A trigger deletes the row when its signal ends. */
export const priceWaits = sqliteTable("price_waits", {
  published_seq: integer()
    .primaryKey()
    .references(() => signals.published_seq),
  reason: text({ enum: PRICE_FAULTS }).notNull(),
  /** The source that is at fault; null if all are. */
  address: text(),
  since: integer().notNull(),
  asked_at: integer().notNull(),
  /** When the sources are asked again. */
  next_at: integer().notNull(),
});

export type PriceWaitRow = typeof priceWaits.$inferSelect;

/** Sources that cannot be reached. */
export const priceOutages = sqliteTable("price_outages", {
  address: text().primaryKey(),
  /** The first run in which it answered nothing. */
  since: integer().notNull(),
  /** When the operator was told; null before. */
  told_at: integer(),
});
