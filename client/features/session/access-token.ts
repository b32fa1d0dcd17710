/**
 * What an access token says about itself. It is read, never verified: only the server judges tokens. An upstream may
 * hand out tokens that are no JWT; then nothing is known and every decision falls back on the server's 401.
 */
import * as v from "valibot";
import { REFRESH_AHEAD_MS } from "#shared/limits/sessions.ts";

/** RFC 7519 section 4.1 and SimpleJWT's `user_id`. */
const Claims = v.object({
  exp: v.optional(v.number()),
  iat: v.optional(v.number()),
  user_id: v.optional(v.union([v.string(), v.number()])),
  sub: v.optional(v.union([v.string(), v.number()])),
});
type Claims = v.InferOutput<typeof Claims>;

/** False only where both tokens name a member and the names differ. */
export function isSameMember(accessToken: string | null, other: string | null): boolean {
  const one = memberOf(accessToken);
  const two = memberOf(other);
  return one === null || two === null || one === two;
}

export interface ExpiryWatch {
  /** Notes that this tab has just come to know the token, which was issued a moment ago. */
  issued(accessToken: string): void;
  /** True from a little before the token expires; false where it does not say when. */
  isDue(accessToken: string): boolean;
}

/**
 * Knows when to refresh ahead of expiry without trusting the clock of the device more than it must: a token seen fresh
 * is timed by its life span from that moment; only a token found in storage at start-up is held against the clock.
 * `now` is in milliseconds since the epoch.
 */
export function createExpiryWatch(now: () => number): ExpiryWatch {
  let latest: { readonly accessToken: string; readonly seenAtMs: number } | null = null;
  return {
    issued(accessToken) {
      if (latest?.accessToken !== accessToken) latest = { accessToken, seenAtMs: now() };
    },
    isDue(accessToken) {
      const claims = readClaims(accessToken);
      if (claims?.exp === undefined) return false;
      const lifeMs = claims.iat === undefined ? null : (claims.exp - claims.iat) * 1000;
      const isTimed = latest?.accessToken === accessToken && lifeMs !== null;
      const expiresAtMs = isTimed && latest ? latest.seenAtMs + lifeMs : claims.exp * 1000;
      // Never more than a quarter of the life, or a short-lived token would be due as soon as it is issued.
      const aheadMs = Math.min(REFRESH_AHEAD_MS, (lifeMs ?? REFRESH_AHEAD_MS * 4) / 4);
      return now() >= expiresAtMs - aheadMs;
    },
  };
}

function memberOf(accessToken: string | null): string | null {
  const claims = accessToken === null ? null : readClaims(accessToken);
  const member = claims?.user_id ?? claims?.sub;
  return member === undefined ? null : String(member);
}

function readClaims(accessToken: string): Claims | null {
  const payload = accessToken.split(".")[1];
  if (!payload) return null;
  try {
    // Of UTF-8 each byte is a character: names are only compared.
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const parsed = v.safeParse(Claims, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null; // Not a JWT: base64 or JSON does not hold.
  }
}
