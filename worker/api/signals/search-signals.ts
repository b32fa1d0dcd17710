/** Searches signals by part of a name, in any order, a page at a time. */
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { DEFAULT_SIGNAL_SORT, type SignalQuery, type SignalSort } from "#shared/contracts/signal-queries.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import type { Signal, SignalPage } from "#shared/contracts/signals.ts";
import { handleOfWritten } from "#shared/record/written-trader.ts";
import type { Database } from "#worker/api/database.ts";
import { selectHeadSeq } from "#worker/api/ledger/index.ts";
import {
  findNames,
  type ListRefusal,
  type MatchingNames,
  selectHeadAndWhole,
} from "#worker/api/traders/index.ts";
import { listSignals, selectOfNames, selectSignals, toSignalPage } from "./read-signals.ts";
import { isOfPeriod, selectFew, selectSorted, sortKeyOf } from "./sort-signals.ts";

/** Whole names are tried first, so that the most frequent searches need one round trip. */
export async function searchSignals(db: Database, query: SignalQuery): Promise<SignalPage | ListRefusal> {
  const { sort, cursor, limit, ...filters } = query;
  const { trader, asset } = filters;
  const hasNames = trader !== undefined || asset !== undefined;
  const handle = trader && handleOfWritten(trader);
  const selection = { ...filters, trader: handle, cursor: cursor?.seq, limit };
  if (sort === DEFAULT_SIGNAL_SORT) {
    if (!hasNames) return listSignals(db, selection);
    const [head, rows] = await db.batch([
      selectHeadAndWhole(db, filters),
      selectSignals(db, { ...selection, limit: limit + 1 }),
    ]);
    if (head[0]?.areWhole === 1) return toSignalPage([head, rows], limit);
  }
  const names = await findNames(db, filters);
  if ("field" in names) return names;
  if (sort !== DEFAULT_SIGNAL_SORT) return listSorted(db, sort, query, names);
  const rows = selectOfNames(db, { ...selection, limit: limit + 1 }, names);
  return toSignalPage(await db.batch([selectHeadSeq(db), rows]), limit);
}

async function listSorted(
  db: Database,
  sort: SignalSort,
  { sort: _sort, cursor, limit, ...filters }: SignalQuery,
  names: MatchingNames,
): Promise<SignalPage | ListRefusal> {
  const few = selectFew(db, { filters, names });
  const isFew = few !== null && (await few.get())?.isFew === 1;
  if (!isFew && isOfPeriod(filters)) {
    return {
      field: "sort",
      message: `must be left out if more than ${BOUNDS.sorted.max} signals would have to be sorted`,
    };
  }
  const start = cursor ? { value: cursor.value ?? 0, seq: cursor.seq } : null;
  const rows = selectSorted(db, { sort, filters, names, start, limit: limit + 1 }, isFew);
  const page = toSignalPage(await db.batch([selectHeadSeq(db), rows]), limit);
  const last = page.results.at(-1);
  return { ...page, next: page.next === null || !last ? null : `${sortValue(last, sort)},${page.next}` };
}

/** In the unit in which it is stored. */
function sortValue(signal: Signal, sort: SignalSort): number {
  const key = sortKeyOf(sort);
  return key === "payout" ? Math.round(signal.payout * PAYOUT_STEPS_PER_UNIT) : Date.parse(signal[key]);
}
