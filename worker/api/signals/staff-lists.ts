/**
 * Lists for staff: open signals by their deadline, through the one index of open signals, and signals that can still be
 * corrected.
 */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { SETTLEMENT_GRACE_MS, PRICE_GRACE_MS } from "#shared/limits/signals.ts";
import type {
  CorrectableSignalsPage,
  CorrectableSignalsQuery,
  OpenSignalsPage,
  OpenSignalsQuery,
  OpenState,
} from "#shared/contracts/staff-signals.ts";
import { countOf, positionOf, selectCount } from "#worker/api/count-rows.ts";
import type { Database } from "#worker/api/database.ts";
import { selectHeadSeq } from "#worker/api/ledger/index.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { recordedAsset } from "#worker/api/traders/index.ts";
import { selectSeqs } from "./select-seqs.ts";
import { selectRows, toSignalPage } from "./read-signals.ts";
import { signalFields, toSignal } from "./signal-row.ts";
import { signals } from "#worker/api/tables/signals.ts";

type OpenFilters = Pick<OpenSignalsQuery, "trader" | "asset" | "decided_by">;
type Place = NonNullable<OpenSignalsQuery["cursor"]>;

interface OpenRange {
  readonly state: OpenState;
  readonly nowMs: number;
  /** Only what comes after this place. */
  readonly after?: Place | undefined;
  /** Only what comes up to this place. */
  readonly upTo?: Place | undefined;
}

/**
 * Statement for open signals, in the order of the index only: by `settle_by`, then by `published_seq`. Its cost depends on
 * the number of open signals, not on the length of the record. Signals past their deadline are left out: nobody can settle
 * them any more.
 */
export function selectOpen(db: Database, { trader, asset, decided_by: by }: OpenFilters, range: OpenRange) {
  const { state, nowMs, after, upTo } = range;
  const place = sql`(${signals.settle_by}, ${signals.published_seq})`;
  const isDue = state === "due";
  // The time from expiry to deadline has two possible lengths, which bounds the range of the index.
  const [from, to] = isDue
    ? [nowMs, nowMs + PRICE_GRACE_MS]
    : [nowMs + SETTLEMENT_GRACE_MS, Number.MAX_SAFE_INTEGER];
  const traderId = db
    .select({ id: traders.id })
    .from(traders)
    .where(eq(traders.handle, trader ?? ""));
  return db
    .select({ seq: sql`published_seq`.mapWith(Number) })
    .from(sql`${signals} INDEXED BY signals_open_by_deadline`)
    .where(
      and(
        sql`${signals.outcome} = 'open'`,
        after ? sql`${place} > (${after.at}, ${after.seq})` : gt(signals.settle_by, from),
        upTo ? sql`${place} <= (${upTo.at}, ${upTo.seq})` : lte(signals.settle_by, to),
        isDue ? lte(signals.expires_at, nowMs) : gt(signals.expires_at, nowMs),
        trader === undefined ? undefined : eq(signals.trader_id, traderId),
        asset === undefined ? undefined : eq(signals.asset, recordedAsset(asset)),
        by === undefined ? undefined : (by === "prices" ? isNotNull : isNull)(signals.price_rule),
      ),
    );
}

/** Statement for a page of open signals, unordered: if sorted here, SQLite would sort what the index has in order. */
export function selectOpenPage(
  db: Database,
  { state, cursor, limit, ...filters }: OpenSignalsQuery,
  nowMs: number,
) {
  const page = selectOpen(db, filters, { state, nowMs, after: cursor })
    .orderBy(signals.settle_by, signals.published_seq)
    .limit(limit);
  return db
    .select(signalFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(inArray(signals.published_seq, page));
}

/** A page of open signals at `nowMs`, the next deadline first. One round trip. */
export async function listOpenSignals(
  db: Database,
  query: OpenSignalsQuery,
  nowMs: number,
): Promise<OpenSignalsPage> {
  const { state, cursor, limit } = query;
  const counted = (range: Omit<OpenRange, "nowMs">) =>
    selectCount(db, selectOpen(db, query, { ...range, nowMs }));
  const [[head], rows, due, running, before = []] = await db.batch([
    selectHeadSeq(db),
    selectOpenPage(db, { ...query, limit: limit + 1 }, nowMs),
    counted({ state: "due" }),
    counted({ state: "running" }),
    ...(cursor ? [counted({ state, upTo: cursor })] : []),
  ]);
  const page = rows
    .toSorted((one, other) => one.settle_by - other.settle_by || one.published_seq - other.published_seq)
    .slice(0, limit);
  const last = page.at(-1);
  return {
    results: page.map(toSignal),
    next: rows.length > limit && last ? `${last.settle_by},${last.published_seq}` : null,
    as_of_seq: head?.seq ?? 0,
    position: positionOf(state === "due" ? due : running, before),
    counts: { due: countOf(due), running: countOf(running) },
  };
}

/** A page of signals that can still be corrected, newest first: nobody corrects what prices decided. One round trip. */
export async function listCorrectable(
  db: Database,
  query: CorrectableSignalsQuery,
): Promise<CorrectableSignalsPage> {
  const { cursor, limit } = query;
  const beyond = isNull(sql`${signals.prices}`);
  const counted = (from?: number) =>
    selectCount(db, selectSeqs(db, query, from === undefined ? {} : { from }, { beyond }));
  const page = selectSeqs(db, query, { before: cursor }, { beyond })
    .orderBy(desc(signals.published_seq))
    .limit(limit + 1);
  const [head, rows, total, before = []] = await db.batch([
    selectHeadSeq(db),
    selectRows(db, page),
    counted(),
    ...(cursor === undefined ? [] : [counted(cursor)]),
  ]);
  return { ...toSignalPage([head, rows], limit), position: positionOf(total, before) };
}
