/** How fast pages are for visitors: a histogram per day, page and metric, never a row per visit. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { VITALS } from "#shared/contracts/vitals.ts";

export const webVitals = sqliteTable(
  "web_vitals",
  {
    /** Days since the epoch (UTC). */
    day: integer().notNull(),
    page: text().notNull(),
    metric: text({ enum: VITALS }).notNull(),
    /** Bucket of values (histogram.ts), and its number of measurements. */
    bucket: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.metric, table.bucket] })],
);
