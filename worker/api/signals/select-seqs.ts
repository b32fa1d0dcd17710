/** Which signals pass the filters, by their `published_seq`: through the one index made for a set of filters. */
import { and, asc, eq, exists, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SignalFilters } from "#shared/contracts/signal-queries.ts";
import type { Database } from "#worker/api/database.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { type MatchingNames, recordedAsset } from "#worker/api/traders/index.ts";
import { signals, witnessedSignals } from "#worker/api/tables/signals.ts";

export interface SeqRange {
  readonly from?: number;
  readonly before?: number | undefined;
}

/** Conditions for the traders and the assets of a list. */
export interface NameConditions {
  readonly trader: SQL | undefined;
  readonly asset: SQL | undefined;
}

export interface SeqOptions {
  /** If absent, the names that the filters give in full. */
  readonly names?: NameConditions;
  /** `record`: in the order of publication; otherwise through the index of the filters, or through the named one. */
  readonly walk?: "record" | SQL;
  /** In addition to the filters. */
  readonly beyond?: SQL | undefined;
}

/**
 * `published_seq` of the signals that pass the filters, in a range. A period is also converted to such a range, since
 * `published_seq` rises with `published_at`; so it narrows the same index as every other filter. `INDEXED BY` fixes the
 * plan: a missing index is an error, not a scan. Drizzle has no typed way to write it.
 */
export function selectSeqs(
  db: Database,
  filters: SignalFilters,
  range: SeqRange,
  { names = wholeNames(db, filters), walk, beyond }: SeqOptions = {},
) {
  const { outcome, direction, otc, late, corrected, witnessed } = filters;
  const { end, first } = boundsOf(db, filters, range);
  const by = walk === "record" ? sql`NOT INDEXED` : (walk ?? indexFor(filters, names));
  return db
    .select({ seq: sql`published_seq`.mapWith(Number).as("seq") })
    .from(sql`${signals} ${by}`)
    .where(
      and(
        lt(signals.published_seq, end),
        names.trader,
        names.asset,
        outcome === undefined ? undefined : eq(signals.outcome, outcome),
        first === undefined ? undefined : gte(signals.published_seq, first),
        direction === undefined ? undefined : eq(signals.direction, direction),
        // Literally as in the partial indexes, because SQLite matches them by their text.
        otc === undefined ? undefined : flag(signals.is_otc, otc),
        late === undefined ? undefined : flag(signals.is_late, late),
        corrected === undefined
          ? undefined
          : (corrected ? isNotNull : isNull)(sql`${signals.corrected_from}`),
        witnessed && wasWitnessedInTime(db),
        beyond,
      ),
    );
}

/** Any of the names. */
export function oneOf({ traderIds, assets }: MatchingNames): NameConditions {
  const isIn = (column: SQL, values: readonly (string | number)[]) =>
    values.length === 1
      ? sql`${column} = ${values[0]}`
      : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
  return {
    trader: traderIds && isIn(sql`${signals.trader_id}`, traderIds),
    asset: assets && isIn(sql`${signals.asset}`, assets),
  };
}

/** Whether a row's columns `trader_id` and `asset` equal the given trader and asset. */
export function equalTo({ traderIds, assets }: MatchingNames, row: string): NameConditions {
  const column = (name: string) => sql`${sql.identifier(row)}.${sql.identifier(name)}`;
  return {
    trader: traderIds && sql`${signals.trader_id} = ${column("trader_id")}`,
    asset: assets && sql`${signals.asset} = ${column("asset")}`,
  };
}

/** The index that finds few or only passing signals; undefined if there is none, and the whole record is scanned. */
function indexFor(filters: SignalFilters, names: NameConditions): SQL {
  const name = indexNameFor(filters, names);
  return name === null ? sql`` : sql`INDEXED BY ${sql.identifier(name)}`;
}

/** Null if the filters have no index: the record itself is scanned. */
export function indexNameFor(
  { outcome, otc, late, corrected }: SignalFilters,
  { trader, asset }: NameConditions,
): string | null {
  if (corrected) return "signals_corrected";
  if (late) return "signals_late";
  const columns = Object.entries({ trader, asset, outcome }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (columns.length > 0) return `signals_by_${columns.join("_")}`;
  return otc ? "signals_otc" : null;
}

function flag(column: typeof signals.is_otc | typeof signals.is_late, isSet: boolean): SQL {
  return isSet ? sql`${column} = 1` : sql`${column} = 0`;
}

function wholeNames(db: Database, { trader, asset }: SignalFilters): NameConditions {
  const traderId = (handle: string) =>
    db.select({ id: traders.id }).from(traders).where(eq(traders.handle, handle));
  return {
    trader: trader === undefined ? undefined : eq(signals.trader_id, traderId(trader)),
    asset: asset === undefined ? undefined : eq(signals.asset, recordedAsset(asset)),
  };
}

/** One bound on each side only: of two, SQLite seeks by the first and scans to the second. */
function boundsOf(db: Database, { from, to, witnessed }: SignalFilters, range: SeqRange) {
  const { before = Number.MAX_SAFE_INTEGER } = range;
  const end =
    to === undefined
      ? before
      : sql`min(${before}, coalesce(${firstPublishedFrom(db, to)}, ${Number.MAX_SAFE_INTEGER}))`;
  const inPeriod = from === undefined ? undefined : firstPublishedFrom(db, from);
  // Selects nothing if the period has not begun: `max` of null is null.
  const start = inPeriod && range.from !== undefined ? sql`max(${range.from}, ${inPeriod})` : inPeriod;
  const first = start ?? range.from;
  if (!witnessed) return { end, first };
  // Only between the first and the last of them, so that nothing is scanned if nobody has seen the log.
  const { published_seq: seq } = witnessedSignals;
  return {
    end: sql`min(${end}, coalesce((SELECT max(${seq}) FROM ${witnessedSignals}) + 1, 0))`,
    first: sql`max(${first ?? 0}, (SELECT min(${seq}) FROM ${witnessedSignals}))`,
  };
}

function wasWitnessedInTime(db: Database) {
  const { published_seq } = witnessedSignals;
  return exists(
    db.select({ published_seq }).from(witnessedSignals).where(eq(published_seq, signals.published_seq)),
  );
}

function firstPublishedFrom(db: Database, atMs: number) {
  return db
    .select({ seq: signals.published_seq })
    .from(signals)
    .where(gte(signals.published_at, atMs))
    .orderBy(asc(signals.published_at), asc(signals.published_seq))
    .limit(1);
}
