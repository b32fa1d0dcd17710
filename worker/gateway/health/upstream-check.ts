/** Whether an operator's own backend is there. */
import type { Upstream } from "#worker/gateway/proxy/attempt.ts";
import { cancelBody } from "#worker/gateway/proxy/attempt.ts";

/**
 * True for any answer that is no server error: which addresses the backend has beside the contract is its own affair. Sent
 * to the address of the signed-in user, without a token, so that a backend of the contract answers 401 without much work.
 */
export async function isUpstreamReachable(
  { baseUrl, fetch }: Pick<Upstream, "baseUrl" | "fetch">,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = { Accept: "application/json" };
  const response = await fetch(`${baseUrl}/api/auth/me/`, { headers, signal, redirect: "manual" });
  cancelBody(response);
  return response.status < 500;
}
