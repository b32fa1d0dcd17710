/**
 * The calls that create and end a session. They send no bearer token, do not handle 401 and are never retried: a refresh token
 * may be used up even if its answer was lost.
 */
import * as v from "valibot";
import type { PasskeyAnswer, PasskeySignUp } from "#shared/contracts/passkeys.ts";
import { SignInAnswer, type SignInRequest, TokenPair } from "#shared/contracts/session.ts";
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { NetworkError, readHttpError, SessionError } from "#client/data/http-error.ts";

export type SessionApi = ReturnType<typeof createSessionApi>;

/** Each call but `signOut` throws `HttpError`, `NetworkError`, or SessionError "Invalid tokens received". */
export function createSessionApi(fetch: ApiFetch, now: () => number) {
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
    signIn: (credentials: SignInRequest) => ask("/api/auth/login/", credentials, SignInAnswer),
    /** The challenge for a passkey sign-in, as the server sends it. */
    passkeyOptions: () => ask("/api/auth/passkeys/options/", {}, v.unknown()),
    signInByPasskey: (credential: PasskeyAnswer["credential"]) =>
      ask("/api/auth/passkeys/login/", { credential }, SignInAnswer),
    /** The options for creating a newcomer's passkey, as the server sends them. */
    passkeySignUpOptions: (newcomer: Pick<PasskeySignUp, "pocketoption_id">) =>
      ask("/api/auth/passkeys/sign-up/options/", newcomer, v.unknown()),
    signUpByPasskey: (request: PasskeySignUp) => ask("/api/auth/passkeys/sign-up/", request, SignInAnswer),
    refresh: (refreshToken: string) => ask("/api/auth/refresh/", { refresh: refreshToken }, TokenPair),
    /** Asks the server to revoke the session; the request outlives the page, and a failure does not matter and is swallowed. */
    async signOut(refreshToken: string): Promise<void> {
      const body = { refresh: refreshToken };
      await ask("/api/auth/logout/", body, v.unknown(), { keepalive: true }).catch(() => null);
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
