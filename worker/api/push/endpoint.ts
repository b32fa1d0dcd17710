/** Where messages to browsers may be sent, and for whom they can be encrypted. */
import { base64url } from "jose";
import { problemOfOutsideUrl } from "#worker/api/outside-url.ts";

/**
 * What is wrong with an endpoint, or null. A site on one's own machine sends to that machine too, and to the push services of real browsers:
 * those take nothing for subscribers of another site's key.
 */
export function problemOfEndpoint(endpoint: string, isLocal: boolean): string | null {
  if (isLocal && problemOfOutsideUrl(endpoint, true) === null) return null;
  return problemOfOutsideUrl(endpoint, false);
}

/** Whether it is a point of the curve: 65 bytes may be none. */
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
