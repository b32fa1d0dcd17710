/**
 * The embedded API without the gateway before it, and the bare routes that it is measured by, whose sessions come from the API beside
 * them. Started once for each that is measured, so that none makes work for another's engine.
 */
import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { createApi } from "#worker/api/api.ts";
import { createMinimumBookmark } from "#worker/api/minimum-bookmark.ts";
import { createLogKeys } from "#worker/api/log/index.ts";
import { createSigningKeys } from "#worker/api/session/index.ts";
import { logToConsole } from "#worker/http/logger.ts";
import { bareRoutes, type BareEnv } from "./bare-routes.ts";

export { SignInLimiter } from "#worker/api/session/sign-in-limiter.ts";

interface Env extends BareEnv {
  readonly SIGN_IN_LIMITER: DurableObjectNamespace;
  /** Base64url. */
  readonly PEPPER: string;
}

let api: ReturnType<typeof createApi> | undefined;

function apiOf({ DB, KEY_ID, KEY, PEPPER, SIGN_IN_LIMITER }: Env): ReturnType<typeof createApi> {
  return (api ??= createApi({
    db: drizzle(DB),
    minimumBookmark: createMinimumBookmark(),
    signInLimiter: SIGN_IN_LIMITER,
    signalRoom: SIGN_IN_LIMITER, // sessions have no news for readers
    pushSenders: SIGN_IN_LIMITER, // nor for followers
    vapidKeys: async () => null,
    announce: () => {},
    signingKeys: createSigningKeys(`${KEY_ID}:${KEY}`),
    logKeys: createLogKeys(""),
    logConfig: { origin: null, witnesses: [] },
    priceConfig: { sources: [], maxQuoteAgeSeconds: 60, assets: [] },
    signUp: "closed",
    isLocal: false,
    staffSignIn: "passcode",
    environment: "production",
    turnstileSecret: null,
    origin: null,
    passcodePepper: PEPPER,
    vitalsOneIn: 1,
    now: Date.now,
    random: Math.random,
    log: logToConsole,
    sleep: async () => {},
    waitUntil: () => {}, // sessions leave nothing to be done after their answer
  }));
}

// oxlint-disable-next-line import/no-default-export -- a worker's handlers are its default export
export default {
  fetch(request: Request, env: Env) {
    const isApi = new URL(request.url).pathname.startsWith("/api/");
    return isApi ? apiOf(env).fetch(request) : bareRoutes.fetch(request, env);
  },
};
