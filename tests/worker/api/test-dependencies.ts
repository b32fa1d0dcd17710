/** What an embedded API over the test database gets, unless a test says otherwise. */
import { env, waitUntil } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { ApiDependencies } from "#worker/api/api.ts";
import { createMinimumBookmark } from "#worker/api/minimum-bookmark.ts";
import { createVapidKeys } from "#worker/api/push/index.ts";
import { createSigningKeys } from "#worker/api/session/index.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";

export function testDependencies(own: Partial<ApiDependencies>): ApiDependencies {
  return {
    db: drizzle(env.DB),
    minimumBookmark: createMinimumBookmark(),
    signInLimiter: env.SIGN_IN_LIMITER,
    signalRoom: env.SIGNAL_ROOM,
    deliveries: env.DELIVERIES,
    vapidKeys: createVapidKeys({ vapidKeys: env.VAPID_KEYS, pushContact: "" }, () => {}),
    announce: () => {},
    signingKeys: createSigningKeys(env.JWT_SIGNING_KEYS),
    logKeys: createLogKeys(env.LOG_SIGNING_KEY),
    logConfig: { origin: null, witnesses: [] },
    priceConfig: { sources: [], maxQuoteAgeSeconds: 60, assets: [] },
    signUp: "closed",
    isLocal: false,
    staffSignIn: "passcode",
    environment: "production",
    turnstileSecret: null,
    origin: null,
    passcodePepper: env.PASSCODE_PEPPER,
    vitalsOneIn: 1,
    now: Date.now,
    random: Math.random,
    log: () => {},
    sleep: async () => {},
    waitUntil,
    ...own,
  };
}
