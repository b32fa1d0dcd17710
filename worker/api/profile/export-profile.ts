/** Everything kept on a member, for the member (GDPR articles 15 and 20). */
import * as v from "valibot";
import type { ProfileExport } from "#shared/contracts/profile.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { Account, describeUser, type Member } from "#worker/api/session/index.ts";
import { selectSessions, toMemberSession } from "./own-sessions.ts";

const FollowRow = v.object({ handle: v.string(), followed_at: v.number() });

/** Null where the account was deleted since the request was let in. Passcode and tokens are kept as hashes only: not in it. */
export async function exportProfile(
  { db, now }: ApiDependencies,
  { accountId, sessionId }: Member,
): Promise<ProfileExport | null> {
  const nowMs = now();
  const [accounts, sessions, follows] = await db.batch([
    db.prepare("SELECT * FROM accounts WHERE id = ?1").bind(accountId),
    selectSessions(db, accountId, nowMs),
    db
      .prepare(
        `SELECT handle, followed_at FROM follows CROSS JOIN traders ON traders.id = follows.trader_id
         WHERE account_id = ?1 ORDER BY followed_at, handle`,
      )
      .bind(accountId),
  ]);
  const account = accounts?.results[0];
  if (account === undefined) return null;
  return {
    exported_at: new Date(nowMs).toISOString(),
    account: describeUser(v.parse(Account, account)),
    sessions: (sessions?.results ?? []).map((row) => toMemberSession(row, sessionId)),
    follows: (follows?.results ?? []).map((row) => {
      const { handle, followed_at } = v.parse(FollowRow, row);
      return { trader: handle, followed_at: new Date(followed_at).toISOString() };
    }),
  };
}
