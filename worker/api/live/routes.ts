/** Live news: a WebSocket into the room, and the same news for those who ask. */
import { Hono } from "hono";
import { LiveEventsQuery } from "#shared/contracts/live.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { roomOf } from "./announce.ts";
import { readLivePage } from "./read-events.ts";

/** `/live/`, to be mounted at `/api`. */
export function createLiveRoutes({
  db,
  signalRoom,
}: Pick<ApiDependencies, "db" | "signalRoom">): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get("/live/", async (c) => {
    if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return upgradeRequired();
    const answer = await roomOf(signalRoom).fetch(c.req.raw);
    // A refusal's headers are fixed as it comes from the room; a copy of a protocol switch would have lost its socket.
    return answer.webSocket ? answer : new Response(answer.body, answer);
  });

  routes.get("/live/events/", async (c) => {
    const parsed = parseQuery(LiveEventsQuery, c.req.url);
    return parsed.ok ? c.json(await readLivePage(db, parsed.query)) : parsed.response;
  });

  return routes;
}

/** RFC 9110 section 15.5.22. */
function upgradeRequired(): Response {
  const problem = { detail: "This address speaks WebSocket only.", code: "upgrade_required" };
  return problemResponse(426, problem, { Upgrade: "websocket", Connection: "Upgrade" });
}
