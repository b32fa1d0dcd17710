/** The operator's secret `VAPID_KEYS`, which identifies the site to push services (RFC 8292). */
import { base64url, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Log } from "#worker/http/logger.ts";
import { MAX_KNOWN_PUSH_SERVICES, VAPID_REUSE_MS } from "#shared/limits/push.ts";

export interface Vapid {
  /** Uncompressed point on P-256 in base64url: the `applicationServerKey` of browsers. */
  readonly publicKey: string;
  /** Value of `Authorization` for the push service at this origin; valid for half an hour or more. */
  readonly authorizationFor: (origin: string) => Promise<string>;
}

/** Null if the operator has set no keys, or unusable ones: then nothing is sent. */
export type VapidKeys = () => Promise<Vapid | null>;

export interface VapidConfig {
  /** The secret, or empty. */
  readonly vapidKeys: string;
  /** `mailto:` or `https:` address of the operator, or empty. */
  readonly pushContact: string;
}

/** Reads the keys once, at the first call. Logs a value that is not a pair of keys. */
export function createVapidKeys(config: VapidConfig, log: Log): VapidKeys {
  let keys: Promise<Vapid | null> | undefined;
  return () => (keys ??= readVapidKeys(config, log));
}

async function readVapidKeys({ vapidKeys, pushContact }: VapidConfig, log: Log): Promise<Vapid | null> {
  const [, publicKey = "", privateKey = ""] = /^(B[\w-]{86}):([\w-]{43})$/.exec(vapidKeys) ?? [];
  const key = await importKey(publicKey, privateKey);
  if (key === null) {
    const detail = "VAPID_KEYS is not a key pair on P-256; npm run setup creates one if none is set.";
    if (vapidKeys !== "") log({ level: "error", event: "push_not_configured", detail });
    return null;
  }
  const sign = async (origin: string) => {
    const token = await new SignJWT(pushContact === "" ? {} : { sub: pushContact })
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(origin)
      .setExpirationTime("1h")
      .sign(key);
    return `vapid t=${token}, k=${publicKey}`;
  };
  // One signature is valid for all messages to a push service.
  const signed = new LRUCache<string, string>({ max: MAX_KNOWN_PUSH_SERVICES, ttl: VAPID_REUSE_MS });
  return {
    publicKey,
    async authorizationFor(origin) {
      const known = signed.get(origin) ?? (await sign(origin));
      signed.set(origin, known, { noUpdateTTL: true });
      return known;
    },
  };
}

/** Null if the two are not keys, or not a pair. */
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
