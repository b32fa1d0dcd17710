/** How a domain of the embedded API gets what it needs. Each declares it beside its routes; `routes.ts` says who gets what. */
import { Hono } from "hono";
import type { Schema } from "hono/types";
import type { Log } from "#worker/http/logger.ts";
import type { Database } from "./database.ts";
import type { MinimumBookmark } from "./minimum-bookmark.ts";

/** What almost every domain needs. Randomness for secrets comes from the platform's `crypto`. */
export interface BaseDependencies {
  /** Reads and writes the primary, except in a call to which `database-sessions.ts` has given a session. */
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
}

/** Names the row of what has to be sent: a page of browsers, or a webhook. */
export type Delivery = { readonly push: number } | { readonly webhook: string };

/** Context of the Hono app of a domain. */
export interface ApiEnv<Needs = object> {
  readonly Variables: {
    readonly requestId: string;
    /** The call's database before its route has chosen a copy; domains read `deps.db`. */
    readonly db: Database;
    readonly minimumBookmark: MinimumBookmark;
    readonly deps: Needs;
  };
}

/** The same routes with `deps` in their context. Apps may share a prefix: each route gets the `deps` of its own app. */
export function provide<Env extends ApiEnv, Routes extends Schema>(
  routes: Hono<Env, Routes>,
  deps: NoInfer<Env["Variables"]["deps"]>,
): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .use((c, next) => {
      c.set("deps", { ...deps, db: c.var.db });
      return next();
    })
    .route("/", routes);
}
