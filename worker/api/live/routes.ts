/** Live news: a WebSocket into a room, and the same news by polling. */
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { LiveEventsQuery, LivePage, LiveQuery } from "#shared/contracts/live.ts";
import { atPrimary } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { query } from "#worker/api/parse-query.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { readLivePage } from "./read-events.ts";
import { roomOf } from "./rooms.ts";
import { LIVE_ROOMS } from "#shared/limits/live.ts";

export interface LiveDependencies extends Pick<BaseDependencies, "db"> {
  readonly signalRoom: DurableObjectNamespace;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

const requireUpgrade = createMiddleware(async (c, next) => {
  if (c.req.header("Upgrade")?.toLowerCase() === "websocket") return next();
  const problem = { detail: "This address speaks WebSocket only.", code: "upgrade_required" };
  return problemResponse(426, problem, { Upgrade: "websocket", Connection: "Upgrade" });
});

/** `/live/`, to be mounted at `/api`. */
export const liveRoutes = new Hono<ApiEnv<LiveDependencies>>();

liveRoutes.get(
  "/live/",
  describe({
    id: "openLive",
    tag: "live",
    summary: "News of signals over a WebSocket",
    description:
      "Open to the site's own pages. Each message is a `LiveMessage` in JSON; a client may say `ping`, which is answered " +
      "`pong`, and nothing else.",
    headers: { Upgrade: { description: "`websocket`; without it the answer is 426." } },
    answers: { 101: { description: "The socket is open." } },
    refusals: { 403: ["foreign_origin"], 426: ["upgrade_required"], 503: ["room_full"] },
  }),
  requireUpgrade,
  query(LiveQuery),
  async (c) => {
    const { random, signalRoom } = c.var.deps;
    // At random: this spreads readers evenly without asking anybody, and a reader who reconnects leaves a room that is full
    // or fails.
    const answer = await roomOf(signalRoom, Math.floor(random() * LIVE_ROOMS)).fetch(c.req.raw);
    // The headers of a refusal from the room are immutable, so it is copied; a copy of a protocol switch would lose its
    // socket.
    return answer.webSocket ? answer : new Response(answer.body, answer);
  },
);

liveRoutes.get(
  "/live/events/",
  describe({
    id: "listLiveEvents",
    tag: "live",
    summary: "The same news by polling",
    answers: { 200: { description: "What has happened since `after`.", schema: LivePage } },
  }),
  atPrimary,
  query(LiveEventsQuery),
  async (c) => c.json(await readLivePage(c.var.deps.db, c.req.valid("query"))),
);
