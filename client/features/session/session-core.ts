/** Shared by the parts of a session: the current state, the token store behind it, and the synchronisation of the two. */
import { createStore } from "#client/ui/store.ts";
import type { TokenPair } from "#shared/contracts/session.ts";
import { createExpiryWatch, isSameMember } from "./access-token.ts";
import {
  type AuthState,
  reduceSession,
  type SessionAction,
  type Tokens,
  UNKNOWN_STATE,
} from "./session-state.ts";
import type { TokenStore } from "./token-store.ts";

export interface SessionCore {
  readonly getState: () => AuthState;
  readonly subscribe: (listener: () => void) => () => void;
  dispatch(action: SessionAction): void;
  /** Reads storage again, updates the state, and returns what is stored. */
  sync(): Tokens;
  /** Stores a pair that the server has just issued; the state changes only after that. */
  accept(type: "signedIn" | "refreshed", pair: TokenPair): void;
  /** Clears storage and state: afterwards nobody is signed in. */
  forget(type: "signedOut" | "sessionLost"): void;
  /** True if the server issued this access token to this tab, and no newer one since. */
  isFresh(accessToken: string): boolean;
  /** True if the token should be refreshed before it expires. */
  isDue(accessToken: string): boolean;
}

export function createSessionCore(store: TokenStore, now: () => number): SessionCore {
  const { current, set, subscribe } = createStore<AuthState>(UNKNOWN_STATE);
  let issuedHere: string | null = null;
  const expiry = createExpiryWatch(now);

  function dispatch(action: SessionAction): void {
    set(reduceSession(current(), action));
  }

  function sync(): Tokens {
    const tokens = store.read();
    const state = current();
    const isNewToHere = state.phase !== "unknown" && tokens.accessToken !== state.accessToken;
    if (tokens.accessToken !== null && isNewToHere) expiry.issued(tokens.accessToken);
    dispatch({
      type: "tokensSeen",
      tokens,
      isSameMember: isSameMember(state.accessToken, tokens.accessToken),
    });
    return tokens;
  }

  return {
    getState: current,
    subscribe,
    dispatch,
    sync,
    accept(type, pair) {
      issuedHere = pair.access;
      expiry.issued(pair.access);
      store.write(pair);
      dispatch({ type, pair });
    },
    forget(type) {
      issuedHere = null;
      store.clear();
      dispatch({ type });
    },
    isFresh: (accessToken) => accessToken === issuedHere,
    isDue: (accessToken) => expiry.isDue(accessToken),
  };
}

export interface EndSessionOptions {
  readonly core: SessionCore;
  /** Called after a session that cannot go on was cleared; not after a sign-out in another tab. */
  readonly onSessionLost: (error: unknown) => void;
}

/** Ends a session that cannot go on and notifies the member; does nothing for a visitor. Returns the error to throw. */
export function endSession({ core, onSessionLost }: EndSessionOptions, error: unknown): unknown {
  const isMember = core.getState().phase === "signed-in";
  core.forget("sessionLost");
  if (isMember) onSessionLost(error);
  return error;
}
