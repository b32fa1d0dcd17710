/** The authenticated request wrapper. */
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { readHttpError, SessionError } from "#client/data/http-error.ts";
import { endSession, type EndSessionOptions } from "./session-core.ts";
import { MAX_ATTEMPTS_ON_401 } from "#shared/limits/calls.ts";

export interface AuthenticatedFetchOptions extends EndSessionOptions {
  readonly fetch: ApiFetch;
  readonly refresh: () => Promise<string>;
  readonly now: () => number;
}

/** SimpleJWT's codes of a 401 that a new token of the same member would not change. */
const ENDING_CODES = new Set(["user_not_found", "user_inactive", "password_changed"]);

/**
 * A fetch that sends the bearer token whenever there is one. On a 401 it refreshes and sends again with the new token, at most
 * `MAX_ATTEMPTS_ON_401` times in all; a request that was sent with an older token than the stored one is sent again without a
 * refresh. It returns the 401 if even a fresh token was refused, if nobody is signed in any more, or if another member has
 * signed in meanwhile: a request of one member is never sent as another. A 401 because the account no longer exists ends the
 * session instead.
 *
 * The body must be one that can be sent twice (a string, not a stream). Rejects with what `fetch` or the refresh threw, and with the
 * `HttpError` that has ended the session.
 */
export function createAuthenticatedFetch(options: AuthenticatedFetchOptions): ApiFetch {
  const { core, fetch, refresh, now } = options;
  return async function authenticatedFetch(path, init = {}) {
    const held = core.sync().accessToken;
    const { sessionNumber } = core.getState();
    let token = held === null ? null : await refreshIfDue(held);
    if (core.getState().sessionNumber !== sessionNumber)
      throw new SessionError("The session ended before the request was sent");
    let isFresh = token !== null && token !== held && core.isFresh(token);
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(path, withBearer(init, token));
      if (response.status !== 401) return response;
      const error = await readHttpError(response.clone(), now());
      const stored = core.sync().accessToken;
      if (stored === null || core.getState().sessionNumber !== sessionNumber) return response;
      if (ENDING_CODES.has(error.code)) throw endSession(options, error);
      if (isFresh || attempt === MAX_ATTEMPTS_ON_401) return response;
      token = stored === token ? await refresh() : stored;
      if (core.getState().sessionNumber !== sessionNumber) return response;
      isFresh = core.isFresh(token);
      // Rejects if the answer was cut off.
      await response.body?.cancel().catch(() => {});
    }
  };

  /** Refreshes a little before expiry; if that fails and the session goes on, the current token may still be valid. */
  async function refreshIfDue(held: string): Promise<string> {
    if (!core.isDue(held) || core.getState().refreshToken === null) return held;
    try {
      return await refresh();
    } catch (error) {
      if (core.getState().accessToken !== held) throw error;
      return held;
    }
  }
}

function withBearer(init: RequestInit, token: string | null): RequestInit {
  if (token === null) return init;
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${token}`);
  return { ...init, headers };
}
