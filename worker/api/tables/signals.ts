/** The current state of signals: a read model of the ledger. */
import { sql } from "drizzle-orm";
import { customType, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { canonicalJson, type JsonValue } from "#shared/encoding/canonical-json.ts";
import type { Purses } from "#shared/record/evidence.ts";
import type { Evidence, PriceRule, SourcePrices } from "#shared/contracts/prices.ts";
import { CORRECTABLE, DIRECTIONS, OUTCOMES } from "#shared/contracts/signals.ts";
import { ledger } from "./ledger.ts";
import { traders } from "./traders.ts";

/** JSON in the ledger's canonical spelling, so that a trigger can compare both as text. */
const canonicalText = customType<{ data: JsonValue; driverData: string }>({
  dataType: () => "text",
  toDriver: canonicalJson,
  fromDriver: (text) => JSON.parse(text),
});

export const signals = sqliteTable(
  "signals",
  {
    published_seq: integer()
      .primaryKey()
      .references(() => ledger.seq),
    id: text().notNull().unique(),
    trader_id: integer()
      .notNull()
      .references(() => traders.id),
    asset: text().notNull(),
    direction: text({ enum: DIRECTIONS }).notNull(),
    published_at: integer().notNull(),
    entry_at: integer().notNull(),
    expires_at: integer().notNull(),
    settle_by: integer().notNull(),
    /** In ten-thousandths of the stake. */
    payout: integer().notNull(),
    /** Whole percent; null if none was stated. */
    confidence: integer(),
    is_late: integer({ mode: "boolean" }).notNull(),
    is_otc: integer({ mode: "boolean" }).notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    settled_at: integer(),
    settled_seq: integer().references(() => ledger.seq),
    /** Null for a void without a price. */
    void_reason: text(),
    /** Voided at its entry or later. */
    counts_as_lost: integer({ mode: "boolean" }).notNull(),
    /** The newest correction and the outcome before it; the first outcome stays in the ledger. */
    corrected_from: text({ enum: CORRECTABLE }),
    corrected_at: integer(),
    corrected_seq: integer().references(() => ledger.seq),
    correction_reason: text(),
    /** How prices decide it; null if it is settled by hand. */
    price_rule: canonicalText().$type<PriceRule>(),
    /** As stated by the trader. */
    stated_price: text(),
    /** The prices by which it ended. */
    prices: canonicalText().$type<readonly SourcePrices[]>(),
    /** From the person who settled it by hand. */
    evidence: canonicalText().$type<Evidence>(),
    /** As in shared/record/evidence.ts; null once no stake can be returned. */
    stakes: text({ mode: "json" }).$type<Purses>(),
  },
  // Every list is newest first by published_seq, the rowid, which every index ends with: one index for each set of filters.
  (table) => [
    index("signals_by_trader").on(table.trader_id),
    index("signals_by_asset").on(table.asset),
    index("signals_by_outcome").on(table.outcome),
    index("signals_by_trader_asset").on(table.trader_id, table.asset),
    index("signals_by_trader_outcome").on(table.trader_id, table.outcome),
    index("signals_by_asset_outcome").on(table.asset, table.outcome),
    index("signals_by_trader_asset_outcome").on(table.trader_id, table.asset, table.outcome),
    index("signals_by_published_at").on(table.published_at),
    // A list in another order uses the index of its sort.
    index("signals_by_entry_at").on(table.entry_at),
    index("signals_by_expires_at").on(table.expires_at),
    index("signals_by_payout").on(table.payout),
    // Partial indexes for flags that few signals have.
    index("signals_late")
      .on(table.published_seq)
      .where(sql`${table.is_late} = 1`),
    index("signals_corrected")
      .on(table.published_seq)
      .where(sql`${table.corrected_from} IS NOT NULL`),
    index("signals_otc")
      .on(table.published_seq)
      .where(sql`${table.is_otc} = 1`),
    index("signals_open_by_deadline")
      .on(table.settle_by)
      .where(sql`${table.outcome} = 'open'`),
  ],
);

/** Signals that were witnessed in time, written by a trigger when a witness has seen a longer log. */
export const witnessedSignals = sqliteTable(
  "witnessed_signals",
  {
    published_seq: integer()
      .primaryKey()
      .references(() => signals.published_seq),
    trader_id: integer()
      .notNull()
      .references(() => traders.id),
  },
  (table) => [index("witnessed_signals_by_trader").on(table.trader_id)],
);
