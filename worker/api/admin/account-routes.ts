/** Accounts, for staff. */
import { type Context, Hono } from "hono";
import { AccountChanges, AdminAccountQuery, NewAccount } from "#shared/contracts/admin.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { parseQuery, refuseQuery } from "#worker/api/parse-query.ts";
import { readBody } from "#worker/api/request-body.ts";
import {
  type MemberEnv,
  refusePasscode,
  refuseUnlessConfirmed,
  requireStaff,
} from "#worker/api/session/index.ts";
import { actorOf } from "./audit-log.ts";
import { type AccountRefusal, changeAccount, createAccount, endSessionsOf } from "./change-account.ts";
import { refuseAdmin } from "./refusals.ts";
import { searchAccounts } from "./search-accounts.ts";

/** To be mounted at `/api/admin`. */
export function createAccountRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();
  const staff = requireStaff(deps);

  routes.get("/accounts/", staff, async (c) => {
    const parsed = parseQuery(AdminAccountQuery, c.req.url);
    if (!parsed.ok) return parsed.response;
    const page = await searchAccounts(deps.db, parsed.query, deps.now());
    return page
      ? c.json(page)
      : refuseQuery("cursor", "must be the next value of an earlier page of the same search");
  });

  routes.post("/accounts/", staff, async (c) => {
    const body = await readBody(c.req.raw, NewAccount);
    if (!body.ok) return body.refusal;
    const refusal = await refuseUnlessAllowed(c, deps, body.value);
    if (refusal) return refusal;
    const made = await createAccount(deps, actorOf(c, deps), body.value);
    return made.ok ? c.json(made.account, 201) : refuseAccount(made.code);
  });

  routes.patch("/accounts/:id/", staff, async (c) => {
    const body = await readBody(c.req.raw, AccountChanges);
    if (!body.ok) return body.refusal;
    const refusal = await refuseUnlessAllowed(c, deps, body.value);
    if (refusal) return refusal;
    const by = { actor: actorOf(c, deps), keepSessionId: c.var.member.sessionId };
    const changed = await changeAccount(deps, by, c.req.param("id"), body.value);
    return changed.ok ? c.json(changed.account) : refuseAccount(changed.code);
  });

  routes.post("/accounts/:id/end-sessions/", staff, async (c) => {
    const ended = await endSessionsOf(deps, actorOf(c, deps), c.req.param("id"));
    return ended ? c.json(ended) : refuseAdmin("not_found");
  });

  return routes;
}

/** Whoever stole a session of staff must not be able to make a way in that outlives it, into an account old or new. */
async function refuseUnlessAllowed(
  c: Context<MemberEnv>,
  deps: ApiDependencies,
  changes: AccountChanges,
): Promise<Response | null> {
  const { role, is_active: isActive, passcode, current_passcode: currentPasscode } = changes;
  const givesWayIn = passcode !== undefined || role === "staff" || isActive === true;
  return givesWayIn ? refuseUnlessConfirmed(c, deps, currentPasscode) : null;
}

function refuseAccount(code: AccountRefusal): Response {
  return code === "staff_passcode_too_short" || code === "passcode_too_common"
    ? refusePasscode(code)
    : refuseAdmin(code);
}
