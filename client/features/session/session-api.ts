/**
 * The calls that create and end a session. They send no bearer token, do not handle 401 and are never retried: a refresh token
 * may be used up even if its answer was lost.
 */
import * as v from "valibot";
import type { PasskeyAnswer, PasskeySignUp } from "#shared/contracts/passkeys.ts";
import { SignInAnswer, type SignInRequest, TokenPair } from "#shared/contracts/session.ts";
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { NetworkError, readHttpError, SessionError } from "#client/data/http-error.ts";

export interface SessionApi {
  /** Throws `HttpError`, `NetworkError`, or SessionError "Invalid tokens received". */
  signIn(credentials: SignInRequest): Promise<SignInAnswer>;
  /** The challenge for a passkey sign-in, as the server sends it. Throws as `signIn` does. */
  passkeyOptions(): Promise<unknown>;
  /** Throws as `signIn` does. */
  signInByPasskey(credential: PasskeyAnswer["credential"]): Promise<SignInAnswer>;
  /** The options for creating a newcomer's passkey, as the server sends them. Throws as `signIn` does. */
  passkeySignUpOptions(pocketoptionId: string): Promise<unknown>;
  /** Throws as `signIn` does. */
  signUpByPasskey(request: PasskeySignUp): Promise<SignInAnswer>;
  /** Throws `HttpError`, `NetworkError`, or SessionError "Invalid tokens received". */
  refresh(refreshToken: string): Promise<TokenPair>;
  /** Asks the server to revoke the session; the request outlives the page, and a failure does not matter and is swallowed. */
  signOut(refreshToken: string): Promise<void>;
}

export function createSessionApi(fetch: ApiFetch, now: () => number): SessionApi {
  async function ask<Answer>(
    path: string,
    body: unknown,
    schema: v.GenericSchema<unknown, Answer>,
    init: RequestInit = {},
  ): Promise<Answer> {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(path, {
      ...init,
      method: "POST",
      headers,
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      throw error instanceof NetworkError ? new NetworkError(error.cause, { mayRepeat: false }) : error;
    });
    if (!response.ok) throw await readHttpError(response, now());
    const answer = v.safeParse(schema, await readJson(response));
    if (!answer.success) throw new SessionError("Invalid tokens received");
    return answer.output;
  }

  return {
    signIn: (credentials) => ask("/api/auth/login/", credentials, SignInAnswer),
    passkeyOptions: () => ask("/api/auth/passkeys/options/", {}, v.unknown()),
    signInByPasskey: (credential) => ask("/api/auth/passkeys/login/", { credential }, SignInAnswer),
    passkeySignUpOptions: (pocketoption_id) =>
      ask("/api/auth/passkeys/sign-up/options/", { pocketoption_id }, v.unknown()),
    signUpByPasskey: (request) => ask("/api/auth/passkeys/sign-up/", request, SignInAnswer),
    refresh: (refreshToken) => ask("/api/auth/refresh/", { refresh: refreshToken }, TokenPair),
    async signOut(refreshToken) {
      await ask("/api/auth/logout/", { refresh: refreshToken }, v.unknown(), { keepalive: true }).catch(
        () => null,
      );
    },
  };
}

/** The body, `null` if it is not JSON. A truncated body is a network fault, not a bad answer. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw new NetworkError(error, { mayRepeat: false });
  }
}
