/** The member's own account: `/auth/me/` beyond reading, and everything below `/profile/`. */
import type { Context } from "hono";
import { Hono } from "#worker/http/hono.ts";
import * as v from "valibot";
import {
  AccountDeletion,
  FollowFeedQuery,
  PasscodeChange,
  PasscodeRemoval,
  ProfileChanges,
} from "#shared/contracts/profile.ts";
import { Handle } from "#shared/contracts/traders.ts";
import { actorOf } from "#worker/api/admin/index.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { readBody } from "#worker/api/request-body.ts";
import {
  clientAddress,
  describeUser,
  type MemberEnv,
  refuseAttempt,
  requireMember,
} from "#worker/api/session/index.ts";
import { changePasscode, type PasscodeRequest } from "./change-passcode.ts";
import { changeProfile } from "./change-profile.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportProfile } from "./export-profile.ts";
import { followTrader, listFollows, readFeed, unfollowTrader } from "./follows.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { refuseProfile } from "./refusals.ts";

/** To be mounted at `/api`. Members only; nobody reaches what is another's. */
export function createProfileRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  const { db } = deps;
  const routes = new Hono<MemberEnv>();
  const member = requireMember(deps);

  routes.patch("/auth/me/", member, async (c) => {
    const body = await readBody(c.req.raw, ProfileChanges);
    if (!body.ok) return body.refusal;
    const account = await changeProfile(db, c.var.member.accountId, body.value);
    return account ? c.json(describeUser(account)) : refuseProfile("not_found");
  });

  routes.post("/auth/me/passcode/", member, async (c) => {
    const body = await readBody(c.req.raw, PasscodeChange);
    if (!body.ok) return body.refusal;
    const { passcode, current_passcode: currentPasscode } = body.value;
    return answerPasscode(c, deps, { passcode, currentPasscode });
  });

  routes.delete("/auth/me/passcode/", member, async (c) => {
    const body = await readBody(c.req.raw, PasscodeRemoval);
    if (!body.ok) return body.refusal;
    return answerPasscode(c, deps, { passcode: null, currentPasscode: body.value.current_passcode });
  });

  routes.get("/profile/export/", member, async (c) => {
    const profile = await exportProfile(deps, c.var.member);
    if (!profile) return refuseProfile("not_found");
    return c.body(profile, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="tidemark-profile.json"',
    });
  });

  routes.delete("/profile/", member, async (c) => {
    const body = await readBody(c.req.raw, AccountDeletion);
    if (!body.ok) return body.refusal;
    const deletion = await deleteAccount(deps, {
      member: c.var.member,
      actor: actorOf(c, deps),
      confirm: body.value.confirm,
    });
    if (deletion === "deleted") return c.body(null, 204);
    return refuseProfile(deletion === "account_gone" ? "not_found" : deletion);
  });

  addSessionRoutes(routes, deps);
  addFollowRoutes(routes, deps);
  return routes;
}

function addSessionRoutes(routes: Hono<MemberEnv>, deps: ApiDependencies): void {
  const member = requireMember(deps);

  routes.get("/profile/sessions/", member, async (c) =>
    c.json({ results: await listSessions(deps, c.var.member) }),
  );

  routes.delete("/profile/sessions/:id/", member, async (c) =>
    (await endSession(deps, c.var.member, c.req.param("id")))
      ? c.body(null, 204)
      : refuseProfile("not_found"),
  );

  routes.post("/profile/sessions/end-others/", member, async (c) =>
    c.json({ ended: await endOtherSessions(deps, c.var.member) }),
  );
}

function addFollowRoutes(routes: Hono<MemberEnv>, deps: ApiDependencies): void {
  const { db } = deps;
  const member = requireMember(deps);

  routes.get("/profile/follows/", member, async (c) =>
    c.json({ results: await listFollows(db, c.var.member.accountId) }),
  );

  routes.put("/profile/follows/:handle/", member, async (c) => {
    const handle = c.req.param("handle");
    if (!v.is(Handle, handle)) return refuseProfile("not_found");
    const following = await followTrader(deps, c.var.member.accountId, handle);
    return following === "followed" ? c.json({ handle, is_followed: true }) : refuseProfile(following);
  });

  routes.delete("/profile/follows/:handle/", member, async (c) => {
    const handle = c.req.param("handle");
    if (!v.is(Handle, handle)) return refuseProfile("not_found");
    await unfollowTrader(db, c.var.member.accountId, handle);
    return c.json({ handle, is_followed: false });
  });

  routes.get("/profile/feed/", member, async (c) => {
    const parsed = parseQuery(FollowFeedQuery, c.req.url);
    if (!parsed.ok) return parsed.response;
    return c.json(await readFeed(db, c.var.member.accountId, parsed.query));
  });
}

async function answerPasscode(
  c: Context<MemberEnv>,
  deps: ApiDependencies,
  request: Omit<PasscodeRequest, "address">,
): Promise<Response> {
  const address = clientAddress(c.req.raw.headers);
  const change = await changePasscode(deps, c.var.member, { ...request, address });
  switch (change.outcome) {
    case "changed":
      return c.json(describeUser(change.account));
    case "throttled":
      deps.log({ level: "warn", event: "passcode_change_throttled", requestId: c.var.requestId });
      return refuseAttempt(change.retryAfterSeconds);
    case "account_gone":
      return refuseProfile("not_found");
    case "wrong_passcode":
    case "staff_needs_passcode":
      return refuseProfile(change.outcome);
  }
}
