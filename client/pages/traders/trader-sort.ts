/** The order of the ranking as its address has it. */
import {
  DEFAULT_TRADER_SORT,
  TRADER_SORTS,
  type TraderSort,
  type TraderSortKey,
} from "#shared/contracts/traders.ts";

/** Which way a column is sorted first: the better, larger or earlier in the alphabet on top. */
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

/** The sort of a query; what is none is shown as the default (the API refuses it). */
export function readSort(query: URLSearchParams): TraderSort {
  const asked = query.get("sort");
  return TRADER_SORTS.find((sort) => sort === asked) ?? DEFAULT_TRADER_SORT;
}

/** How rows sorted by `sort` stand in a column. */
export function sortedBy(sort: TraderSort, key: TraderSortKey): "ascending" | "descending" | undefined {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : undefined;
}

/** What a click on a column asks for: its first direction, or the other where it stands that way already. */
export function nextSort(sort: TraderSort, key: TraderSortKey): TraderSort {
  const first = FIRST[key];
  if (sort !== first) return first;
  return first === key ? (`-${key}` as const) : key;
}

/** The query with this order, from its first page on; the filters stay. */
export function withSort(query: URLSearchParams, sort: TraderSort): string {
  const sorted = new URLSearchParams(query);
  sorted.delete("cursor");
  sorted.delete("sort");
  if (sort !== DEFAULT_TRADER_SORT) sorted.set("sort", sort);
  return sorted.size > 0 ? `?${sorted}` : "";
}
