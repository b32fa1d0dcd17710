/** Checks the endpoint of a browser's subscription, and the key for encrypting its messages. */
import { base64url } from "jose";
import { problemOfOutsideUrl } from "#worker/api/outside-url.ts";

/**
 * What is wrong with an endpoint, or null. A local site also sends to its own machine, and to the push services of real
 * browsers: those accept no message for subscribers of another site's key.
 */
export function problemOfEndpoint(endpoint: string, isLocal: boolean): string | null {
  if (isLocal && problemOfOutsideUrl(endpoint, true) === null) return null;
  return problemOfOutsideUrl(endpoint, false);
}

/** Whether it is a point on the curve: 65 bytes need not be one. */
export async function isPublicKey(p256dh: string): Promise<boolean> {
  try {
    await crypto.subtle.importKey(
      "raw",
      base64url.decode(p256dh),
      { name: "ECDH", namedCurve: "P-256" },
      false,
      [],
    );
    return true;
  } catch {
    return false;
  }
}
