/**
 * One refresh at a time per browser.
 *
 * Rules: storage is read again inside the lock, and tokens that another tab has stored are adopted instead of refreshed. Only a
 * 400 or 401 from the refresh call ends the session, and only if the refused token is still the stored one. After any other
 * error the same token is sent again only after a growing pause. An answer that comes after a sign-out, or after a sign-in as
 * somebody else, is dropped.
 *
 * For 30 seconds the server answers a repeated refresh of the old token with the same successor (`REFRESH_GRACE_SECONDS`). So an
 * answer lost with a closed page or a broken connection can be fetched again, and a tab that does not yet see the tokens stored by
 * another tab gets the same ones. Nothing is written before the answer has arrived: the old pair stays usable until then.
 */
import { HttpError, NetworkError, SessionError } from "#client/data/http-error.ts";
import { backOff } from "#shared/http/back-off.ts";
import { SESSION_RETRY_MS } from "#shared/limits/sessions.ts";
import { endSession, type EndSessionOptions } from "./session-core.ts";
import type { SessionApi } from "./session-api.ts";
import type { Tokens } from "./session-state.ts";
import { areSame } from "./token-store.ts";

/** Name of the lock that the tabs of one browser share. */
export const REFRESH_LOCK = "session-refresh";

/** The part of the Web Locks API that is used. */
export interface SessionLocks {
  request<T>(name: string, callback: () => Promise<T>): Promise<T>;
}

export interface RefreshOptions extends EndSessionOptions {
  readonly api: SessionApi;
  /** Undefined if the browser has none; then there is one refresh at a time per tab. */
  readonly locks: () => SessionLocks | undefined;
  readonly log: (message: string, error: unknown) => void;
  readonly now: () => number;
}

/**
 * Returns a function that resolves with the access token to use from now on. It rejects with SessionError "No refresh token",
 * and with what made the refresh fail; a network fault, 429 or 5xx leaves the tokens as they are. Simultaneous calls share one
 * refresh; calls in the pause after a failed one share its error.
 */
export function createRefresh(options: RefreshOptions): () => Promise<string> {
  const { core, locks, log } = options;
  const ask = spacedOut(options);
  let inFlight: Promise<string> | null = null;

  return function refresh() {
    inFlight ??= start().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };

  async function start(): Promise<string> {
    const held = core.sync();
    return withLock(locks(), log, () => refreshUnlessReplaced(options, held, ask));
  }
}

/**
 * The refresh call with back-off. After an answer that neither gives tokens nor refuses the one sent (a deleted user's 500, a 503,
 * a 429), the same token is not sent again for a pause that grows with each such answer; meanwhile calls reject with the last
 * error.
 */
function spacedOut({ api, now }: RefreshOptions): SessionApi["refresh"] {
  let last: {
    readonly refreshToken: string;
    readonly error: unknown;
    readonly failures: number;
    readonly againAtMs: number;
  } | null = null;

  return async (refreshToken) => {
    const failing = last?.refreshToken === refreshToken ? last : null;
    if (failing !== null && now() < failing.againAtMs) throw failing.error;
    try {
      const pair = await api.refresh(refreshToken);
      last = null;
      return pair;
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof NetworkError)) {
        const failures = failing === null ? 0 : failing.failures + 1;
        const askedMs = error instanceof HttpError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
        const pauseMs = Math.max(askedMs, backOff(SESSION_RETRY_MS, failures));
        last = { refreshToken, error, failures, againAtMs: now() + pauseMs };
      }
      throw error;
    }
  };
}

async function refreshUnlessReplaced(
  options: RefreshOptions,
  held: Tokens,
  ask: SessionApi["refresh"],
): Promise<string> {
  const { core } = options;
  const stored = core.sync();
  if (stored.accessToken !== null && !areSame(stored, held)) return stored.accessToken;
  const { refreshToken } = stored;
  if (refreshToken === null) throw endSession(options, new SessionError("No refresh token"));

  let pair;
  try {
    pair = await ask(refreshToken);
  } catch (error) {
    return adoptOrRethrow(options, stored, error);
  }
  const current = core.sync();
  if (current.refreshToken === refreshToken) {
    core.accept("refreshed", pair);
    return pair.access;
  }
  if (current.accessToken !== null) return current.accessToken;
  throw new SessionError("Signed out while the token was being refreshed");
}

/**
 * After a failed refresh: returns the token that another tab has stored meanwhile; otherwise ends the session if the failure
 * ends it.
 */
function adoptOrRethrow(options: RefreshOptions, sent: Tokens, error: unknown): string {
  const { core } = options;
  const current = core.sync();
  if (!isRefusal(error)) {
    if (areSame(current, sent)) core.dispatch({ type: "notRefreshed", error });
    throw error;
  }
  if (areSame(current, sent)) throw endSession(options, error);
  if (current.accessToken !== null) return current.accessToken;
  throw error;
}

/** True if the server says that the refresh token is no longer valid. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 400 || error.status === 401);
}

/** Runs the task while holding the lock; without it if the browser has no locks or refuses them to this page. */
async function withLock<T>(
  locks: SessionLocks | undefined,
  log: RefreshOptions["log"],
  task: () => Promise<T>,
): Promise<T> {
  if (!locks) return task();
  let isHeld = false;
  try {
    return await locks.request(REFRESH_LOCK, () => {
      isHeld = true;
      return task();
    });
  } catch (error) {
    if (isHeld) throw error;
    log("Locks failed; the session is refreshed without one", error);
    return task();
  }
}
