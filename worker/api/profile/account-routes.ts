/** What members read of their account, change in it and take along. */
import { type Context, Hono } from "hono";
import {
  AccountActList,
  AccountDeletion,
  PasscodeChange,
  PasscodeRemoval,
  ProfileChanges,
  ProfileExport,
  ProfileExportRequest,
} from "#shared/contracts/profile.ts";
import { PASSCODE_PROBLEM_CODES, User } from "#shared/contracts/session.ts";
import { actorOf } from "#worker/api/admin/index.ts";
import { describe } from "#worker/api/declare.ts";
import { body } from "#worker/api/request-body.ts";
import {
  describeUser,
  type MemberEnv,
  refusePasscode,
  refuseUnlessConfirmed,
  requireMember,
  requirePasscodeHolder,
} from "#worker/api/session/index.ts";
import { listActs } from "./acts.ts";
import { changePasscode } from "./change-passcode.ts";
import { changeProfile } from "./change-profile.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportProfile } from "./export-profile.ts";
import { refuseProfile } from "./refusals.ts";

export const accountRoutes = new Hono<MemberEnv>();

const CHANGED = { 200: { description: "The account as it now is.", schema: User } };

accountRoutes.patch(
  "/auth/me/",
  describe({
    id: "changeMe",
    tag: "profile",
    summary: "Change name, language or time zone",
    answers: CHANGED,
    refusals: { 404: ["not_found"] },
  }),
  requirePasscodeHolder,
  body(ProfileChanges),
  async (c) => {
    const account = await changeProfile(c.var.deps.db, c.var.member.accountId, c.req.valid("json"));
    return account ? c.json(describeUser(account)) : refuseProfile("not_found");
  },
);

accountRoutes.post(
  "/auth/me/passcode/",
  describe({
    id: "setPasscode",
    tag: "profile",
    summary: "Change the passcode",
    description: "Ends the member's other sessions. The first passcode of an account is set by staff.",
    answers: CHANGED,
    refusals: { 400: PASSCODE_PROBLEM_CODES, 429: ["throttled"] },
  }),
  requirePasscodeHolder,
  body(PasscodeChange),
  (c) => answerPasscode(c, c.req.valid("json")),
);

accountRoutes.delete(
  "/auth/me/passcode/",
  describe({
    id: "removePasscode",
    tag: "profile",
    summary: "Remove the passcode",
    description:
      "Ends the member's other sessions. From then on the account reads and follows, and changes nothing.",
    answers: CHANGED,
    refusals: { 400: ["wrong_passcode"], 403: ["staff_needs_passcode"], 429: ["throttled"] },
  }),
  requirePasscodeHolder,
  body(PasscodeRemoval),
  (c) => answerPasscode(c, { passcode: null, ...c.req.valid("json") }),
);

accountRoutes.get(
  "/profile/acts/",
  describe({
    id: "listActs",
    tag: "profile",
    summary: "What was done to the account, by its owner or by staff",
    answers: { 200: { description: "The newest first, at most 100.", schema: AccountActList } },
  }),
  requireMember,
  async (c) => c.json({ results: await listActs(c.var.deps.db, c.var.member.accountId) }),
);

accountRoutes.post(
  "/profile/export/",
  describe({
    id: "exportProfile",
    tag: "profile",
    summary: "Everything kept on the member, as a download",
    answers: { 200: { description: "The member's data.", schema: ProfileExport } },
    refusals: { 400: ["wrong_passcode"], 404: ["not_found"], 429: ["throttled"] },
  }),
  requirePasscodeHolder,
  body(ProfileExportRequest),
  async (c) => {
    const { deps, member } = c.var;
    const refusal = await refuseUnlessConfirmed(c, deps, c.req.valid("json").current_passcode);
    if (refusal) return refusal;
    const profile = await exportProfile(deps, { member, actor: actorOf(c, deps) });
    if (!profile) return refuseProfile("not_found");
    return c.body(profile, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="tidemark-profile.json"',
    });
  },
);

accountRoutes.delete(
  "/profile/",
  describe({
    id: "deleteProfile",
    tag: "profile",
    summary: "Delete the account for good",
    answers: { 204: { description: "The account is gone, and all its sessions with it." } },
    refusals: {
      400: ["not_confirmed", "wrong_passcode"],
      404: ["not_found"],
      409: ["last_staff"],
      429: ["throttled"],
    },
  }),
  requirePasscodeHolder,
  body(AccountDeletion),
  async (c) => {
    const { deps, member } = c.var;
    const { confirm, current_passcode: passcode } = c.req.valid("json");
    const refusal = await refuseUnlessConfirmed(c, deps, passcode);
    if (refusal) return refusal;
    const deletion = await deleteAccount(deps, { member, actor: actorOf(c, deps), confirm });
    if (deletion === "deleted") return c.body(null, 204);
    return refuseProfile(deletion === "account_gone" ? "not_found" : deletion);
  },
);

async function answerPasscode(
  c: Context<MemberEnv>,
  change: { readonly passcode: string | null; readonly current_passcode?: string | undefined },
): Promise<Response> {
  const { account, deps, member } = c.var;
  const refusal = await refuseUnlessConfirmed(c, deps, change.current_passcode);
  if (refusal) return refusal;
  const { passcode } = change;
  const actor = actorOf(c, deps);
  const changed = await changePasscode(deps, { account, actor, sessionId: member.sessionId, passcode });
  if (changed.outcome === "changed") return c.json(describeUser(changed.account));
  return changed.outcome === "staff_needs_passcode"
    ? refuseProfile(changed.outcome)
    : refusePasscode(changed.outcome);
}
