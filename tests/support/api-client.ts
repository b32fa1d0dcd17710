/** Calls the API as a script does, to prepare what a journey needs. */
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";

/** The access token of a new session. Throws if the sign-in is refused. */
export async function signInByApi(siteUrl: string, id: string, passcode?: string): Promise<string> {
  const body = { pocketoption_id: id, ...(passcode !== undefined && { passcode }) };
  const response = await callApi(siteUrl, null, "POST", "/api/auth/login/", body);
  if (!response.ok) throw new Error(`Signing in ${id} answered ${response.status}`);
  return v.parse(TokenPair, await response.json()).access;
}

export function callApi(
  siteUrl: string,
  accessToken: string | null,
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = new Headers({ "Content-Type": "application/json", ...more });
  if (accessToken !== null) headers.set("Authorization", `Bearer ${accessToken}`);
  return fetch(siteUrl + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** As staff send it. */
export function signalSentBy(trader: string, { entryInMs = 60_000, lifeMs = 60_000 } = {}) {
  const entryMs = Date.now() + entryInMs;
  return {
    trader,
    asset: "EUR/USD",
    direction: "up",
    entry_at: new Date(entryMs).toISOString(),
    expires_at: new Date(entryMs + lifeMs).toISOString(),
    payout: 0.85,
  };
}
