/** The operator's secret `LOG_SIGNING_KEY`, which signs checkpoints of the log. */
import { base64url } from "jose";
import * as v from "valibot";
import { utf8 } from "#shared/encoding/utf8.ts";
import { LOG_KEY_BYTES } from "#shared/limits/log.ts";

export interface LogKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly sign: (text: string) => Promise<Uint8Array>;
}

/** The keys in the configured order. Rejects with LogNotConfiguredError at every call while they are unusable. */
export type LogKeys = () => Promise<readonly [LogKey, ...LogKey[]]>;

/** The secret is missing or unusable, or the log has no name. The message tells the operator what to do. */
export class LogNotConfiguredError extends Error {
  override readonly name = "LogNotConfiguredError";

  constructor(what: string) {
    super(`The log is not configured: ${what}`);
  }
}

/** Reads the keys once, at the first call. All of them sign, so that clients that pinned an older key can still verify. */
export function createLogKeys(configured: string): LogKeys {
  let keys: ReturnType<LogKeys> | undefined;
  return () => (keys ??= readLogKeys(configured));
}

/** The reason why checkpoints cannot be signed; null if they can. */
export async function missingLogKey(logKeys: LogKeys): Promise<string | null> {
  try {
    await logKeys();
    return null;
  } catch (error) {
    if (error instanceof LogNotConfiguredError) return error.message;
    throw error;
  }
}

async function readLogKeys(configured: string): ReturnType<LogKeys> {
  const seeds = configured
    .split(",")
    .map((seed) => seed.trim())
    .filter((seed) => seed !== "");
  const [first, ...others] = await Promise.all(seeds.map(importKey));
  if (first === undefined) {
    throw new LogNotConfiguredError(
      `set the secret LOG_SIGNING_KEY to ${LOG_KEY_BYTES} random bytes in base64url (npx wrangler secret put LOG_SIGNING_KEY).`,
    );
  }
  return [first, ...others];
}

/** The PKCS #8 header before the seed of an Ed25519 key (RFC 8410 section 7). */
const PKCS8_HEAD = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

const Jwk = v.object({ x: v.string() });

async function importKey(text: string, index: number): Promise<LogKey> {
  const seed = decodeSeed(text);
  if (seed?.length !== LOG_KEY_BYTES) {
    throw new LogNotConfiguredError(
      `LOG_SIGNING_KEY: key ${index + 1} is not ${LOG_KEY_BYTES} bytes in base64url.`,
    );
  }
  const key = await crypto.subtle.importKey("pkcs8", Uint8Array.of(...PKCS8_HEAD, ...seed), "Ed25519", true, [
    "sign",
  ]);
  const { x } = v.parse(Jwk, await crypto.subtle.exportKey("jwk", key));
  return {
    publicKey: base64url.decode(x),
    sign: async (signed) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, utf8(signed))),
  };
}

function decodeSeed(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  try {
    return base64url.decode(text);
  } catch {
    // A length that no base64url text has.
    return null;
  }
}
