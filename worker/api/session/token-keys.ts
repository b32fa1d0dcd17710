/** The operator's secrets, read and checked: `JWT_SIGNING_KEYS` and `PASSCODE_PEPPER`. */
import { base64url } from "jose";
import { importHmacKey } from "./hmac.ts";
import { MIN_SECRET_BYTES } from "#shared/limits/sessions.ts";

export interface SigningKey {
  /** `kid` in a token's header. */
  readonly id: string;
  readonly secret: Uint8Array<ArrayBuffer>;
  /** The secret in the form for signatures; imported once, at its first use. */
  readonly imported: () => Promise<CryptoKey>;
}

/** The operator's keys, the signing one first. Throws SignInNotConfiguredError at every call while they are unusable. */
export type SigningKeys = () => readonly [SigningKey, ...SigningKey[]];

/** A secret is missing or unusable. The message is for the operator: it names the secret and says what to do. */
export class SignInNotConfiguredError extends Error {
  override readonly name = "SignInNotConfiguredError";

  constructor(what: string) {
    super(`Sign-in is not configured: ${what}`);
  }
}

/** Reads the keys once, at the first call. */
export function createSigningKeys(configured: string): SigningKeys {
  let keys: ReturnType<SigningKeys> | undefined;
  return () => (keys ??= readSigningKeys(configured));
}

/**
 * Keys in the configured order: the first signs, all verify. To rotate, put a new key in front and drop the old one when
 * the last refresh token it signed has expired. Throws SignInNotConfiguredError.
 */
export function readSigningKeys(configured: string): ReturnType<SigningKeys> {
  const [first, ...others] = configured
    .split(",")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")
    .map(readSigningKey);
  if (!first) {
    throw new SignInNotConfiguredError(
      `set the secret JWT_SIGNING_KEYS to "name:key", the key at least ${MIN_SECRET_BYTES} random bytes in base64url ` +
        "(npx wrangler secret put JWT_SIGNING_KEYS).",
    );
  }
  const ids = new Set([first, ...others].map(({ id }) => id));
  if (ids.size <= others.length) {
    throw new SignInNotConfiguredError("JWT_SIGNING_KEYS has two keys with the same name.");
  }
  return [first, ...others];
}

/** Throws SignInNotConfiguredError. */
export function readPepper(configured: string): Uint8Array<ArrayBuffer> {
  if (configured === "") {
    throw new SignInNotConfiguredError(
      `set the secret PASSCODE_PEPPER to at least ${MIN_SECRET_BYTES} random bytes in base64url ` +
        "(npx wrangler secret put PASSCODE_PEPPER).",
    );
  }
  return decodeSecret("PASSCODE_PEPPER", configured);
}

/** Why nobody can sign in, for the operator; null if both secrets are set and usable. */
export function missingSecret(secrets: {
  readonly signingKeys: SigningKeys;
  readonly passcodePepper: string;
}): string | null {
  try {
    secrets.signingKeys();
    readPepper(secrets.passcodePepper);
    return null;
  } catch (error) {
    if (error instanceof SignInNotConfiguredError) return error.message;
    throw error;
  }
}

function readSigningKey(pair: string, index: number): SigningKey {
  const colon = pair.indexOf(":");
  const id = pair.slice(0, colon);
  // Text as long as a key may be a key in the wrong place, so it is never repeated in the message.
  if (colon < 0 || !/^[A-Za-z0-9._-]{1,40}$/.test(id)) {
    throw new SignInNotConfiguredError(
      `JWT_SIGNING_KEYS: entry ${index + 1} is not "name:key" with a name of up to 40 letters, digits, ".", "_" or "-".`,
    );
  }
  const secret = decodeSecret(`JWT_SIGNING_KEYS: key "${id}"`, pair.slice(colon + 1));
  let key: CryptoKey | undefined;
  return { id, secret, imported: async () => (key ??= await importHmacKey(secret)) };
}

function decodeSecret(name: string, text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(text);
  if (!bytes) throw new SignInNotConfiguredError(`${name} is not base64url.`);
  if (bytes.byteLength < MIN_SECRET_BYTES) {
    throw new SignInNotConfiguredError(
      `${name} has ${bytes.byteLength} bytes; at least ${MIN_SECRET_BYTES} are needed.`,
    );
  }
  return bytes;
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return new Uint8Array(base64url.decode(text));
  } catch {
    // A length that no base64url text has.
    return null;
  }
}
