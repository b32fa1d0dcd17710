/**
 * Access, refresh and device tokens, and the challenges of passkeys: SimpleJWT's claims (token_type, jti, user_id, iat, exp) with issuer, audience and the session
 * they belong to, signed with HS256 and nothing else (RFC 8725 sections 3.1, 3.8, 3.9).
 */
import { errors, jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import { hmacSha256 } from "./hmac.ts";
import type { SigningKey } from "./token-keys.ts";
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  DEVICE_TOKEN_LIFETIME_SECONDS,
  PASSKEY_CHALLENGE_LIFETIME_SECONDS,
} from "#shared/limits/sessions.ts";

const ALGORITHM = "HS256";
const TYPE = "JWT";
const ISSUER = "tidemark";
const AUDIENCE = "tidemark-api";

const Claims = v.object({
  token_type: v.string(),
  /** 32 hexadecimal digits, as SimpleJWT's. */
  jti: v.string(),
  /**
   * Account; in a device token, the digest that attempts on its id are counted by; in a challenge to sign up, the handle of
   * the future account; empty in one to sign in.
   */
  user_id: v.string(),
  /** Session: the token family; in a device token, the device; empty in a challenge to sign in or up. */
  sid: v.string(),
});

/** What a passkey's answer is for. */
export type ChallengeType =
  | "passkey_sign_in"
  | "passkey_sign_up"
  | "passkey_registration"
  | "passkey_confirmation";
export type TokenType = "access" | "refresh" | "device" | ChallengeType;
export type Claims = v.InferOutput<typeof Claims>;

/** The claims of a token, and the key that verified it. */
export interface VerifiedToken {
  readonly claims: Claims;
  readonly key: SigningKey;
}

export type Verification =
  | { readonly ok: true; readonly token: VerifiedToken }
  | { readonly ok: false; readonly fault: TokenFault };

/** SimpleJWT's `TokenError` messages (rest_framework_simplejwt/tokens.py). */
export type TokenFault =
  | "Token is invalid"
  | "Token is expired"
  | "Token has wrong type"
  | "Token is blacklisted";

/** `expiry: "ignored"` accepts a token that has expired but is otherwise valid. */
export async function verifyToken(
  token: string,
  type: TokenType,
  options: {
    readonly keys: readonly SigningKey[];
    readonly nowMs: number;
    readonly expiry?: "checked" | "ignored";
  },
): Promise<Verification> {
  const { keys, nowMs, expiry = "checked" } = options;
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      (header) => findKey(keys, header.kid).imported(),
      {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ["exp", "iat"],
        // At the epoch no token has expired yet.
        currentDate: new Date(expiry === "ignored" ? 0 : nowMs),
      },
    );
    const claims = v.safeParse(Claims, payload);
    if (!claims.success) return { ok: false, fault: "Token is invalid" };
    if (claims.output.token_type !== type) return { ok: false, fault: "Token has wrong type" };
    return { ok: true, token: { claims: claims.output, key: findKey(keys, protectedHeader.kid) } };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { ok: false, fault: "Token is expired" };
    if (error instanceof errors.JOSEError) return { ok: false, fault: "Token is invalid" };
    throw error;
  }
}

/** A new access token of a session, from `nowMs`. */
export function signAccessToken(
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  key: SigningKey,
  nowMs: number,
): Promise<string> {
  const claims = { token_type: "access", jti: createJti(), user_id: accountId, sid: sessionId };
  const iat = Math.floor(nowMs / 1000);
  return sign(claims, { iat, exp: iat + ACCESS_TOKEN_LIFETIME_SECONDS }, key);
}

/** Deterministic: the same arguments give the same token, character by character. */
export function signRefreshToken(
  token: {
    readonly jti: string;
    readonly accountId: string;
    readonly sessionId: string;
    readonly issuedAtMs: number;
    readonly expiresAtMs: number;
  },
  key: SigningKey,
): Promise<string> {
  const claims = {
    token_type: "refresh",
    jti: token.jti,
    user_id: token.accountId,
    sid: token.sessionId,
  };
  const times = { iat: Math.floor(token.issuedAtMs / 1000), exp: Math.floor(token.expiresAtMs / 1000) };
  return sign(claims, times, key);
}

/** States that somebody has signed in on this device with the passcode of the id behind `idDigest`. */
export function signDeviceToken(
  idDigest: string,
  deviceId: string,
  key: SigningKey,
  nowMs: number,
): Promise<string> {
  const claims = { token_type: "device", jti: createJti(), user_id: idDigest, sid: deviceId };
  const iat = Math.floor(nowMs / 1000);
  return sign(claims, { iat, exp: iat + DEVICE_TOKEN_LIFETIME_SECONDS }, key);
}

/** The challenge for a passkey to sign: to sign in or up, or in a session to be registered or to confirm an act. */
export function signChallenge(
  type: ChallengeType,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  key: SigningKey,
  nowMs: number,
): Promise<string> {
  const claims = { token_type: type, jti: createJti(), user_id: accountId, sid: sessionId };
  const iat = Math.floor(nowMs / 1000);
  return sign(claims, { iat, exp: iat + PASSKEY_CHALLENGE_LIFETIME_SECONDS }, key);
}

/** A random token identifier. */
export function createJti(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/**
 * Identifier of the one successor that a refresh token can have. Derived, so that simultaneous refreshes agree on it, and
 * with the key that verified the predecessor, so that it cannot be computed from the database alone.
 */
export async function successorJti({ claims, key }: VerifiedToken): Promise<string> {
  // The line feed makes this input different from every JWT signing input made with the same key.
  const derived = await hmacSha256(await key.imported(), `refresh-successor\n${claims.jti}`);
  return derived.slice(0, 32);
}

async function sign(
  claims: Claims,
  { iat, exp }: { readonly iat: number; readonly exp: number },
  key: SigningKey,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.id })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(await key.imported());
}

function findKey(keys: readonly SigningKey[], id: string | undefined): SigningKey {
  const key = keys.find((candidate) => candidate.id === id);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
