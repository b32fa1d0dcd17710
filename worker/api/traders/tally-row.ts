/** Tallies in storage. Column names are the tally's own keys. */
import * as v from "valibot";
import { EMPTY_TALLY, type Tally } from "#shared/statistics.ts";

const TALLY_KEYS = Object.keys(EMPTY_TALLY);

const TallyRow = v.object({
  open: v.number(),
  won: v.number(),
  lost: v.number(),
  draw: v.number(),
  void: v.number(),
  late: v.number(),
  late_won: v.number(),
  payouts: v.number(),
  gains: v.number(),
  squared_gains: v.number(),
  net: v.number(),
  peak: v.number(),
  max_drawdown: v.number(),
  losing_streak: v.number(),
  longest_losing_streak: v.number(),
});

/** Columns of a tally, for SELECT. */
export const TALLY_COLUMNS = TALLY_KEYS.join(", ");

/** The tally in a row of `traders` or `totals`. */
export function parseTally(row: unknown): Tally {
  return v.parse(TallyRow, row);
}

/** `SET` clause and values that store a set of number columns, parameters from `?1` on. */
export function assignments(columns: Readonly<Record<string, number>>): { set: string; values: number[] } {
  const names = Object.keys(columns);
  return {
    set: names.map((name, index) => `${name} = ?${index + 1}`).join(", "),
    values: Object.values(columns),
  };
}
