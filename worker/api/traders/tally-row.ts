/** Tallies in storage. Column names are the tally's own keys. */
import * as v from "valibot";
import { EMPTY_TALLY, type Tally } from "#shared/tally.ts";

const TALLY_KEYS = Object.keys(EMPTY_TALLY) as (keyof Tally)[]; // a literal has no keys that its type does not know

const TallyRow = v.object(v.entriesFromList(TALLY_KEYS, v.number()));

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
