/** The traders a member follows, and the feed of their signals. */
import { and, desc, eq, exists, inArray, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type FollowedTrader, type FollowList, MAX_FOLLOWS } from "#shared/contracts/profile.ts";
import type { Marks } from "#shared/record/e-bh.ts";
import type { SignalPage } from "#shared/contracts/signals.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { selectHeadSeq } from "#worker/api/ledger/index.ts";
import { signalFields, toSignalPage } from "#worker/api/signals/index.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { selectMarks, shownTraderFields, toMarks, toTrader } from "#worker/api/traders/index.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { follows } from "#worker/api/tables/profile.ts";

/** Statement for the traders an account follows, newest first. */
export function selectFollows(db: Database, accountId: string) {
  return db
    .select({ ...shownTraderFields, followed_at: follows.followed_at })
    .from(follows)
    .crossJoin(traders)
    .where(and(eq(traders.id, follows.trader_id), eq(follows.account_id, accountId)))
    .orderBy(desc(follows.followed_at), desc(traders.id));
}

/** All of them, newest first. */
export async function listFollows(db: Database, accountId: string): Promise<FollowList> {
  const [[head], rows, found] = await db.batch([
    selectHeadSeq(db),
    selectFollows(db, accountId),
    selectMarks(db),
  ]);
  const marks = toMarks(found);
  return { results: rows.map((row) => toFollowedTrader(row, marks)), as_of_seq: head?.seq ?? 0 };
}

function toFollowedTrader(
  { followed_at: atMs, ...trader }: Awaited<ReturnType<typeof selectFollows>>[number],
  marks: Marks,
): FollowedTrader {
  return { ...toTrader(trader, marks), followed_at: new Date(atMs).toISOString() };
}

export type Following = "followed" | "not_found" | "too_many_follows" | "trader_retired";

/**
 * Idempotent, also after the trader has retired: existing followers stay until they unfollow. `not_found` means an unknown
 * trader, or an account that was deleted since the request was authenticated.
 */
export async function followTrader(
  { db, now }: BaseDependencies,
  accountId: string,
  handle: string,
): Promise<Following> {
  const found = db
    .select({ id: traders.id })
    .from(traders)
    .crossJoin(accounts)
    .where(and(eq(traders.handle, handle), isNull(traders.retired_at), eq(accounts.id, accountId)));
  const count = db.$count(follows, eq(follows.account_id, accountId));
  const [, [state]] = await db.batch([
    insertIf(
      db,
      follows,
      { account_id: accountId, trader_id: sql`${found}`, followed_at: now() },
      sql`${exists(found)} AND ${count} < ${MAX_FOLLOWS}`,
    ).onConflictDoNothing(),
    db
      .select({ followed_at: follows.followed_at, retired_at: traders.retired_at })
      .from(traders)
      .crossJoin(accounts)
      .leftJoin(follows, and(eq(follows.account_id, accounts.id), eq(follows.trader_id, traders.id)))
      .where(and(eq(traders.handle, handle), eq(accounts.id, accountId))),
  ]);
  if (!state) return "not_found";
  if (state.followed_at !== null) return "followed";
  return state.retired_at === null ? "too_many_follows" : "trader_retired";
}

/** Idempotent; an unknown trader is no error. */
export async function unfollowTrader(db: Database, accountId: string, handle: string): Promise<void> {
  const trader = db.select({ id: traders.id }).from(traders).where(eq(traders.handle, handle));
  await db.delete(follows).where(and(eq(follows.account_id, accountId), eq(follows.trader_id, trader)));
}

interface FeedSelection {
  /** Only signals that have not ended yet. */
  readonly outcome?: "open" | undefined;
  /** Only signals published before this one. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

const own = alias(signals, "own");

/**
 * Statement for a page of the feed. The newest signals of each followed trader are read through its index and merged, so
 * that a page costs the same however many signals there are and however rarely the traders publish.
 */
export function selectFeed(
  db: Database,
  accountId: string,
  { outcome, cursor = Number.MAX_SAFE_INTEGER, limit }: FeedSelection,
) {
  const isWanted = outcome === undefined ? undefined : eq(own.outcome, outcome);
  const newestOfTrader = db
    .select({ seq: own.published_seq })
    .from(own)
    .where(and(eq(own.trader_id, follows.trader_id), isWanted, lt(own.published_seq, cursor)))
    .orderBy(desc(own.published_seq))
    .limit(limit);
  return db
    .select(signalFields)
    .from(follows)
    .crossJoin(signals)
    .crossJoin(traders)
    .where(
      and(
        eq(follows.account_id, accountId),
        inArray(signals.published_seq, newestOfTrader),
        eq(traders.id, signals.trader_id),
      ),
    )
    .orderBy(desc(signals.published_seq))
    .limit(limit);
}

/** Signals of the followed traders. */
export async function readFeed(
  db: Database,
  accountId: string,
  selection: FeedSelection,
): Promise<SignalPage> {
  const { limit } = selection;
  const page = selectFeed(db, accountId, { ...selection, limit: limit + 1 });
  return toSignalPage(await db.batch([selectHeadSeq(db), page]), limit);
}
