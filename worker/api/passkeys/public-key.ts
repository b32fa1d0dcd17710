/** The public key of a passkey: from COSE (RFC 9053) to a JSON Web Key, and signatures by it. */
import { base64url } from "jose";
import * as v from "valibot";
import { PASSKEY_ALGORITHMS, type PasskeyAlgorithm } from "#shared/contracts/passkeys.ts";
import { check, PasskeyFault } from "./passkey-fault.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** As it is stored (RFC 7517); which of the others it has, its type says. */
export const Jwk = v.objectWithRest({ kty: v.string() }, v.string());

export interface PublicKey {
  readonly algorithm: PasskeyAlgorithm;
  readonly jwk: v.InferOutput<typeof Jwk>;
}

const IMPORTED = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} as const;

const VERIFIED = {
  ES256: { name: "ECDSA", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  RS256: { name: "RSASSA-PKCS1-v1_5" },
} as const;

/** Labels of a COSE key; the negative ones mean what the key's type says. */
const LABEL = { algorithm: 3, curve: -1, modulus: -1, x: -2, exponent: -2, y: -3 } as const;

/** Below and above, WebCrypto differs from platform to platform. */
const MODULUS_BYTES = { min: 256, max: 512 } as const;

/** Throws PasskeyFault where it is of another kind than `PASSKEY_ALGORITHMS` names, or no key. */
export async function readCoseKey(cose: unknown): Promise<PublicKey> {
  if (!(cose instanceof Map)) throw new PasskeyFault("key_not_a_map");
  const number = (label: number): unknown => cose.get(label);
  const bytes = (label: number): string => {
    const value: unknown = cose.get(label);
    if (!(value instanceof Uint8Array)) throw new PasskeyFault("key_incomplete");
    return base64url.encode(value);
  };
  const key = keyOf();
  await importKey(key).catch(() => {
    throw new PasskeyFault("key_not_importable");
  });
  return key;

  function keyOf(): PublicKey {
    switch (number(LABEL.algorithm)) {
      case PASSKEY_ALGORITHMS.ES256:
        check(number(LABEL.curve) === 1, "key_of_another_curve");
        return {
          algorithm: "ES256",
          jwk: { kty: "EC", crv: "P-256", x: bytes(LABEL.x), y: bytes(LABEL.y) },
        };
      case PASSKEY_ALGORITHMS.EdDSA:
        check(number(LABEL.curve) === 6, "key_of_another_curve");
        return { algorithm: "EdDSA", jwk: { kty: "OKP", crv: "Ed25519", x: bytes(LABEL.x) } };
      case PASSKEY_ALGORITHMS.RS256: {
        const n = bytes(LABEL.modulus);
        const { byteLength } = base64url.decode(n);
        check(byteLength >= MODULUS_BYTES.min && byteLength <= MODULUS_BYTES.max, "key_of_another_length");
        return { algorithm: "RS256", jwk: { kty: "RSA", n, e: bytes(LABEL.exponent) } };
      }
      default:
        throw new PasskeyFault("key_of_another_algorithm");
    }
  }
}

/** Whether it is this key's signature of `signed`. */
export async function isSignedBy(key: PublicKey, signature: Bytes, signed: Bytes): Promise<boolean> {
  const raw = rawSignature(key.algorithm, signature);
  return raw !== null && crypto.subtle.verify(VERIFIED[key.algorithm], await importKey(key), raw, signed);
}

/** As WebCrypto takes it; null where it is none. */
function rawSignature(algorithm: PasskeyAlgorithm, signature: Bytes): Bytes | null {
  if (algorithm === "ES256") return rawEcdsaSignature(signature);
  // The platform throws at another length instead of saying no.
  return algorithm === "EdDSA" && signature.byteLength !== 64 ? null : signature;
}

function importKey({ algorithm, jwk }: PublicKey): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", jwk, IMPORTED[algorithm], false, ["verify"]);
}

/**
 * Of the DER sequence of two whole numbers that authenticators send (RFC 3279 section 2.2.3) the two, 32 bytes each, as WebCrypto
 * takes them. Null where it is none. A number has no more bytes than it needs, and a zero before a first bit of 1.
 */
function rawEcdsaSignature(der: Bytes): Bytes | null {
  const raw = new Uint8Array(64);
  if (der[0] !== 0x30 || der[1] !== der.byteLength - 2) return null;
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length < 1 || length > 33 || at + 2 + length > der.byteLength) return null;
    const number = der.slice(at + 2, at + 2 + length);
    const digits = number[0] === 0 ? number.slice(1) : number;
    if (digits.byteLength > 32) return null;
    raw.set(digits, end - digits.byteLength);
    at += 2 + length;
  }
  return at === der.byteLength ? raw : null;
}
