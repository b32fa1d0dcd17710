/** Sort order of the ranking, read from and written to the address. */
import {
  DEFAULT_TRADER_SORT,
  TRADER_SORTS,
  type TraderSort,
  type TraderSortKey,
} from "#shared/contracts/traders.ts";

/** The direction in which a column is sorted first: the better value, the larger value or the start of the alphabet on top. */
const FIRST = {
  rank: "-rank",
  handle: "handle",
  joined_at: "joined_at",
  last_published_at: "-last_published_at",
  settled: "-settled",
  win_rate: "-win_rate",
  net: "-net",
  max_drawdown: "max_drawdown",
} as const satisfies Readonly<Record<TraderSortKey, TraderSort>>;

export const FIRST_SORTS = Object.values(FIRST);

/** The sort order of a query; an invalid one is shown as the default (the API refuses it). */
export function readSort(query: URLSearchParams): TraderSort {
  const asked = query.get("sort");
  return TRADER_SORTS.find((sort) => sort === asked) ?? DEFAULT_TRADER_SORT;
}

/** `aria-sort` of a column for rows sorted by `sort`. */
export function sortedBy(sort: TraderSort, key: TraderSortKey): "ascending" | "descending" | undefined {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : undefined;
}

/** The sort order after a click on a column: its first direction, or the reverse if it is sorted that way already. */
export function nextSort(sort: TraderSort, key: TraderSortKey): TraderSort {
  const first = FIRST[key];
  if (sort !== first) return first;
  return first === key ? (`-${key}` as const) : key;
}

/** The query with this order, starting at the first page; filters stay. */
export function withSort(query: URLSearchParams, sort: TraderSort): string {
  const sorted = new URLSearchParams(query);
  sorted.delete("cursor");
  sorted.delete("sort");
  if (sort !== DEFAULT_TRADER_SORT) sorted.set("sort", sort);
  return sorted.size > 0 ? `?${sorted}` : "";
}
