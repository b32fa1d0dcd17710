/**
 * Finds accounts by the beginning of their id or name. Each search is a range of its own index, so that a page costs the
 * same for ten accounts and for a million; matches by id come first, then those by name alone.
 */
import { and, asc, gt, gte, lt, lte, not, or, sql } from "drizzle-orm";
import type { AdminAccountPage, AdminAccountQuery } from "#shared/contracts/accounts.ts";
import type { ListPosition } from "#shared/contracts/paging.ts";
import { countOf, selectCount } from "#worker/api/count-rows.ts";
import type { Database } from "#worker/api/database.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { selectAdminAccounts, toAdminAccount } from "./account-row.ts";
import { COUNTED_ROWS } from "#shared/limits/lists.ts";

const COLUMNS = { id: "pocketoption_id", name: "name" } as const;
type Order = keyof typeof COLUMNS;

/** The last account of a page: its place in an order. */
interface Place {
  readonly order: Order;
  readonly value: string;
  readonly id: string;
}

/** Sorts after everything that begins with the text before it. */
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
  const inOrder = orderedBy(order);
  return selectAdminAccounts(db, nowMs)
    .where(
      and(
        gte(inOrder, start.value),
        isFound(q, order),
        or(gt(inOrder, start.value), gt(accounts.id, start.id)),
      ),
    )
    .orderBy(asc(inOrder), asc(accounts.id))
    .limit(limit);
}

/** Statement that counts the accounts that `q` finds in one order: all, or those up to a place. */
export function selectAccountCount(db: Database, q: string, order: Order, upTo?: Place) {
  const inOrder = orderedBy(order);
  const found = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        gte(inOrder, q),
        isFound(q, order),
        upTo && lte(inOrder, upTo.value),
        upTo && or(lt(inOrder, upTo.value), lte(accounts.id, upTo.id)),
      ),
    );
  return selectCount(db, found);
}

function orderedBy(order: Order) {
  return sql`${accounts[COLUMNS[order]]} COLLATE NOCASE`;
}

/** What begins with `q`, within its upper bound; accounts found by their id come first and are not repeated. */
function isFound(q: string, order: Order) {
  const end = q + LAST_CHARACTER;
  const id = orderedBy("id");
  return and(
    lt(orderedBy(order), end),
    order === "name" ? not(sql`(${id} >= ${q} AND ${id} < ${end})`) : undefined,
  );
}

/** One page; null if the cursor does not belong to a search for `q`. Two concurrent round trips. */
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
  const [pages, position] = await Promise.all([db.batch([first, ...others]), countAccounts(db, q, place)]);
  const found = orders.flatMap((order, index) => (pages[index] ?? []).map((row) => ({ order, row })));
  const last = found[limit - 1];
  return {
    results: found.slice(0, limit).map(({ row }) => toAdminAccount(row)),
    next:
      found.length > limit && last ? `${last.order},${last.row.id},${last.row[COLUMNS[last.order]]}` : null,
    position,
  };
}

/** Position of the page after `place`: accounts found by their id come before those found by their name. */
async function countAccounts(db: Database, q: string, place: Place | null): Promise<ListPosition> {
  const isSearch = q !== "";
  const [byId, ...others] = await db.batch([
    selectAccountCount(db, q, "id"),
    ...(isSearch ? [selectAccountCount(db, q, "name")] : []),
    ...(place ? [selectAccountCount(db, q, place.order, place)] : []),
  ]);
  const ids = countOf(byId);
  return {
    total: sumOf(ids, isSearch ? countOf(others[0] ?? []) : 0),
    before: place ? sumOf(countOf(others.at(-1) ?? []), place.order === "name" ? ids : 0) : 0,
  };
}

/** Null if one of them is null, or if the sum is above `COUNTED_ROWS`. */
function sumOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null || one + other > COUNTED_ROWS) return null;
  return one + other;
}

/** Null if no account found by `q` has this place. */
function parseCursor(cursor: string, q: string): Place | null {
  const [, order, id = "", value = ""] = /^(id|name),([^,]{1,64}),(.*)$/s.exec(cursor) ?? [];
  if (!foldCase(value).startsWith(foldCase(q))) return null;
  return order === "id" || (order === "name" && q !== "") ? { order, id, value } : null;
}

/** Only ASCII, as NOCASE in SQLite. */
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
