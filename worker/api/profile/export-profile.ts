/** Everything kept on a member, for the member (GDPR articles 15 and 20). Streamed: nothing limits how many sessions that is. */
import * as v from "valibot";
import type { ProfileExport } from "#shared/contracts/profile.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type Actor, logActOnAccount } from "#worker/api/admin/index.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { Account, describeUser, type Member } from "#worker/api/session/index.ts";
import { SELECT_ACTS, toAccountAct } from "./acts.ts";
import { SESSION_COLUMNS, toMemberSession } from "./own-sessions.ts";

const PAGE_SESSIONS = 1000;

/** `?1` account, `?2` row to start after, `?3` limit. Rows follow one another in `sessions_by_account` without sorting. */
const SELECT_KEPT_SESSIONS = `SELECT ${SESSION_COLUMNS}, revoked_at, rowid FROM sessions
  WHERE account_id = ?1 AND rowid > ?2 ORDER BY rowid LIMIT ?3`;

const KeptRow = v.object({ revoked_at: v.nullable(v.number()), rowid: v.number() });
const FollowRow = v.object({ handle: v.string(), followed_at: v.number() });

/**
 * JSON of a `ProfileExport`; `pageSessions` are in memory at a time. Null where the account was deleted since the request
 * was let in. Passcode and tokens are kept as hashes only: not in it.
 */
export async function exportProfile(
  { db, now }: ApiDependencies,
  { member: { accountId, sessionId }, actor }: { readonly member: Member; readonly actor: Actor },
  pageSessions = PAGE_SESSIONS,
): Promise<ReadableStream<Uint8Array> | null> {
  const [, accounts, follows, acts] = await db.batch([
    logActOnAccount(db, actor, { action: "profile_exported", target: accountId, detail: {} }),
    db.prepare("SELECT * FROM accounts WHERE id = ?1").bind(accountId),
    db
      .prepare(
        `SELECT handle, followed_at FROM follows CROSS JOIN traders ON traders.id = follows.trader_id
         WHERE account_id = ?1 ORDER BY followed_at, handle`,
      )
      .bind(accountId),
    db.prepare(SELECT_ACTS).bind(accountId),
  ]);
  const account = accounts?.results[0];
  if (account === undefined) return null;
  const head: Omit<ProfileExport, "sessions"> = {
    exported_at: new Date(now()).toISOString(),
    account: describeUser(v.parse(Account, account)),
    follows: (follows?.results ?? []).map((row) => {
      const { handle, followed_at } = v.parse(FollowRow, row);
      return { trader: handle, followed_at: new Date(followed_at).toISOString() };
    }),
    acts: (acts?.results ?? []).map(toAccountAct),
  };
  const first = 0;
  return streamPages(first, async (cursor) => {
    const { results } = await db
      .prepare(SELECT_KEPT_SESSIONS)
      .bind(accountId, cursor, pageSessions + 1)
      .all();
    const rows = results.slice(0, pageSessions);
    const sessions = rows.map((row) => JSON.stringify(toKeptSession(row, sessionId)));
    const start = cursor === first ? `${JSON.stringify(head).slice(0, -1)},"sessions":[` : "";
    // Between pages too, unless the rest was deleted meanwhile.
    const comma = cursor === first || sessions.length === 0 ? "" : ",";
    const hasMore = results.length > pageSessions;
    return {
      text: start + comma + sessions.join(",") + (hasMore ? "" : "]}"),
      next: hasMore ? v.parse(KeptRow, rows.at(-1)).rowid : null,
    };
  });
}

function toKeptSession(row: unknown, currentId: string): ProfileExport["sessions"][number] {
  const { revoked_at } = v.parse(KeptRow, row);
  return {
    ...toMemberSession(row, currentId),
    ended_at: revoked_at === null ? null : new Date(revoked_at).toISOString(),
  };
}
