/** The browser's knowledge of who is signed in, as a pure reducer: no storage, no network, no clock. */
import type { TokenPair, User } from "#shared/contracts/session.ts";

/** The two stored tokens; null if there is none. */
export interface Tokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

interface Common {
  readonly authModalVisible: boolean;
  /** Name of the trader whom a visitor wanted to follow when the modal was opened; null if it was opened for another reason. */
  readonly traderToFollow: string | null;
  /**
   * Grows by one whenever a session begins, ends or passes to another member; a refresh keeps it. An answer is used only if the
   * number is the same as when it was requested.
   */
  readonly sessionNumber: number;
}

/** Before start-up: what the server renders and the browser hydrates with. */
interface Unknown extends Common {
  readonly phase: "unknown";
  readonly accessToken: null;
  readonly refreshToken: null;
  readonly user: null;
}

interface SignedOut extends Common {
  readonly phase: "signed-out";
  readonly accessToken: null;
  /** Not null only if storage holds a refresh token without an access token. */
  readonly refreshToken: string | null;
  readonly user: null;
  /** The member signed out in this tab: the session did not end by itself. */
  readonly isOnPurpose: boolean;
}

interface SignedIn extends Common {
  readonly phase: "signed-in";
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Null until the current-user call has answered. */
  readonly user: User | null;
  /** Why the user is missing, if the request has failed; it is retried. Null otherwise. */
  readonly userError: unknown;
  /** Why the latest refresh has failed without ending the session; null if it has not. */
  readonly refreshError: unknown;
}

export type AuthState = Unknown | SignedOut | SignedIn;

export type SessionAction =
  /** Storage was read: at start-up, or because another tab changed it. */
  | { readonly type: "tokensSeen"; readonly tokens: Tokens; readonly isSameMember: boolean }
  | { readonly type: "signedIn"; readonly pair: TokenPair }
  | { readonly type: "refreshed"; readonly pair: TokenPair }
  | { readonly type: "notRefreshed"; readonly error: unknown }
  | { readonly type: "signedOut" }
  /** The session could not go on. */
  | { readonly type: "sessionLost" }
  | { readonly type: "userLoaded"; readonly user: User; readonly sessionNumber: number }
  /** The member has changed their own account. */
  | { readonly type: "userChanged"; readonly user: User }
  | { readonly type: "userNotLoaded"; readonly error: unknown; readonly sessionNumber: number }
  | { readonly type: "authModalOpened"; readonly traderToFollow: string | null }
  | { readonly type: "authModalClosed" };

export const UNKNOWN_STATE: AuthState = Object.freeze({
  phase: "unknown",
  accessToken: null,
  refreshToken: null,
  user: null,
  authModalVisible: false,
  traderToFollow: null,
  sessionNumber: 0,
});

/** True if there is an access token. */
export function isAuthenticated(state: AuthState): state is SignedIn {
  return state.phase === "signed-in";
}

/** The next state; the same object if nothing changes. */
export function reduceSession(state: AuthState, action: SessionAction): AuthState {
  switch (action.type) {
    case "tokensSeen":
      return seeTokens(state, action.tokens, action.isSameMember);
    case "signedIn":
      return beginSession(state, action.pair.access, action.pair.refresh);
    case "refreshed":
      if (!isAuthenticated(state)) return state;
      return withTokens(state, action.pair.access, action.pair.refresh);
    case "notRefreshed":
      if (!isAuthenticated(state) || state.refreshError === action.error) return state;
      return { ...state, refreshError: action.error };
    case "signedOut":
      return endSession(state, null, true);
    case "sessionLost":
      return endSession(state, null);
    case "userLoaded":
      if (!isAuthenticated(state) || state.sessionNumber !== action.sessionNumber) return state;
      return state.user === action.user ? state : { ...state, user: action.user, userError: null };
    case "userChanged":
      if (!isAuthenticated(state) || state.user?.id !== action.user.id) return state;
      return { ...state, user: action.user };
    case "userNotLoaded":
      if (!isAuthenticated(state) || state.sessionNumber !== action.sessionNumber) return state;
      return { ...state, userError: action.error };
    case "authModalOpened":
      return state.authModalVisible && state.traderToFollow === action.traderToFollow
        ? state
        : { ...state, authModalVisible: true, traderToFollow: action.traderToFollow };
    case "authModalClosed":
      return withoutModal(state);
  }
}

function seeTokens(state: AuthState, tokens: Tokens, isSameMember: boolean): AuthState {
  const { accessToken, refreshToken } = tokens;
  if (accessToken === null) return endSession(state, refreshToken);
  if (isAuthenticated(state) && isSameMember) return withTokens(state, accessToken, refreshToken);
  return withoutModal(beginSession(state, accessToken, refreshToken));
}

function beginSession(state: AuthState, accessToken: string, refreshToken: string | null): AuthState {
  return {
    phase: "signed-in",
    accessToken,
    refreshToken,
    user: null,
    userError: null,
    refreshError: null,
    authModalVisible: state.authModalVisible,
    traderToFollow: state.traderToFollow,
    sessionNumber: state.sessionNumber + 1,
  };
}

function withTokens(state: SignedIn, accessToken: string, refreshToken: string | null): AuthState {
  if (state.accessToken === accessToken && state.refreshToken === refreshToken) return state;
  return { ...state, accessToken, refreshToken, refreshError: null };
}

function endSession(state: AuthState, refreshToken: string | null, isOnPurpose = false): AuthState {
  if (state.phase === "signed-out" && state.refreshToken === refreshToken) return state;
  return {
    phase: "signed-out",
    accessToken: null,
    refreshToken,
    user: null,
    isOnPurpose,
    authModalVisible: state.authModalVisible,
    traderToFollow: state.traderToFollow,
    sessionNumber: state.phase === "signed-in" ? state.sessionNumber + 1 : state.sessionNumber,
  };
}

function withoutModal(state: AuthState): AuthState {
  return state.authModalVisible ? { ...state, authModalVisible: false } : state;
}
