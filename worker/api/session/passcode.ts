/**
 * Passcodes at rest: HMAC-SHA-256 with the operator's pepper, then PBKDF2-SHA-256 with a salt of its own. Whether there is
 * a passcode to compare with or not, checking one costs the same work.
 */
import { base64url } from "jose";
import * as v from "valibot";
import { Passcode } from "#shared/contracts/session.ts";
import { PASSCODE_HASH_ITERATIONS } from "#shared/limits.ts";
import { STRAYS } from "#shared/pasted-text.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { hmacSha256, importHmacKey } from "./hmac.ts";
import { readPepper } from "./signing-keys.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** 32 bytes from a text and a salt, slowly. */
export type DeriveKey = (
  text: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
) => Promise<Uint8Array<ArrayBuffer>>;

type PepperHolder = Pick<ApiDependencies, "passcodePepper">;

/** What stands in `accounts.passcode_hash`. Throws SignInNotConfiguredError where the operator set no pepper. */
export async function hashPasscode({ passcodePepper }: PepperHolder, passcode: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const peppered = await pepper(withoutStrays(passcode), passcodePepper);
  const hash = await derivePbkdf2(peppered, salt, PASSCODE_HASH_ITERATIONS);
  return `$pbkdf2-sha256$i=${PASSCODE_HASH_ITERATIONS}$${base64url.encode(salt)}$${base64url.encode(hash)}`;
}

/**
 * Whether `passcode` is the one behind `stored`; false where `stored` is null, after the same work. Throws
 * SignInNotConfiguredError where the operator set no pepper, and an Error where `stored` is not ours.
 */
export async function verifyPasscode(
  { passcodePepper }: PepperHolder,
  passcode: string,
  stored: string | null,
  deriveKey: DeriveKey = derivePbkdf2,
): Promise<boolean> {
  const expected = stored === null ? createDecoy() : parseStored(stored);
  let isRight = false;
  for (const spelling of new Set([passcode, withoutStrays(passcode)])) {
    const actual = await deriveKey(
      await pepper(spelling, passcodePepper),
      expected.salt,
      expected.iterations,
    );
    isRight ||= crypto.subtle.timingSafeEqual(actual, expected.hash);
  }
  return isRight && stored !== null;
}

/** What a chat adds to a copied passcode and nobody types is dropped, unless too little is left. Older hashes have it still. */
function withoutStrays(passcode: string): string {
  const rest = passcode.replaceAll(STRAYS, "");
  return v.is(Passcode, rest) ? rest : passcode;
}

export const derivePbkdf2: DeriveKey = async (text, salt, iterations) => {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(text), "PBKDF2", false, [
    "deriveBits",
  ]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BYTES * 8));
};

interface StoredPasscode {
  readonly iterations: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array<ArrayBuffer>;
}

async function pepper(passcode: string, configuredPepper: string): Promise<string> {
  const key = await importHmacKey(readPepper(configuredPepper));
  // Keyboards differ in how they compose letters; NIST SP 800-63B section 3.1.1.2 asks for one form.
  return hmacSha256(key, passcode.normalize("NFKC"));
}

function createDecoy(): StoredPasscode {
  return {
    iterations: PASSCODE_HASH_ITERATIONS,
    salt: new Uint8Array(SALT_BYTES),
    hash: new Uint8Array(HASH_BYTES),
  };
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
