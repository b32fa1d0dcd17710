/**
 * Looking accounts up by the beginning of their id or name. Each is a range of its own index, so that a page costs the
 * same among ten accounts and a million; matches by id come first, then those by name alone.
 */
import * as v from "valibot";
import type { AdminAccountPage, AdminAccountQuery } from "#shared/contracts/admin.ts";
import { adminAccountColumns, toAdminAccount } from "./account-row.ts";

const ORDERS = {
  id: { column: "pocketoption_id", index: "accounts_by_search_id" },
  name: { column: "name", index: "accounts_by_search_name" },
} as const;
type Order = keyof typeof ORDERS;

/** The last account of a page: its place in an order. */
interface Place {
  readonly order: Order;
  readonly value: string;
  readonly id: string;
}

/** Above everything that begins with the text before it. */
const LAST_CHARACTER = "\u{10FFFF}";

/** SQL of a page in one order: `?1` and `?2` value and id to start after, `?3` beginning, `?4` end of the range, `?5` limit. */
export function selectAccounts(order: Order, nowMs: number): string {
  const { column, index } = ORDERS[order];
  const notById =
    order === "name"
      ? "AND NOT (pocketoption_id COLLATE NOCASE >= ?3 AND pocketoption_id COLLATE NOCASE < ?4)"
      : "AND ?3 IS NOT NULL";
  const value = `${column} COLLATE NOCASE`;
  return `SELECT ${adminAccountColumns(nowMs)}, '${order}' AS "order" FROM accounts INDEXED BY ${index}
    WHERE ${value} >= ?1 AND ${value} < ?4 AND (${value} > ?1 OR id > ?2) ${notById}
    ORDER BY ${value}, id LIMIT ?5`;
}

/** One page; null where the cursor is none of a search for `q`. One round trip. */
export async function searchAccounts(
  db: D1Database,
  { q = "", cursor, limit }: AdminAccountQuery,
  nowMs: number,
): Promise<AdminAccountPage | null> {
  const place = cursor === undefined ? null : parseCursor(cursor, q);
  if (cursor !== undefined && place === null) return null;
  const page = (order: Order) => {
    const start = place?.order === order ? place : { value: q, id: "" };
    return db
      .prepare(selectAccounts(order, nowMs))
      .bind(start.value, start.id, q, q + LAST_CHARACTER, limit + 1);
  };
  const orders: Order[] = q === "" ? ["id"] : place?.order === "name" ? ["name"] : ["id", "name"];
  const found = await db.batch(orders.map(page));
  const rows = found.flatMap(({ results }) => results);
  return {
    results: rows.slice(0, limit).map(toAdminAccount),
    next: rows.length > limit ? cursorAt(rows[limit - 1]) : null,
  };
}

const PlaceRow = v.object({
  order: v.picklist(["id", "name"]),
  id: v.string(),
  pocketoption_id: v.string(),
  name: v.string(),
});

function cursorAt(row: unknown): string {
  const { order, id, ...values } = v.parse(PlaceRow, row);
  return `${order},${id},${values[ORDERS[order].column]}`;
}

/** Null where no account that `q` finds has this place. */
function parseCursor(cursor: string, q: string): Place | null {
  const [, order, id = "", value = ""] = /^(id|name),([^,]{1,64}),(.*)$/s.exec(cursor) ?? [];
  if (!foldCase(value).startsWith(foldCase(q))) return null;
  return order === "id" || (order === "name" && q !== "") ? { order, id, value } : null;
}

/** ASCII alone, as NOCASE in SQLite. */
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
