/** Says on API answers and payloads which build answered, so that tabs of an older one notice (spec section 7). */
import type { MiddlewareHandler } from "hono";
import build from "#build";
import { BUILD_ID_HEADER } from "#shared/builds.ts";
import { isDataPath } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";

export const announceBuild: MiddlewareHandler<GatewayEnv> = async function announceBuild(c, next) {
  await next();
  if (isDataPath(c.req.path) && c.res.status !== 101) c.res.headers.set(BUILD_ID_HEADER, build.id);
};
