/**
 * Reads claims of an access token. It never verifies them: only the server judges tokens. An upstream may issue tokens that are
 * no JWT; then no claim is known and every decision depends on the server's 401.
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

/** False only if both tokens name a member and the names differ. */
export function isSameMember(accessToken: string | null, other: string | null): boolean {
  const one = memberOf(accessToken);
  const two = memberOf(other);
  return one === null || two === null || one === two;
}

export interface ExpiryWatch {
  /** Records that this tab has just received the token, which was issued a moment ago. */
  issued(accessToken: string): void;
  /** True from a little before the token expires; false if it does not say when. */
  isDue(accessToken: string): boolean;
}

/**
 * Decides when to refresh before expiry and relies on the device's clock as little as possible: a token received fresh is timed
 * by its lifetime from that moment; only a token found in storage at start-up is compared with the clock. `now` is in
 * milliseconds since the epoch.
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
      // At most a quarter of the lifetime; otherwise a short-lived token would be due as soon as it is issued.
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
  const payload = accessToken.split(".")[1] ?? "";
  try {
    // Decoded as one character a byte instead of UTF-8: names are only compared.
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const parsed = v.safeParse(Claims, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null; // Not a JWT: invalid base64 or JSON.
  }
}
