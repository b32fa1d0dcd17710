/** The traders that a member follows, and their signals. */
import { Hono } from "hono";
import * as v from "valibot";
import { FollowFeedQuery, FollowList, FollowState } from "#shared/contracts/profile.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { Handle } from "#shared/contracts/traders.ts";
import { describe } from "#worker/api/declare.ts";
import { query } from "#worker/api/parse-query.ts";
import { type MemberEnv, requireMember } from "#worker/api/session/index.ts";
import { followTrader, listFollows, readFeed, unfollowTrader } from "./follows.ts";
import { refuseProfile } from "./profile-refusals.ts";

export const followRoutes = new Hono<MemberEnv>();

const params = { handle: { description: "The trader.", schema: Handle } };

followRoutes.get(
  "/profile/follows/",
  describe({
    id: "listFollows",
    tag: "follows",
    summary: "The traders the member follows",
    answers: { 200: { description: "All of them, newest first.", schema: FollowList } },
  }),
  requireMember,
  async (c) => c.json(await listFollows(c.var.deps.db, c.var.member.accountId)),
);

followRoutes.put(
  "/profile/follows/:handle/",
  describe({
    id: "followTrader",
    tag: "follows",
    summary: "Follow a trader; repeating it changes nothing",
    params,
    answers: { 200: { description: "The trader is followed.", schema: FollowState } },
    refusals: { 404: ["not_found"], 409: ["too_many_follows", "trader_retired"] },
  }),
  requireMember,
  async (c) => {
    const handle = c.req.param("handle");
    if (!v.is(Handle, handle)) return refuseProfile("not_found");
    const following = await followTrader(c.var.deps, c.var.member.accountId, handle);
    return following === "followed" ? c.json({ handle, is_followed: true }) : refuseProfile(following);
  },
);

followRoutes.delete(
  "/profile/follows/:handle/",
  describe({
    id: "unfollowTrader",
    tag: "follows",
    summary: "Unfollow a trader; repeating it changes nothing",
    params,
    answers: { 200: { description: "The trader is not followed.", schema: FollowState } },
    refusals: { 404: ["not_found"] },
  }),
  requireMember,
  async (c) => {
    const handle = c.req.param("handle");
    if (!v.is(Handle, handle)) return refuseProfile("not_found");
    await unfollowTrader(c.var.deps.db, c.var.member.accountId, handle);
    return c.json({ handle, is_followed: false });
  },
);

followRoutes.get(
  "/profile/feed/",
  describe({
    id: "readFollowFeed",
    tag: "follows",
    summary: "Signals of the traders the member follows",
    answers: { 200: { description: "A page, newest first.", schema: SignalPage } },
  }),
  requireMember,
  query(FollowFeedQuery),
  async (c) => c.json(await readFeed(c.var.deps.db, c.var.member.accountId, c.req.valid("query"))),
);
