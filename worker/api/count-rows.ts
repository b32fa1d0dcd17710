/** Counts the rows of a list, up to a limit. */
import { type SQLWrapper, sql } from "drizzle-orm";
import type { ListPosition } from "#shared/contracts/paging.ts";
import type { Database } from "./database.ts";
import { COUNTED_ROWS } from "#shared/limits/lists.ts";

/** Result of `selectCount`. */
type CountRows = readonly { readonly rows: number }[];

/** A select of rows; it needs no order. */
interface Selected {
  readonly limit: (rows: number) => SQLWrapper;
}

/** Statement that counts the rows of a select and stops at `COUNTED_ROWS` + 1. */
export function selectCount(db: Database, selected: Selected) {
  return db.select({ rows: sql<number>`count(*)` }).from(sql`${selected.limit(COUNTED_ROWS + 1)}`);
}

/** The number of rows, or null if there are more than `COUNTED_ROWS`. */
export function countOf([counted]: CountRows): number | null {
  const rows = counted?.rows ?? 0;
  return rows > COUNTED_ROWS ? null : rows;
}

/**
 * From the rows of two statements of `selectCount`: the second counts the rows before the page, and is missing for the first
 * page.
 */
export function positionOf(total: CountRows, before: CountRows = []): ListPosition {
  return { total: countOf(total), before: countOf(before) };
}
