/** Invites, for staff. */
import { Hono } from "hono";
import { CreatedInvite, InviteList, NewInvite } from "#shared/contracts/accounts.ts";
import { describe } from "#worker/api/declare.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type ConfirmationDependencies,
  type SessionDependencies,
  actorOf,
  type MemberEnv,
  requireConfirmation,
  requireStaff,
} from "#worker/api/session/index.ts";
import { createInvite, listInvites, revokeInvite } from "./invites.ts";
import { refuseAdmin } from "./admin-refusals.ts";
import { INVITE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

type InviteDependencies = ConfirmationDependencies & Pick<SessionDependencies, "signUp">;

/** To be mounted at `/api/admin`. */
export const inviteRoutes = new Hono<MemberEnv<InviteDependencies>>();

inviteRoutes.get(
  "/invites/",
  describe({
    id: "listInvites",
    tag: "accounts",
    summary: "Usable invites",
    answers: { 200: { description: "Newest first.", schema: InviteList } },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    return c.json({ sign_up: deps.signUp, results: await listInvites(deps) });
  },
);

inviteRoutes.post(
  "/invites/",
  describe({
    id: "createInvite",
    tag: "accounts",
    summary: "Create a link that lets somebody in once",
    description:
      `It is valid for ${INVITE_LIFETIME_SECONDS / 86_400} days: for a new account with any free id, or for the first passcode ` +
      "of the given account.",
    answers: { 201: { description: "The link, which is shown only once.", schema: CreatedInvite } },
    refusals: { 404: ["not_found"], 409: ["has_passcode", "sign_up_closed"] },
  }),
  requireStaff,
  body(NewInvite),
  requireConfirmation,
  async (c) => {
    const { deps } = c.var;
    const { account_id: accountId = null } = c.req.valid("json");
    const made = await createInvite(deps, actorOf(c, deps), accountId);
    return made.ok ? c.json(made.invite, 201) : refuseAdmin(made.code);
  },
);

inviteRoutes.delete(
  "/invites/:id/",
  describe({
    id: "revokeInvite",
    tag: "accounts",
    summary: "Revoke an invite",
    params: { id: { description: "The invite." } },
    answers: { 204: { description: "Its link no longer works." } },
    refusals: { 404: ["not_found"] },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    const isRevoked = await revokeInvite(deps.db, actorOf(c, deps), c.req.param("id"));
    return isRevoked ? c.body(null, 204) : refuseAdmin("not_found");
  },
);
