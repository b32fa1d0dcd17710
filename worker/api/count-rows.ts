/** Counting the rows of a list, as far as it pays. */
import { type SQLWrapper, sql } from "drizzle-orm";
import type { ListPosition } from "#shared/contracts/paging.ts";
import type { Database } from "./database.ts";
import { COUNTED_ROWS } from "#shared/limits/lists.ts";

/** What `selectCount` gives. */
type CountRows = readonly { readonly rows: number }[];

/** A select of rows, which needs no order. */
interface Selected {
  readonly limit: (rows: number) => SQLWrapper;
}

/** Statement that counts what a select gives, and stops at one above `COUNTED_ROWS`. */
export function selectCount(db: Database, selected: Selected) {
  return db.select({ rows: sql<number>`count(*)` }).from(sql`${selected.limit(COUNTED_ROWS + 1)}`);
}

/** The number of rows, or null where there are more than `COUNTED_ROWS`. */
export function countOf([counted]: CountRows): number | null {
  const rows = counted?.rows ?? 0;
  return rows > COUNTED_ROWS ? null : rows;
}

/** From the rows of two statements of `selectCount`, the second for what stands before the page; none is before the first page. */
export function positionOf(total: CountRows, before: CountRows = []): ListPosition {
  return { total: countOf(total), before: countOf(before) };
}
