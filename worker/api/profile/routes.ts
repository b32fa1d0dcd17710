/** The member's own account: `/auth/me/` beyond reading, and everything below `/profile/`. */
import { type Context, Hono } from "hono";
import * as v from "valibot";
import {
  AccountDeletion,
  FollowFeedQuery,
  PasscodeChange,
  PasscodeRemoval,
  ProfileChanges,
  ProfileExportRequest,
  MAX_FOLLOWS,
  type ProfileProblemCode,
} from "#shared/contracts/profile.ts";
import { Handle } from "#shared/contracts/traders.ts";
import { actorOf } from "#worker/api/admin/index.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { readBody } from "#worker/api/request-body.ts";
import {
  describeUser,
  type MemberEnv,
  refuseUnlessConfirmed,
  refusePasscode,
  requireMember,
  requirePasscodeHolder,
} from "#worker/api/session/index.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { listActs } from "./acts.ts";
import { changePasscode } from "./change-passcode.ts";
import { changeProfile } from "./change-profile.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportProfile } from "./export-profile.ts";
import { followTrader, listFollows, readFeed, unfollowTrader } from "./follows.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";

/** To be mounted at `/api`. Members only, who change things only as holders of a passcode; nobody reaches what is another's. */
export function createProfileRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  const { db } = deps;
  const routes = new Hono<MemberEnv>();
  const holder = requirePasscodeHolder(deps);

  routes.patch("/auth/me/", holder, async (c) => {
    const body = await readBody(c.req.raw, ProfileChanges);
    if (!body.ok) return body.refusal;
    const account = await changeProfile(db, c.var.member.accountId, body.value);
    return account ? c.json(describeUser(account)) : refuseProfile("not_found");
  });

  routes.post("/auth/me/passcode/", holder, async (c) => {
    const body = await readBody(c.req.raw, PasscodeChange);
    if (!body.ok) return body.refusal;
    return answerPasscode(c, deps, body.value);
  });

  routes.delete("/auth/me/passcode/", holder, async (c) => {
    const body = await readBody(c.req.raw, PasscodeRemoval);
    if (!body.ok) return body.refusal;
    return answerPasscode(c, deps, { passcode: null, ...body.value });
  });

  routes.get("/profile/acts/", requireMember(deps), async (c) =>
    c.json({ results: await listActs(db, c.var.member.accountId) }),
  );

  routes.post("/profile/export/", holder, async (c) => {
    const body = await readBody(c.req.raw, ProfileExportRequest);
    if (!body.ok) return body.refusal;
    const refusal = await refuseUnlessConfirmed(c, deps, body.value.current_passcode);
    if (refusal) return refusal;
    const profile = await exportProfile(deps, { member: c.var.member, actor: actorOf(c, deps) });
    if (!profile) return refuseProfile("not_found");
    return c.body(profile, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="tidemark-profile.json"',
    });
  });

  routes.delete("/profile/", holder, async (c) => {
    const body = await readBody(c.req.raw, AccountDeletion);
    if (!body.ok) return body.refusal;
    const refusal = await refuseUnlessConfirmed(c, deps, body.value.current_passcode);
    if (refusal) return refusal;
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
  const holder = requirePasscodeHolder(deps);

  routes.get("/profile/sessions/", requireMember(deps), async (c) =>
    c.json({ results: await listSessions(deps, c.var.member) }),
  );

  routes.delete("/profile/sessions/:id/", holder, async (c) =>
    (await endSession(deps, c.var.member, c.req.param("id")))
      ? c.body(null, 204)
      : refuseProfile("not_found"),
  );

  routes.post("/profile/sessions/end-others/", holder, async (c) =>
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
  change: { readonly passcode: string | null; readonly current_passcode?: string | undefined },
): Promise<Response> {
  const refusal = await refuseUnlessConfirmed(c, deps, change.current_passcode);
  if (refusal) return refusal;
  const { account, member } = c.var;
  const { passcode } = change;
  const actor = actorOf(c, deps);
  const changed = await changePasscode(deps, { account, actor, sessionId: member.sessionId, passcode });
  if (changed.outcome === "changed") return c.json(describeUser(changed.account));
  return changed.outcome === "staff_needs_passcode"
    ? refuseProfile(changed.outcome)
    : refusePasscode(changed.outcome);
}

// 403 and not 409 below /api/auth/: there, the gateway repeats a call that met a 409.
const REFUSALS: Readonly<Record<ProfileProblemCode, { readonly status: number; readonly detail: string }>> = {
  staff_needs_passcode: { status: 403, detail: "A staff account cannot be without a passcode." },
  not_found: { status: 404, detail: "Not found." },
  too_many_follows: { status: 409, detail: `At most ${MAX_FOLLOWS} traders can be followed.` },
  not_confirmed: { status: 400, detail: "confirm must be the account's own pocketoption_id." },
  last_staff: { status: 409, detail: "The last staff account that can sign in stays." },
};

function refuseProfile(code: ProfileProblemCode): Response {
  const { status, detail } = REFUSALS[code];
  return problemResponse(status, { detail, code });
}
