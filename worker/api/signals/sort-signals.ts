/** Signals in an order other than that of publication: through the index of the sort, or sorted if they are few. */
import { asc, desc, sql } from "drizzle-orm";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import {
  SIGNAL_SORT_KEYS,
  type SignalFilters,
  type SignalSort,
  type SignalSortKey,
} from "#shared/contracts/signal-queries.ts";
import type { Database } from "#worker/api/database.ts";
import type { MatchingNames } from "#worker/api/traders/index.ts";
import { selectRows } from "./read-signals.ts";
import { indexNameFor, oneOf, selectSeqs } from "./select-seqs.ts";
import { signals } from "#worker/api/tables/signals.ts";

export function sortKeyOf(sort: SignalSort): SignalSortKey {
  return SIGNAL_SORT_KEYS.find((name) => sort.endsWith(name)) ?? "entry_at";
}

export interface SortedSelection {
  readonly sort: SignalSort;
  readonly filters: SignalFilters;
  readonly names: MatchingNames;
  /** Only what comes after this one. */
  readonly start: { readonly value: number; readonly seq: number } | null;
  readonly limit: number;
}

/**
 * Statement for whether the index of the filters finds at most `BOUNDS.sorted.max` signals; null if the filters have no
 * index.
 */
export function selectFew(
  db: Database,
  { filters, names: found }: Pick<SortedSelection, "filters" | "names">,
) {
  const names = oneOf(found);
  const isNarrowed = indexNameFor(filters, names) !== null || isOfPeriod(filters);
  if (!isNarrowed) return null;
  const indexed = { ...filters, direction: undefined, witnessed: undefined };
  const all = selectSeqs(db, indexed, {}, { names }).limit(BOUNDS.sorted.max + 1);
  return db.select({ isFew: sql<number>`count(*) <= ${BOUNDS.sorted.max}`.as("is_few") }).from(sql`(${all})`);
}

/** Whether signals are selected by their `published_seq`, by which no index of a sort is ordered. */
export function isOfPeriod({ from, to, witnessed }: SignalFilters): boolean {
  return from !== undefined || to !== undefined || witnessed !== undefined;
}

/** Statement for a page: if `isFew`, the signals are sorted, otherwise found in order. */
export function selectSorted(
  db: Database,
  { sort, filters, names, start, limit }: SortedSelection,
  isFew: boolean,
) {
  const isDescending = sort.startsWith("-");
  const key = sortKeyOf(sort);
  const column = signals[key];
  const direction = isDescending ? desc : asc;
  const order = [direction(column), direction(signals.published_seq)] as const;
  const { value, seq } = start ?? {
    value: isDescending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER,
    seq: isDescending ? Number.MAX_SAFE_INTEGER : 0,
  };
  const beyond = sql`(${column}, ${signals.published_seq}) ${sql.raw(isDescending ? "<" : ">")} (${value}, ${seq})`;
  const page = selectSeqs(
    db,
    filters,
    {},
    {
      names: oneOf(names),
      beyond,
      ...(isFew ? {} : { walk: sql`INDEXED BY ${sql.identifier(`signals_by_${key}`)}` }),
    },
  )
    .orderBy(...order)
    .limit(limit);
  return selectRows(db, page, order);
}
