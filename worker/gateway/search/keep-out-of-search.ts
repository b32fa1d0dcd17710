/** Answers that no search engine may list: errors, data, and pages that say so themselves. */
import type { Context } from "hono";
import { isDataPath } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";

/** Marks the answer that `c` is about to give. */
export function keepOutOfSearch(c: Context<GatewayEnv>): void {
  c.header("X-Robots-Tag", "noindex");
}

/** Marks every error and all data; a header serves where there is no head to say it in. */
export function markUnsearchable(c: Context<GatewayEnv>): void {
  const { status, headers } = c.res;
  if (isDataPath(c.req.path) || status >= 400) headers.set("X-Robots-Tag", "noindex");
}
