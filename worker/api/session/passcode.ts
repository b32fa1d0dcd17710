/**
 * Stored passcodes: HMAC-SHA-256 with the operator's pepper, then PBKDF2-SHA-256 with a salt per passcode. A check costs the
 * same work whether there is a passcode to compare with or not. Each is given as the contract `Passcode` reads it.
 */
import { base64url } from "jose";
import type { ConfirmationDependencies } from "./dependencies.ts";
import { hmacSha256, importHmacKey } from "./hmac.ts";
import { readPepper } from "./token-keys.ts";
import { PASSCODE_HASH_ITERATIONS } from "#shared/limits/sessions.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;

type PepperHolder = Pick<ConfirmationDependencies, "passcodePepper">;

/**
 * The value of `accounts.passcode_hash`. Also runs in Node, for setup and demo data, so it compares nothing: only workerd has
 * `timingSafeEqual`. Throws SignInNotConfiguredError if the operator set no pepper.
 */
export async function hashPasscode({ passcodePepper }: PepperHolder, passcode: string): Promise<string> {
  const made = createStored();
  const peppered = await pepper(passcode, passcodePepper);
  return serialise({ ...made, hash: await derivePbkdf2(peppered, made.salt, made.iterations) });
}

/**
 * Whether `passcode` matches `stored`; false if `stored` is null, after the same work. Throws SignInNotConfiguredError if
 * the operator set no pepper, and an Error if `stored` has another format.
 */
export async function verifyPasscode(
  deps: PepperHolder,
  passcode: string,
  stored: string | null,
): Promise<boolean> {
  return (await examinePasscode(deps, passcode, stored)).isRight;
}

interface Examination {
  readonly isRight: boolean;
  /** The hash to store if it becomes the passcode; needs no further derivation. */
  readonly passcodeHash: string;
}

/** As `verifyPasscode`, for a passcode that may become that of an account without one. */
export async function examinePasscode(
  { passcodePepper }: PepperHolder,
  passcode: string,
  stored: string | null,
): Promise<Examination> {
  const expected = stored === null ? createStored() : parseStored(stored);
  const { iterations, salt } = expected;
  const hash = await derivePbkdf2(await pepper(passcode, passcodePepper), salt, iterations);
  const isRight = crypto.subtle.timingSafeEqual(hash, expected.hash);
  return { isRight: isRight && stored !== null, passcodeHash: serialise({ iterations, salt, hash }) };
}

/** Derives 32 bytes from a text and a salt, slowly. */
export async function derivePbkdf2(
  text: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(text), "PBKDF2", false, [
    "deriveBits",
  ]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BYTES * 8));
}

interface StoredPasscode {
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array<ArrayBuffer>;
}

async function pepper(passcode: string, configuredPepper: string): Promise<string> {
  return hmacSha256(await importHmacKey(readPepper(configuredPepper)), passcode);
}

/** A random value that belongs to no passcode yet. */
function createStored(): StoredPasscode {
  return {
    iterations: PASSCODE_HASH_ITERATIONS,
    salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
    hash: new Uint8Array(HASH_BYTES),
  };
}

function serialise({ iterations, salt, hash }: StoredPasscode): string {
  return `$pbkdf2-sha256$i=${iterations}$${base64url.encode(salt)}$${base64url.encode(hash)}`;
}

function parseStored(stored: string): StoredPasscode {
  const [, iterations, salt, hash] = /^\$pbkdf2-sha256\$i=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? [];
  if (!iterations || !salt || !hash) throw new Error("accounts.passcode_hash is not a PBKDF2-SHA-256 hash");
  return {
    iterations: Number(iterations),
    salt: new Uint8Array(base64url.decode(salt)),
    hash: new Uint8Array(base64url.decode(hash)),
  };
}
