/** Invites: created and revoked by staff, shown once, stored as a hash. Sign-in redeems them. */
import type { SessionDependencies } from "#worker/api/session/index.ts";
import { and, desc, eq, exists, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { base64url } from "jose";
import type { CreatedInvite, Invite } from "#shared/contracts/accounts.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { accounts, invites } from "#worker/api/tables/session.ts";
import { sha256 } from "#worker/http/digests.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { MAX_LISTED_INVITES } from "#shared/limits/lists.ts";
import { INVITE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const TOKEN_BYTES = 16;

const makers = alias(accounts, "makers");

/** Statement for usable invites, newest first; with `id`, only for that one. */
export function selectInvites(db: Database, nowMs: number, id?: string) {
  return db
    .select({
      ...getTableColumns(invites),
      pocketoption_id: accounts.pocketoption_id,
      maker: sql<string | null>`${makers.pocketoption_id}`.as("maker"),
    })
    .from(invites)
    .leftJoin(accounts, eq(accounts.id, invites.account_id))
    .leftJoin(makers, eq(makers.id, invites.created_by))
    .where(and(gt(invites.expires_at, nowMs), id === undefined ? undefined : eq(invites.id, id)))
    .orderBy(desc(invites.expires_at), desc(invites.id))
    .limit(MAX_LISTED_INVITES);
}

export async function listInvites({ db, now }: Pick<BaseDependencies, "db" | "now">): Promise<Invite[]> {
  return (await selectInvites(db, now())).map(toInvite);
}

export type InviteCreation =
  | { readonly ok: true; readonly invite: CreatedInvite }
  | { readonly ok: false; readonly code: "not_found" | "has_passcode" | "sign_up_closed" };

/** The answer holds the token, which is not shown again. Without an account the invite creates one. */
export async function createInvite(
  { db, signUp }: Pick<SessionDependencies, "db" | "signUp">,
  actor: Actor,
  accountId: string | null,
): Promise<InviteCreation> {
  if (accountId === null && signUp === "closed") return { ok: false, code: "sign_up_closed" };
  const id = crypto.randomUUID();
  const token = base64url.encode(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const isAccount = eq(accounts.id, accountId ?? "");
  const isInvitable = and(
    isAccount,
    eq(accounts.role, "member"),
    eq(accounts.is_active, true),
    isNull(accounts.passcode_hash),
  );
  const row = {
    id,
    token_hash: await sha256(token),
    account_id: accountId,
    created_by: actor.actorId,
    created_at: actor.atMs,
    expires_at: actor.atMs + INVITE_LIFETIME_SECONDS * 1000,
  };
  const condition =
    accountId === null ? sql`1` : exists(db.select({ id: accounts.id }).from(accounts).where(isInvitable));
  const detail = accountId === null ? {} : { account: accountId };
  const [, , [made], known] = await db.batch([
    insertIf(db, invites, row, condition),
    logActIfChanged(db, actor, { action: "invite_created", target: id, detail }),
    selectInvites(db, actor.atMs, id),
    db.select({ id: accounts.id }).from(accounts).where(isAccount),
  ]);
  if (made) return { ok: true, invite: { ...toInvite(made), path: `/login#invite=${token}` } };
  return { ok: false, code: known.length === 0 ? "not_found" : "has_passcode" };
}

/** False if there is no such invite: it never existed, or is used, revoked or expired. */
export async function revokeInvite(db: Database, actor: Actor, id: string): Promise<boolean> {
  const [revoked] = await db.batch([
    db.delete(invites).where(eq(invites.id, id)),
    logActIfChanged(db, actor, { action: "invite_revoked", target: id, detail: {} }),
  ]);
  return revoked.meta.changes > 0;
}

function toInvite(row: Awaited<ReturnType<typeof selectInvites>>[number]): Invite {
  const { id, account_id: accountId, pocketoption_id: pocketoptionId, maker } = row;
  return {
    id,
    account: accountId === null ? null : { id: accountId, pocketoption_id: pocketoptionId ?? "" },
    created_by: maker,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  };
}
