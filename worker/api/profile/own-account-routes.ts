/** Routes by which members read, change and export their account. */
import { and, eq, not } from "drizzle-orm";
import { Hono } from "hono";
import {
  AccountActList,
  AccountDeletion,
  PasscodeChange,
  ProfileChanges,
  ProfileExport,
  ProfileExportRequest,
} from "#shared/contracts/profile.ts";
import { PASSCODE_PROBLEM_CODES, User } from "#shared/contracts/session.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import type { Database } from "#worker/api/database.ts";
import { describe } from "#worker/api/declare.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type ConfirmationDependencies,
  actorOf,
  type Account,
  describeUser,
  isLastStaff,
  type MemberEnv,
  readAccount,
  refusePasscode,
  requireConfirmation,
  requireHolder,
} from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { listActs } from "./acts.ts";
import { changePasscode } from "./change-passcode.ts";
import { exportProfile } from "./export-profile.ts";
import { refuseProfile } from "./profile-refusals.ts";

export const accountRoutes = new Hono<MemberEnv<ConfirmationDependencies>>();

const CHANGED = { 200: { description: "The changed account.", schema: User } };

accountRoutes.patch(
  "/auth/me/",
  describe({
    id: "changeMe",
    tag: "profile",
    summary: "Change name, language or time zone",
    answers: CHANGED,
    refusals: { 404: ["not_found"] },
  }),
  requireHolder,
  body(ProfileChanges),
  async (c) => {
    const account = await changeProfile(c.var.deps.db, c.var.member.accountId, c.req.valid("json"));
    return account ? c.json(await describeUser(c.var.deps, account)) : refuseProfile("not_found");
  },
);

accountRoutes.post(
  "/auth/me/passcode/",
  describe({
    id: "setPasscode",
    tag: "profile",
    summary: "Change the passcode",
    description:
      "Ends the member's other sessions. The first passcode of an account is chosen at sign-in or set by staff.",
    answers: CHANGED,
    refusals: { 400: PASSCODE_PROBLEM_CODES },
  }),
  requireHolder,
  body(PasscodeChange),
  requireConfirmation,
  async (c) => {
    const { account, deps, member } = c.var;
    const { passcode } = c.req.valid("json");
    const actor = actorOf(c, deps);
    const changed = await changePasscode(deps, { account, actor, sessionId: member.sessionId, passcode });
    return changed.outcome === "changed"
      ? c.json(await describeUser(deps, changed.account))
      : refusePasscode(changed.outcome);
  },
);

accountRoutes.get(
  "/profile/acts/",
  describe({
    id: "listActs",
    tag: "profile",
    summary: "What was done to the account, by its owner or by staff",
    answers: { 200: { description: "Newest first, at most 100.", schema: AccountActList } },
  }),
  requireHolder,
  async (c) => c.json({ results: await listActs(c.var.deps.db, c.var.member.accountId) }),
);

accountRoutes.post(
  "/profile/export/",
  describe({
    id: "exportProfile",
    tag: "profile",
    summary: "Everything stored about the member, as a download",
    answers: { 200: { description: "The member's data.", schema: ProfileExport } },
    refusals: { 404: ["not_found"] },
  }),
  requireHolder,
  body(ProfileExportRequest),
  requireConfirmation,
  async (c) => {
    const { deps, member } = c.var;
    const profile = await exportProfile(deps, { member, actor: actorOf(c, deps) });
    if (!profile) return refuseProfile("not_found");
    return c.body(profile, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="profile.json"',
    });
  },
);

accountRoutes.delete(
  "/profile/",
  describe({
    id: "deleteProfile",
    tag: "profile",
    summary: "Delete the account for good",
    answers: { 204: { description: "The account and all its sessions are deleted." } },
    refusals: { 400: ["not_confirmed"], 404: ["not_found"], 409: ["last_staff"] },
  }),
  requireHolder,
  body(AccountDeletion),
  requireConfirmation,
  async (c) => {
    const { account, deps } = c.var;
    if (c.req.valid("json").confirm !== account.pocketoption_id) return refuseProfile("not_confirmed");
    const deletion = await deleteAccount(deps.db, account, actorOf(c, deps));
    return deletion === "deleted" ? c.body(null, 204) : refuseProfile(deletion);
  },
);

/** The account after the changes; fields without a change stay. Null if the account was deleted. */
async function changeProfile(
  db: Database,
  accountId: string,
  { name, language, time_zone }: ProfileChanges,
): Promise<Account | null> {
  const set = { name, language, time_zone };
  if (Object.values(set).every((value) => value === undefined)) return readAccount(db, accountId);
  const [account] = await db.update(accounts).set(set).where(eq(accounts.id, accountId)).returning();
  return account ?? null;
}

/**
 * Deletes the member's account permanently, with its sessions, tokens and follows (foreign keys). The ledger holds nothing
 * about members, and the audit log only a random id, so nothing there breaks or needs rewriting.
 */
async function deleteAccount(
  db: Database,
  { id, role }: Account,
  actor: Actor,
): Promise<"deleted" | "last_staff" | "not_found"> {
  const [deleted] = await db.batch([
    db.delete(accounts).where(and(eq(accounts.id, id), not(isLastStaff))),
    logActIfChanged(db, actor, { action: "account_deleted", target: id, detail: { role } }),
  ]);
  if (deleted.meta.changes !== 0) return "deleted";
  return (await readAccount(db, id)) ? "last_staff" : "not_found";
}
