/**
 * One refresh at a time per browser.
 *
 * Laws: storage is read again inside the lock, and tokens another tab has stored are adopted instead of refreshed.
 * Only a 400 or 401 from the refresh call ends the session, and only if the token it was about is still the stored one.
 * An answer that comes after a sign-out, or after a sign-in as somebody else, is dropped.
 *
 * What a closed page or a lost answer takes with it, the server gives again: for 30 seconds a repeated refresh with the
 * old token is answered with the same successor (`REFRESH_GRACE_SECONDS`). So nothing is written before the answer is
 * here, and the old pair stays usable until then.
 */
import { HttpError, SessionError } from "#client/data/http-error.ts";
import { endSession, type EndSessionOptions } from "./session-core.ts";
import type { SessionApi } from "./session-api.ts";
import type { Tokens } from "./session-state.ts";
import { announceReplaced, type SessionLocks, untilReplacementSeen } from "./storage-lag.ts";
import { areSame } from "./token-store.ts";

/** Name of the lock that the tabs of one browser share. */
export const REFRESH_LOCK = "session-refresh";

export interface RefreshOptions extends EndSessionOptions {
  readonly api: SessionApi;
  /** Undefined where the browser has none; then one refresh at a time per tab. */
  readonly locks: () => SessionLocks | undefined;
  /** Calls back after so many milliseconds. */
  readonly schedule: (callback: () => void, delayMs: number) => void;
}

/**
 * A function that resolves with the access token to use from now on. Rejects with SessionError "No refresh token", and with
 * what made the refresh fail; a network fault, 429 or 5xx leaves the tokens as they are. Simultaneous calls share one.
 */
export function createRefresh(options: RefreshOptions): () => Promise<string> {
  const { core, locks, log } = options;
  let inFlight: Promise<string> | null = null;

  return function refresh() {
    inFlight ??= start().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };

  async function start(): Promise<string> {
    const held = core.sync();
    return withLock(locks(), log, (granted) => refreshAmongTabs(options, held, granted));
  }
}

/** Neither acts on tokens that another tab has just replaced, nor leaves the others unaware that it has replaced them. */
async function refreshAmongTabs(
  options: RefreshOptions,
  held: Tokens,
  locks: SessionLocks | undefined,
): Promise<string> {
  if (!locks || held.accessToken === null) return refreshUnlessReplaced(options, held);
  await untilReplacementSeen(held.accessToken, { ...options, locks });
  const token = await refreshUnlessReplaced(options, held);
  if (options.core.isFresh(token)) await announceReplaced(held.accessToken, { ...options, locks });
  return token;
}

async function refreshUnlessReplaced(options: RefreshOptions, held: Tokens): Promise<string> {
  const { core, api } = options;
  const stored = core.sync();
  if (stored.accessToken !== null && !areSame(stored, held)) return stored.accessToken;
  const { refreshToken } = stored;
  if (refreshToken === null) throw endSession(options, new SessionError("No refresh token"));

  let pair;
  try {
    pair = await api.refresh(refreshToken);
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

/** After a failed refresh: the token a sibling has stored meanwhile, else the end of the session where it is one. */
function adoptOrRethrow(options: RefreshOptions, sent: Tokens, error: unknown): string {
  const isRefused = error instanceof HttpError && (error.status === 400 || error.status === 401);
  if (!isRefused) throw error;
  const current = options.core.sync();
  if (areSame(current, sent)) throw endSession(options, error);
  if (current.accessToken !== null) return current.accessToken;
  throw error;
}

/** Runs the task while holding the lock; without it where the browser has no locks or refuses them to this page. */
async function withLock<T>(
  locks: SessionLocks | undefined,
  log: RefreshOptions["log"],
  task: (granted: SessionLocks | undefined) => Promise<T>,
): Promise<T> {
  if (!locks) return task(undefined);
  let isHeld = false;
  try {
    return await locks.request(REFRESH_LOCK, { mode: "exclusive" }, () => {
      isHeld = true;
      return task(locks);
    });
  } catch (error) {
    if (isHeld) throw error;
    log("Locks failed; the session is refreshed without one", error);
    return task(undefined);
  }
}
