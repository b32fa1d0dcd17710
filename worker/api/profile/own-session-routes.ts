/** Routes for the list of sessions where the member is signed in, and for ending them. */
import { Hono } from "hono";
import { EndedSessions, MemberSessionList } from "#shared/contracts/profile.ts";
import { describe } from "#worker/api/declare.ts";
import { type MemberEnv, requireHolder } from "#worker/api/session/index.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { refuseProfile } from "./profile-refusals.ts";

export const ownSessionRoutes = new Hono<MemberEnv>();

ownSessionRoutes.get(
  "/profile/sessions/",
  describe({
    id: "listOwnSessions",
    tag: "profile",
    summary: "Where the member is signed in",
    answers: { 200: { description: "The sessions that have not ended.", schema: MemberSessionList } },
  }),
  requireHolder,
  async (c) => c.json({ results: await listSessions(c.var.deps, c.var.member) }),
);

ownSessionRoutes.delete(
  "/profile/sessions/:id/",
  describe({
    id: "endOwnSession",
    tag: "profile",
    summary: "End one of the member's sessions",
    params: { id: { description: "The session." } },
    answers: { 204: { description: "The session has ended." } },
    refusals: { 404: ["not_found"] },
  }),
  requireHolder,
  async (c) =>
    (await endSession(c.var.deps, c.var.member, c.req.param("id")))
      ? c.body(null, 204)
      : refuseProfile("not_found"),
);

ownSessionRoutes.post(
  "/profile/sessions/end-others/",
  describe({
    id: "endOtherSessions",
    tag: "profile",
    summary: "End every session except the current one",
    answers: { 200: { description: "How many sessions were ended.", schema: EndedSessions } },
  }),
  requireHolder,
  async (c) => c.json({ ended: await endOtherSessions(c.var.deps, c.var.member) }),
);
