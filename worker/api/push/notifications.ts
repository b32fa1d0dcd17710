/** A member's settings for notifications. */
import { and, asc, eq, exists, sql } from "drizzle-orm";
import type { NotificationChanges, Notifications } from "#shared/contracts/push.ts";
import { type Database, insertIf, type Statement } from "#worker/api/database.ts";
import { follows } from "#worker/api/tables/profile.ts";
import type { Member } from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { selectSubscriptions, toEntry } from "./subscriptions.ts";
import { notificationSettings } from "#worker/api/tables/push.ts";

/**
 * Null if the account was deleted. `publicKey` is null if the site sends no push. A member who has not proved to own the
 * account sees only the browser of this session, because an endpoint is enough to end or move a subscription.
 */
export async function readNotifications(
  db: Database,
  { accountId, sessionId }: Member,
  { publicKey, isOwner }: { readonly publicKey: string | null; readonly isOwner: boolean },
): Promise<Notifications | null> {
  const [[settings], devices, muted] = await db.batch([
    selectSettings(db, accountId),
    selectSubscriptions(db, accountId, publicKey ?? ""),
    db
      .select({ handle: traders.handle })
      .from(follows)
      .crossJoin(traders)
      .where(
        and(eq(traders.id, follows.trader_id), eq(follows.account_id, accountId), eq(follows.is_muted, true)),
      )
      .orderBy(asc(traders.handle)),
  ]);
  if (!settings) return null;
  return {
    public_key: publicKey,
    ...settings,
    push: settings.push ?? true,
    devices: devices.filter(({ session_id: id }) => isOwner || id === sessionId).map(toEntry),
    muted: muted.map(({ handle }) => handle),
  };
}

function selectSettings(db: Database, accountId: string) {
  return db
    .select({
      push: notificationSettings.push,
      quiet_from: notificationSettings.quiet_from,
      quiet_until: notificationSettings.quiet_until,
      time_zone: accounts.time_zone,
      language: accounts.language,
    })
    .from(accounts)
    .leftJoin(notificationSettings, eq(notificationSettings.account_id, accounts.id))
    .where(eq(accounts.id, accountId));
}

/** Settings without a change stay. */
export async function changeNotifications(
  db: Database,
  accountId: string,
  { push, quiet_from, quiet_until, time_zone, language, muted }: NotificationChanges,
): Promise<void> {
  const isAccount = eq(accounts.id, accountId);
  const account = db.select({ id: accounts.id }).from(accounts).where(isAccount);
  const set = {
    ...(push !== undefined && { push }),
    ...(quiet_from !== undefined && { quiet_from, quiet_until }),
  };
  const ofAccount = {
    ...(time_zone !== undefined && { time_zone }),
    ...(language !== undefined && { language }),
  };
  const statements: Statement[] = [];
  if (Object.keys(set).length > 0)
    statements.push(
      insertIf(
        db,
        notificationSettings,
        { account_id: accountId, ...set },
        exists(account),
      ).onConflictDoUpdate({
        target: notificationSettings.account_id,
        set,
      }),
    );
  if (Object.keys(ofAccount).length > 0) statements.push(db.update(accounts).set(ofAccount).where(isAccount));
  if (muted) statements.push(mute(db, accountId, muted));
  const [first, ...others] = statements;
  if (first) await db.batch([first, ...others]);
}

/** Statement that mutes exactly these of the followed traders. */
function mute(db: Database, accountId: string, handles: readonly string[]) {
  const named = sql`(SELECT ${traders.id} FROM ${traders}
    WHERE ${traders.handle} IN (SELECT value FROM json_each(${JSON.stringify(handles)})))`;
  return db
    .update(follows)
    .set({ is_muted: sql`${follows.trader_id} IN ${named}` })
    .where(eq(follows.account_id, accountId));
}
