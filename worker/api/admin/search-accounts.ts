/**
 * Looking accounts up by the beginning of their id or name. Each is a range of its own index, so that a page costs the
 * same among ten accounts and a million; matches by id come first, then those by name alone.
 */
import { and, asc, gt, gte, lt, not, or, sql } from "drizzle-orm";
import type { AdminAccountPage, AdminAccountQuery } from "#shared/contracts/admin.ts";
import type { Database } from "#worker/api/database.ts";
import { accounts } from "#worker/api/session/tables.ts";
import { selectAdminAccounts, toAdminAccount } from "./account-row.ts";

const COLUMNS = { id: "pocketoption_id", name: "name" } as const;
type Order = keyof typeof COLUMNS;

/** The last account of a page: its place in an order. */
interface Place {
  readonly order: Order;
  readonly value: string;
  readonly id: string;
}

/** Above everything that begins with the text before it. */
const LAST_CHARACTER = "\u{10FFFF}";

interface Search {
  readonly q: string;
  readonly order: Order;
  /** Place to start after. */
  readonly start: Pick<Place, "value" | "id">;
  readonly limit: number;
  readonly nowMs: number;
}

/** Statement for a page in one order. */
export function selectAccounts(db: Database, { q, order, start, limit, nowMs }: Search) {
  const end = q + LAST_CHARACTER;
  const inOrder = sql`${accounts[COLUMNS[order]]} COLLATE NOCASE`;
  const id = sql`${accounts.pocketoption_id} COLLATE NOCASE`;
  const isFoundById = sql`(${id} >= ${q} AND ${id} < ${end})`;
  return selectAdminAccounts(db, nowMs)
    .where(
      and(
        gte(inOrder, start.value),
        lt(inOrder, end),
        or(gt(inOrder, start.value), gt(accounts.id, start.id)),
        order === "name" ? not(isFoundById) : undefined,
      ),
    )
    .orderBy(asc(inOrder), asc(accounts.id))
    .limit(limit);
}

/** One page; null where the cursor is none of a search for `q`. One round trip. */
export async function searchAccounts(
  db: Database,
  { q = "", cursor, limit }: AdminAccountQuery,
  nowMs: number,
): Promise<AdminAccountPage | null> {
  const place = cursor === undefined ? null : parseCursor(cursor, q);
  if (cursor !== undefined && place === null) return null;
  const page = (order: Order) => {
    const start = place?.order === order ? place : { value: q, id: "" };
    return selectAccounts(db, { q, order, start, limit: limit + 1, nowMs });
  };
  const orders: Order[] = q === "" ? ["id"] : place?.order === "name" ? ["name"] : ["id", "name"];
  const [first = page("id"), ...others] = orders.map(page);
  const pages = await db.batch([first, ...others]);
  const found = orders.flatMap((order, index) => (pages[index] ?? []).map((row) => ({ order, row })));
  const last = found[limit - 1];
  return {
    results: found.slice(0, limit).map(({ row }) => toAdminAccount(row)),
    next:
      found.length > limit && last ? `${last.order},${last.row.id},${last.row[COLUMNS[last.order]]}` : null,
  };
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
