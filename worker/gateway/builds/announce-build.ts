/** How tabs of an older build notice that a newer one answers (spec section 7). */
import type { Context } from "hono";
import build from "#build";
import { BUILD_ID_HEADER } from "#shared/builds.ts";
import { isDataPath } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";

/** Says which build answered, on API answers and payloads. */
export function announceBuild(c: Context<GatewayEnv>): void {
  if (isDataPath(c.req.path)) c.res.headers.set(BUILD_ID_HEADER, build.id);
}
