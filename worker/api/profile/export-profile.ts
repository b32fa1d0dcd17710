/**
 * Everything stored about a member, for the member (GDPR articles 15 and 20). Streamed, because the number of sessions is
 * unlimited.
 */
import { and, asc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { ProfileExport } from "#shared/contracts/profile.ts";
import type { Database } from "#worker/api/database.ts";
import { type Actor, logActOnAccount } from "#worker/api/audit-log.ts";
import { selectPasskeys, toKeptPasskey } from "#worker/api/passkeys/index.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { notificationSettings, pushSubscriptions } from "#worker/api/tables/push.ts";
import { type ConfirmationDependencies, describeUser, type Member } from "#worker/api/session/index.ts";
import { accounts, sessions } from "#worker/api/tables/session.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { selectActs, toAccountAct } from "./acts.ts";
import { toMemberSession } from "./own-sessions.ts";
import { follows } from "#worker/api/tables/profile.ts";
import { EXPORTED_SESSIONS_AT_ONCE } from "#shared/limits/sessions.ts";

const rowid = sql`rowid`.mapWith(Number);

/** Statement for sessions after a row; `sessions_by_account` has them in order, without sorting. */
function selectKeptSessions(db: Database, accountId: string, after: number, limit: number) {
  return db
    .select({ ...getTableColumns(sessions), rowid })
    .from(sessions)
    .where(and(eq(sessions.account_id, accountId), gt(rowid, after)))
    .orderBy(asc(rowid))
    .limit(limit);
}

/**
 * JSON of a `ProfileExport`; at most `pageSessions` sessions are in memory at a time. Null if the account was deleted since
 * the request was authenticated. Passcode and tokens are stored as hashes only and are left out, as are the keys of
 * browsers.
 */
export async function exportProfile(
  deps: ConfirmationDependencies,
  { member: { accountId, sessionId }, actor }: { readonly member: Member; readonly actor: Actor },
  pageSessions = EXPORTED_SESSIONS_AT_ONCE,
): Promise<ReadableStream<Uint8Array> | null> {
  const { db, now } = deps;
  const [, [account], followed, passkeys, acts, [settings], browsers] = await db.batch([
    logActOnAccount(db, actor, { action: "profile_exported", target: accountId, detail: {} }),
    db.select().from(accounts).where(eq(accounts.id, accountId)),
    db
      .select({ trader: traders.handle, followed_at: follows.followed_at, is_muted: follows.is_muted })
      .from(follows)
      .crossJoin(traders)
      .where(and(eq(traders.id, follows.trader_id), eq(follows.account_id, accountId)))
      .orderBy(asc(follows.followed_at), asc(traders.handle)),
    selectPasskeys(db, accountId),
    selectActs(db, accountId),
    db.select().from(notificationSettings).where(eq(notificationSettings.account_id, accountId)),
    db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.account_id, accountId))
      .orderBy(asc(pushSubscriptions.id)),
  ]);
  if (!account) return null;
  const head: Omit<ProfileExport, "sessions"> = {
    exported_at: new Date(now()).toISOString(),
    account: await describeUser(deps, account),
    follows: followed.map(({ trader, followed_at: atMs, is_muted }) => ({
      trader,
      followed_at: new Date(atMs).toISOString(),
      is_muted,
    })),
    notifications: {
      push: settings?.push ?? true,
      quiet_from: settings?.quiet_from ?? null,
      quiet_until: settings?.quiet_until ?? null,
    },
    push_subscriptions: browsers.map(({ endpoint, device, language, time_zone, created_at: atMs }) => ({
      endpoint,
      device,
      language,
      time_zone,
      created_at: new Date(atMs).toISOString(),
    })),
    passkeys: passkeys.map(toKeptPasskey),
    acts: acts.map(toAccountAct),
  };
  const first = 0;
  return streamPages(first, async (cursor) => {
    const found = await selectKeptSessions(db, accountId, cursor, pageSessions + 1);
    const rows = found.slice(0, pageSessions);
    const kept = rows.map((row) => JSON.stringify(toKeptSession(row, sessionId)));
    const start = cursor === first ? `${JSON.stringify(head).slice(0, -1)},"sessions":[` : "";
    // Between pages too, unless the rest was deleted meanwhile.
    const comma = cursor === first || kept.length === 0 ? "" : ",";
    const hasMore = found.length > pageSessions;
    return {
      text: start + comma + kept.join(",") + (hasMore ? "" : "]}"),
      next: hasMore ? (rows.at(-1)?.rowid ?? null) : null,
    };
  });
}

function toKeptSession(
  row: typeof sessions.$inferSelect,
  currentId: string,
): ProfileExport["sessions"][number] {
  return {
    ...toMemberSession(row, currentId),
    ended_at: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  };
}
