/** The session of this browser: who is signed in, and requests in their name. Without React and SWR. */
import type { PasskeyAnswer, PasskeySignUp } from "#shared/contracts/passkeys.ts";
import type { SignInAnswer, SignInRequest, User } from "#shared/contracts/session.ts";
import type { ApiFetch } from "#client/data/api-fetch.ts";
import type { DataSource } from "#client/data/page-data.tsx";
import { createAuthenticatedFetch } from "./authenticated-fetch.ts";
import { readStored, store } from "#client/data/storage.ts";
import { DEVICE_TOKEN_KEY } from "#shared/site/storage-names.ts";
import { createRefresh, type SessionLocks } from "./refresh.ts";
import { createSessionApi } from "./session-api.ts";
import { createSessionCore } from "./session-core.ts";
import { type AuthState, isAuthenticated } from "./session-state.ts";
import { createTokenStore, type TokenStorage } from "./token-store.ts";
import { createUserLoader } from "./user-loader.ts";

export interface SessionWorld {
  /** Called for every access: even reading `window.localStorage` may throw. */
  readonly storage: () => TokenStorage;
  /** Called before each refresh; undefined where the browser has no Web Locks. */
  readonly locks: () => SessionLocks | undefined;
  readonly fetch: ApiFetch;
  /** Reports that another tab changed storage. Called once, by `start`. */
  readonly addStorageListener: (listener: () => void) => void;
  /** Calls back after so many milliseconds. */
  readonly schedule: (callback: () => void, delayMs: number) => void;
  /** Logs to the console; never receives a token. */
  readonly log: (message: string, error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Called after the session was ended because it cannot go on, except during a sign-in: shows a message and navigates to the
   * login page.
   */
  readonly onSessionLost: (error: unknown) => void;
}

export interface Session extends DataSource {
  /** The same object until something changes. */
  readonly getState: () => AuthState;
  /** Calls back after every change; returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Loads the stored tokens and, if there is an access token, the user; a user whom the server refuses is signed out. Never
   * rejects. Calling it again does nothing.
   */
  readonly start: () => Promise<void>;
  /**
   * Rejects with `HttpError`, `NetworkError`, or SessionError "Invalid tokens received"; then nobody is signed in. Resolves
   * once the user is loaded, or will be as soon as the server can be reached again. If `isWanted` returns false after the
   * server has accepted the sign-in, the server is told to end that session, and nobody is signed in either.
   */
  readonly signIn: (credentials: SignInRequest, isWanted?: () => boolean) => Promise<void>;
  /** Signs in by a passkey: `answer` signs the server's challenge with it. Also rejects with the error of `answer`. */
  readonly signInByPasskey: (
    answer: (options: unknown) => Promise<PasskeyAnswer["credential"]>,
    isWanted?: () => boolean,
  ) => Promise<void>;
  /** Signs a newcomer in by a new passkey: `make` creates it from the server's options. Also rejects with the error of `make`. */
  readonly signUpByPasskey: (
    newcomer: Omit<PasskeySignUp, "credential">,
    make: (options: unknown) => Promise<PasskeySignUp["credential"]>,
    isWanted?: () => boolean,
  ) => Promise<void>;
  /** Loads the user of the session again, now. Resolves and rejects as `createUserLoader` says. */
  readonly loadUser: () => Promise<void>;
  /** Signs out at once, in every tab; the server is told in the background. */
  readonly signOut: () => void;
  /** The access token to use from now on. Rejects as `createRefresh` says, with SessionError "No refresh token" among others. */
  readonly refresh: () => Promise<string>;
  /** Takes the answer to a change of the member's own account; ignored once somebody else is signed in. */
  readonly userChanged: (user: User) => void;
  /** `traderToFollow`: the name of the trader whom the visitor wants to follow; the modal shows it. */
  readonly openAuthModal: (traderToFollow?: string) => void;
  readonly closeAuthModal: () => void;
}

/** Uses nothing of its world until a function is called. */
export function createSession(world: SessionWorld): Session {
  const { log, now, fetch } = world;
  const core = createSessionCore(createTokenStore(world), now);
  const api = createSessionApi(fetch, now);
  let isSigningIn = false;
  // During a sign-in the form shows the error.
  const onSessionLost = (error: unknown) => (isSigningIn ? undefined : world.onSessionLost(error));
  const own = { ...world, core, onSessionLost };
  const refresh = createRefresh({ ...own, api });
  const authenticatedFetch = createAuthenticatedFetch({ ...own, refresh });
  const loadUser = createUserLoader({ ...own, authenticatedFetch });
  let started: Promise<void> | null = null;

  async function start(): Promise<void> {
    world.addStorageListener(() => void core.sync());
    core.subscribe(loadMissingUser);
    core.sync();
    if (isAuthenticated(core.getState())) await loadUser().catch(() => null);
  }

  function loadMissingUser(): void {
    const state = core.getState();
    if (!isAuthenticated(state) || state.user !== null || state.userError !== null) return;
    loadUser().catch((error: unknown) => log("The member could not be loaded and was signed out", error));
  }

  async function enter(
    { device_token: deviceToken, ...pair }: SignInAnswer,
    isWanted: (() => boolean) | undefined,
  ): Promise<void> {
    if (isWanted?.() === false) return api.signOut(pair.refresh);
    if (deviceToken !== undefined) store(world.storage, DEVICE_TOKEN_KEY, deviceToken);
    isSigningIn = true;
    try {
      core.accept("signedIn", pair);
      await loadUser();
    } finally {
      isSigningIn = false;
    }
  }

  return {
    getState: core.getState,
    subscribe: core.subscribe,
    start: () => (started ??= start()),
    async signIn(credentials, isWanted) {
      const device_token = readStored(world.storage, DEVICE_TOKEN_KEY) ?? undefined;
      await enter(await api.signIn({ ...credentials, device_token }), isWanted);
    },
    async signInByPasskey(answer, isWanted) {
      const credential = await answer(await api.passkeyOptions());
      await enter(await api.signInByPasskey(credential), isWanted);
    },
    async signUpByPasskey(newcomer, make, isWanted) {
      const { pocketoption_id } = newcomer;
      const credential = await make(await api.passkeySignUpOptions({ pocketoption_id }));
      await enter(await api.signUpByPasskey({ ...newcomer, credential }), isWanted);
    },
    loadUser,
    signOut() {
      const { refreshToken } = core.sync();
      core.forget("signedOut");
      if (refreshToken !== null) void api.signOut(refreshToken);
    },
    refresh,
    authenticatedFetch,
    onMemberChange(listener) {
      let { sessionNumber, phase } = core.getState();
      return core.subscribe(() => {
        const state = core.getState();
        if (state.sessionNumber !== sessionNumber && phase === "signed-in") listener(isAuthenticated(state));
        ({ sessionNumber, phase } = state);
      });
    },
    userChanged: (user) => core.dispatch({ type: "userChanged", user }),
    openAuthModal: (traderToFollow) =>
      core.dispatch({ type: "authModalOpened", traderToFollow: traderToFollow ?? null }),
    closeAuthModal: () => core.dispatch({ type: "authModalClosed" }),
  };
}

/** The world of a session in a browser; reads no browser global before the session is used. */
export function browserWorld(own: Pick<SessionWorld, "fetch" | "onSessionLost">): SessionWorld {
  return {
    ...own,
    storage: () => window.localStorage,
    // Absent on insecure origins and in old browsers, whatever the type says.
    locks: () => ("locks" in navigator ? navigator.locks : undefined),
    addStorageListener(listener) {
      window.addEventListener("storage", listener);
      // A page restored from the back/forward cache has missed storage events.
      window.addEventListener("pageshow", (event) => {
        if (event.persisted) listener();
      });
    },
    schedule: (callback, delayMs) => void setTimeout(callback, delayMs),
    // oxlint-disable-next-line no-console -- logged to the console only
    log: (message, error) => console.error(message, error),
    now: Date.now,
  };
}
