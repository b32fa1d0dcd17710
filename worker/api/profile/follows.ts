/** The traders a member follows, and the feed of their signals. */
import * as v from "valibot";
import { type FollowedTrader, MAX_FOLLOWS } from "#shared/contracts/profile.ts";
import type { SignalPage } from "#shared/contracts/signals.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { HEAD_SEQ, SIGNAL_COLUMNS, toSignalPage } from "#worker/api/signals/index.ts";
import { toTrader, TRADER_COLUMNS } from "#worker/api/traders/index.ts";

export const SELECT_FOLLOWS = `SELECT ${TRADER_COLUMNS}, followed_at
  FROM follows CROSS JOIN traders ON traders.id = follows.trader_id
  WHERE follows.account_id = ?1 ORDER BY followed_at DESC, traders.id DESC`;

/** All of them, the newest first. */
export async function listFollows(db: D1Database, accountId: string): Promise<FollowedTrader[]> {
  const { results } = await db.prepare(SELECT_FOLLOWS).bind(accountId).all();
  return results.map(toFollowedTrader);
}

function toFollowedTrader(row: unknown): FollowedTrader {
  const { followed_at } = v.parse(v.object({ followed_at: v.number() }), row);
  return { ...toTrader(row), followed_at: new Date(followed_at).toISOString() };
}

export type Following = "followed" | "not_found" | "too_many_follows";

const FollowState = v.object({ exists: v.number(), followed: v.number() });

/**
 * Again is the same as once. Retired traders can be followed: their open signals still end. `not_found` is a trader nobody
 * knows, or an account that was deleted since the request was let in.
 */
export async function followTrader(
  { db, now }: ApiDependencies,
  accountId: string,
  handle: string,
): Promise<Following> {
  const [, state] = await db.batch([
    db
      .prepare(
        `INSERT INTO follows (account_id, trader_id, followed_at)
         SELECT accounts.id, traders.id, ?3 FROM traders CROSS JOIN accounts
         WHERE handle = ?2 AND accounts.id = ?1
           AND (SELECT count(*) FROM follows WHERE account_id = ?1) < ${MAX_FOLLOWS}
         ON CONFLICT DO NOTHING`,
      )
      .bind(accountId, handle, now()),
    db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM traders CROSS JOIN accounts WHERE handle = ?2 AND accounts.id = ?1) AS "exists",
           EXISTS (SELECT 1 FROM follows
             WHERE account_id = ?1 AND trader_id = (SELECT id FROM traders WHERE handle = ?2)) AS followed`,
      )
      .bind(accountId, handle),
  ]);
  const { exists, followed } = v.parse(FollowState, state?.results[0]);
  if (exists === 0) return "not_found";
  return followed === 1 ? "followed" : "too_many_follows";
}

/** Again is the same as once, as is a trader nobody knows. */
export async function unfollowTrader(db: D1Database, accountId: string, handle: string): Promise<void> {
  await db
    .prepare(
      "DELETE FROM follows WHERE account_id = ?1 AND trader_id = (SELECT id FROM traders WHERE handle = ?2)",
    )
    .bind(accountId, handle)
    .run();
}

/**
 * A page of the feed: `?1` account, `?2` cursor, `?3` limit. The newest of each followed trader are read through its
 * index and merged, so that a page costs the same however many signals there are and however rare theirs.
 */
export const SELECT_FEED = `SELECT ${SIGNAL_COLUMNS}, ${HEAD_SEQ}
  FROM follows
  CROSS JOIN signals ON signals.published_seq IN (
    SELECT published_seq FROM signals AS own INDEXED BY signals_by_trader
    WHERE own.trader_id = follows.trader_id AND own.published_seq < ?2 ORDER BY own.published_seq DESC LIMIT ?3)
  CROSS JOIN traders ON traders.id = signals.trader_id
  WHERE follows.account_id = ?1 ORDER BY published_seq DESC LIMIT ?3`;

/** Signals of the followed traders. */
export async function readFeed(
  db: D1Database,
  accountId: string,
  {
    cursor = Number.MAX_SAFE_INTEGER,
    limit,
  }: { readonly cursor?: number | undefined; readonly limit: number },
): Promise<SignalPage> {
  const { results } = await db
    .prepare(SELECT_FEED)
    .bind(accountId, cursor, limit + 1)
    .all();
  return toSignalPage(results, limit);
}
