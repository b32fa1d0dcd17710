/**
 * The two tokens in local storage, with memory as a fallback: if storage throws, that is logged and the session goes on. Keys,
 * owner and lifetime: `accessToken` and `refreshToken`, written and removed only here, kept until sign-out.
 */
import type { TokenPair } from "#shared/contracts/session.ts";
import type { Tokens } from "./session-state.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/site/storage-names.ts";

export type TokenStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface TokenStoreOptions {
  /** Called for every access, because in some browsers even reading `window.localStorage` throws. */
  readonly storage: () => TokenStorage;
  readonly log: (message: string, error: unknown) => void;
}

export interface TokenStore {
  /** Reads storage again, so that what another tab has stored is seen. Never throws. */
  read(): Tokens;
  /** Stores both tokens before it returns. Never throws. */
  write(pair: TokenPair): void;
  /** Removes both tokens. Never throws. */
  clear(): void;
}

const NO_TOKENS: Tokens = { accessToken: null, refreshToken: null };

/** Nothing is read or written until one of its functions is called. */
export function createTokenStore({ storage, log }: TokenStoreOptions): TokenStore {
  let memory = NO_TOKENS;
  // Storage as last read: only a change against it comes from another tab. A failed write leaves old tokens in storage, which
  // must not replace the newer ones in memory.
  let lastStored = NO_TOKENS;
  let isFaultLogged = false;

  function readStorage(): Tokens | null {
    return guard("read", () => ({
      accessToken: storage().getItem(ACCESS_TOKEN_KEY) || null,
      refreshToken: storage().getItem(REFRESH_TOKEN_KEY) || null,
    }));
  }

  function guard<T>(verb: string, access: () => T): T | null {
    try {
      const result = access();
      isFaultLogged = false;
      return result;
    } catch (error) {
      if (!isFaultLogged) log(`Local storage failed to ${verb} the session; it goes on in memory`, error);
      isFaultLogged = true;
      return null;
    }
  }

  function remove(): void {
    // Removes the access token first: a tab that reads in between sees a visitor, never a session that cannot be refreshed.
    guard("remove", () => {
      storage().removeItem(ACCESS_TOKEN_KEY);
      storage().removeItem(REFRESH_TOKEN_KEY);
    });
  }

  return {
    read() {
      const stored = readStorage();
      if (stored && !areSame(stored, lastStored)) {
        lastStored = stored;
        memory = stored;
      }
      return memory;
    },

    write(pair) {
      memory = { accessToken: pair.access, refreshToken: pair.refresh };
      // Writes the refresh token first: a tab that reads in between, or after a crash in between, has the valid refresh token.
      const isStored = guard("save", () => {
        storage().setItem(REFRESH_TOKEN_KEY, pair.refresh);
        storage().setItem(ACCESS_TOKEN_KEY, pair.access);
        return true;
      });
      if (!isStored) remove();
      lastStored = readStorage() ?? lastStored;
    },

    clear() {
      memory = NO_TOKENS;
      remove();
      lastStored = readStorage() ?? lastStored;
    },
  };
}

/** True where both tokens are the same. */
export function areSame(one: Tokens, other: Tokens): boolean {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken;
}
