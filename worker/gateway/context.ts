/** Context of the gateway's Hono app: what a request carries from the first middleware to the answer. */
import type { RequestIdVariables } from "hono/request-id";

export interface GatewayEnv {
  readonly Variables: RequestIdVariables & {
    /** How the page cache served a document; unset for everything else. */
    readonly pageCache?: PageCacheUse;
  };
}

/**
 * Served fresh, served stale while it is rendered again, taken from another request's rendering, found in the data centre's
 * cache, or rendered here.
 */
export type PageCacheUse = "hit" | "stale" | "shared" | "edge" | "miss";
