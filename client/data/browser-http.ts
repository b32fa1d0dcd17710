/** The HTTP client of a page in the browser, in the name of whoever is signed in. */
import type { Session } from "#client/session/session.ts";
import { createHttp, type Http } from "./http.ts";
import { sleep } from "./sleep.ts";

export function createBrowserHttp(session: Session): Http {
  return createHttp({ fetch: session.authenticatedFetch, sleep, random: Math.random, now: Date.now });
}
