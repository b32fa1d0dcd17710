/** An authenticator made of WebCrypto, and the browser around it: what they answer, or would answer where something is wrong. */
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { base64url } from "jose";
import * as v from "valibot";
import type { NewPasskey, PasskeyAlgorithm, PasskeyAnswer } from "#shared/contracts/passkeys.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export const ORIGIN = "https://signals.example";
const RP_ID = "signals.example";

/** How WebCrypto makes and uses keys, and what of a key is sent (RFC 9053): by label, a number or a member of its JSON Web Key. */
const ALGORITHMS = {
  ES256: {
    generated: { name: "ECDSA", namedCurve: "P-256" },
    signed: { name: "ECDSA", hash: "SHA-256" },
    cose: { 1: 2, 3: -7, [-1]: 1, [-2]: "x", [-3]: "y" },
  },
  EdDSA: {
    generated: { name: "Ed25519" },
    signed: { name: "Ed25519" },
    cose: { 1: 1, 3: -8, [-1]: 6, [-2]: "x" },
  },
  RS256: {
    generated: {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-256",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    signed: { name: "RSASSA-PKCS1-v1_5" },
    cose: { 1: 3, 3: -257, [-1]: "n", [-2]: "e" },
  },
} as const;

/** What it answers otherwise than it should; unless said, all is right. */
export interface Twist {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  /** Bits of user present (1), user verified (4), may be backed up (8), is backed up (16). */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** Of the bytes that were to be signed, those that are. */
  readonly signed?: (bytes: Bytes) => Bytes;
  /** Of the signature, what is sent. */
  readonly signature?: (bytes: Bytes) => Bytes;
  /** Of the authenticator data, what is sent. */
  readonly authenticatorData?: (bytes: Bytes) => Bytes;
  /** Of the COSE key, what is sent. */
  readonly coseKey?: (key: CoseKey) => CoseKey;
  /** Of the client data, what is sent. */
  readonly clientData?: (json: string) => string;
}

type CoseKey = Map<number | string, number | Bytes>;

export interface Authenticator {
  /** Its id of the credential, in base64url. */
  readonly id: string;
  /** What `navigator.credentials.create` gives. */
  readonly create: (challenge: string, twist?: Twist) => Promise<NewPasskey["credential"]>;
  /** What `navigator.credentials.get` gives. It counts each signature, unless it was made not to count. */
  readonly get: (challenge: string, owner: string, twist?: Twist) => Promise<PasskeyAnswer["credential"]>;
}

export async function createAuthenticator(
  algorithm: PasskeyAlgorithm = "ES256",
  { counts = true }: { readonly counts?: boolean } = {},
): Promise<Authenticator> {
  const keys = await generateKeys(algorithm);
  const credentialId = crypto.getRandomValues(new Uint8Array(16));
  const id = base64url.encode(credentialId);
  let count = 0;

  async function dataOf({ rpId = RP_ID, flags = 0b101, counter }: Twist, rest: Bytes = new Uint8Array()) {
    const rpIdHash = await sha256(new TextEncoder().encode(rpId));
    const flagged = rest.byteLength > 0 ? flags | 0x40 : flags;
    return join(rpIdHash, [flagged], uint32(counter ?? (counts ? (count += 1) : 0)), rest);
  }

  return {
    id,
    async create(challenge, twist = {}) {
      const { coseKey = (key) => key, authenticatorData = (bytes) => bytes } = twist;
      const key = isoCBOR.encode(coseKey(await coseKeyOf(algorithm, keys.publicKey)));
      const attested = join(new Uint8Array(16), [0, credentialId.byteLength], credentialId, key);
      const authData = authenticatorData(await dataOf({ counter: 0, ...twist }, attested));
      const attestation = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        id,
        type: "public-key",
        response: {
          clientDataJSON: clientDataOf("webauthn.create", challenge, twist),
          attestationObject: base64url.encode(isoCBOR.encode(attestation)),
          transports: ["internal", "hybrid"],
        },
      };
    },
    async get(challenge, owner, twist = {}) {
      const { userHandle = base64url.encode(owner) } = twist;
      const { signed = same, signature = same, authenticatorData = same } = twist;
      const clientDataJSON = clientDataOf("webauthn.get", challenge, twist);
      const authData = await dataOf(twist);
      const bytes = signed(join(authData, await sha256(new Uint8Array(base64url.decode(clientDataJSON)))));
      const made = new Uint8Array(
        await crypto.subtle.sign(ALGORITHMS[algorithm].signed, keys.privateKey, bytes),
      );
      return {
        id,
        type: "public-key",
        response: {
          clientDataJSON,
          authenticatorData: base64url.encode(authenticatorData(authData)),
          signature: base64url.encode(signature(algorithm === "ES256" ? derSignature(made) : made)),
          userHandle,
        },
      };
    },
  };
}

function same(bytes: Bytes): Bytes {
  return bytes;
}

function clientDataOf(
  ceremony: string,
  challenge: string,
  { type = ceremony, origin = ORIGIN, crossOrigin = false, topOrigin, clientData = (json) => json }: Twist,
): string {
  const json = JSON.stringify({ type, challenge, origin, crossOrigin, ...(topOrigin && { topOrigin }) });
  return base64url.encode(clientData(json));
}

async function generateKeys(algorithm: PasskeyAlgorithm): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey(ALGORITHMS[algorithm].generated, true, ["sign", "verify"]);
  if (!("privateKey" in keys)) throw new Error("A pair of keys was asked for.");
  return keys;
}

async function coseKeyOf(algorithm: PasskeyAlgorithm, publicKey: CryptoKey): Promise<CoseKey> {
  const jwk = await crypto.subtle.exportKey("jwk", publicKey);
  if (jwk instanceof ArrayBuffer) throw new Error("A JSON Web Key was asked for.");
  const members = v.parse(v.record(v.string(), v.unknown()), jwk);
  return new Map(
    Object.entries(ALGORITHMS[algorithm].cose).map(([label, value]) => [
      Number(label),
      typeof value === "number" ? value : new Uint8Array(base64url.decode(String(members[value]))),
    ]),
  );
}

/** An ECDSA signature as authenticators send it (RFC 3279 section 2.2.3), of the 64 bytes that WebCrypto makes. */
function derSignature(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const numbers = [...derInteger(raw.slice(0, 32)), ...derInteger(raw.slice(32))];
  return new Uint8Array([0x30, numbers.length, ...numbers]);
}

/** As few bytes as it takes, and none that says it is negative. */
function derInteger(bytes: Uint8Array): number[] {
  const digits = Array.from(bytes.subarray(bytes.findIndex((byte) => byte !== 0)));
  if ((digits[0] ?? 0) >= 0x80) digits.unshift(0);
  return [0x02, digits.length, ...digits];
}

function uint32(number: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function join(...parts: readonly (Uint8Array | readonly number[])[]): Bytes {
  return new Uint8Array(parts.flatMap((part) => Array.from(part)));
}

async function sha256(bytes: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
}
