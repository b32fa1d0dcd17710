/** Accounts, for staff. */
import { Hono } from "hono";
import {
  AccountChanges,
  AdminAccount,
  AdminAccountPage,
  AdminAccountQuery,
  NewAccount,
} from "#shared/contracts/accounts.ts";
import { EndedSessions } from "#shared/contracts/profile.ts";
import { PASSCODE_PROBLEM_CODES } from "#shared/contracts/session.ts";
import { describe } from "#worker/api/declare.ts";
import { query, refuseQuery } from "#worker/api/parse-query.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type ConfirmationDependencies,
  actorOf,
  type MemberEnv,
  refusePasscode,
  requireConfirmation,
  requireStaff,
} from "#worker/api/session/index.ts";
import { type AccountRefusal, changeAccount, createAccount, endSessionsOf } from "./change-account.ts";
import { refuseAdmin } from "./admin-refusals.ts";
import { searchAccounts } from "./search-accounts.ts";

/** To be mounted at `/api/admin`. */
export const accountRoutes = new Hono<MemberEnv<ConfirmationDependencies>>();

const params = { id: { description: "The account." } };

accountRoutes.get(
  "/accounts/",
  describe({
    id: "searchAccounts",
    tag: "accounts",
    summary: "Accounts whose id or name begins with a text",
    answers: { 200: { description: "A page.", schema: AdminAccountPage } },
  }),
  requireStaff,
  query(AdminAccountQuery),
  async (c) => {
    const { db, now } = c.var.deps;
    const page = await searchAccounts(db, c.req.valid("query"), now());
    return page
      ? c.json(page)
      : refuseQuery("cursor", "must be the next value of an earlier page of the same search");
  },
);

accountRoutes.post(
  "/accounts/",
  describe({
    id: "createAccount",
    tag: "accounts",
    summary: "Create an account",
    description:
      "Without a passcode, the id alone signs in if `id_alone` is true; otherwise the owner first chooses a passcode by an invite.",
    answers: { 201: { description: "The new account.", schema: AdminAccount } },
    refusals: {
      400: PASSCODE_PROBLEM_CODES,
      409: ["account_exists", "staff_needs_passcode", "not_by_id_alone"],
    },
  }),
  requireStaff,
  body(NewAccount),
  requireConfirmation,
  async (c) => {
    const { deps } = c.var;
    const made = await createAccount(deps, actorOf(c, deps), c.req.valid("json"));
    return made.ok ? c.json(made.account, 201) : refuseAccount(made.code);
  },
);

accountRoutes.patch(
  "/accounts/:id/",
  describe({
    id: "changeAccount",
    tag: "accounts",
    summary: "Change role, passcode or whether and how an account can sign in",
    description: "Setting or removing somebody else's passcode also removes the account's passkeys.",
    params,
    answers: { 200: { description: "The changed account.", schema: AdminAccount } },
    refusals: {
      400: PASSCODE_PROBLEM_CODES,
      404: ["not_found"],
      409: ["staff_needs_passcode", "last_staff", "not_by_id_alone"],
    },
  }),
  requireStaff,
  body(AccountChanges),
  requireConfirmation,
  async (c) => {
    const { deps, member } = c.var;
    const by = { actor: actorOf(c, deps), keepSessionId: member.sessionId };
    const changed = await changeAccount(deps, by, c.req.param("id"), c.req.valid("json"));
    return changed.ok ? c.json(changed.account) : refuseAccount(changed.code);
  },
);

accountRoutes.post(
  "/accounts/:id/end-sessions/",
  describe({
    id: "endSessionsOfAccount",
    tag: "accounts",
    summary: "Sign an account out everywhere",
    params,
    answers: { 200: { description: "How many sessions were ended.", schema: EndedSessions } },
    refusals: { 404: ["not_found"] },
  }),
  requireStaff,
  async (c) => {
    const { deps } = c.var;
    const ended = await endSessionsOf(deps, actorOf(c, deps), c.req.param("id"));
    return ended ? c.json(ended) : refuseAdmin("not_found");
  },
);

function refuseAccount(code: AccountRefusal): Response {
  return code === "staff_passcode_too_short" || code === "passcode_too_common"
    ? refusePasscode(code)
    : refuseAdmin(code);
}
