/** The operator's secret `VAPID_KEYS`, by which push services know the site (RFC 8292). */
import { base64url, SignJWT } from "jose";

export interface Vapid {
  /** Uncompressed point on P-256 in base64url: the `applicationServerKey` of browsers. */
  readonly publicKey: string;
  /** Value of `Authorization` for the push service at this origin; serves for an hour. */
  readonly authorizationFor: (origin: string) => Promise<string>;
}

/** Null where the operator has set no keys, or what is set are none: then nothing is sent. */
export type VapidKeys = () => Promise<Vapid | null>;

/** Reads the keys when they are first asked for, and not again. `contact` is the operator's `mailto:` or `https:` address, or empty. */
export function createVapidKeys(configured: string, contact: string): VapidKeys {
  let keys: Promise<Vapid | null> | undefined;
  return () => (keys ??= readVapidKeys(configured, contact));
}

async function readVapidKeys(configured: string, contact: string): Promise<Vapid | null> {
  const [, publicKey, privateKey] = /^(B[\w-]{86}):([\w-]{43})$/.exec(configured) ?? [];
  if (publicKey === undefined || privateKey === undefined) return null;
  const key = await importKey(publicKey, privateKey);
  if (key === null) return null;
  return {
    publicKey,
    async authorizationFor(origin) {
      const token = await new SignJWT(contact === "" ? {} : { sub: contact })
        .setProtectedHeader({ typ: "JWT", alg: "ES256" })
        .setAudience(origin)
        .setExpirationTime("1h")
        .sign(key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}

/** Null where the two are not of one pair. */
async function importKey(publicKey: string, privateKey: string): Promise<CryptoKey | null> {
  const point = base64url.decode(publicKey);
  const part = (from: number) => base64url.encode(point.subarray(from, from + 32));
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: privateKey };
  try {
    return await crypto.subtle.importKey("jwk", jwk, { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  } catch {
    return null;
  }
}
