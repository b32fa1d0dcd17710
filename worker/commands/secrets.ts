/**
 * The worker's secrets, and the git-ignored files that store them: wrangler's for local development, and one for each
 * deployed site.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { LOG_KEY_BYTES } from "#shared/limits/log.ts";
import { makePrivate, writePrivate } from "./private-file.ts";

export const LOCAL_SECRETS_FILE = ".dev.vars";

export interface WorkerSecrets {
  /** `id:key`, the format of the worker's JWT_SIGNING_KEYS. */
  readonly JWT_SIGNING_KEYS: string;
  /** Seed of an Ed25519 key. */
  readonly LOG_SIGNING_KEY: string;
  readonly PASSCODE_PEPPER: string;
  /** Public and private key of one pair on P-256. */
  readonly VAPID_KEYS: string;
}

export interface LocalSecrets extends WorkerSecrets {
  /** Passcode of the demo staff account; the worker never reads it. */
  readonly DEMO_STAFF_PASSCODE: string;
}

/** Creates new secrets; `keyId` names the key that signs sessions. */
export function createSecrets(keyId: string): WorkerSecrets {
  return {
    JWT_SIGNING_KEYS: `${keyId}:${randomBytes(48).toString("base64url")}`,
    LOG_SIGNING_KEY: randomBytes(LOG_KEY_BYTES).toString("base64url"),
    PASSCODE_PEPPER: randomBytes(48).toString("base64url"),
    VAPID_KEYS: createVapidPair(),
  };
}

/** Reads the file, adds missing secrets, and leaves everything else in it unchanged. */
export function ensureLocalSecrets(file = LOCAL_SECRETS_FILE): LocalSecrets {
  return keepSecrets(file, {
    ...createSecrets("local-1"),
    DEMO_STAFF_PASSCODE: randomBytes(9).toString("base64url"),
  });
}

/** The secrets in the file after those of `fresh` that it lacked were added; only its owner can read the file. */
export function keepSecrets<Secrets extends object>(file: string, fresh: Secrets): Secrets {
  makePrivate(file);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const known = parseEnv(text);
  const missing = Object.entries(fresh).filter(([name]) => !known[name]);
  if (missing.length > 0) {
    const added = missing.map(([name, value]) => `${name}="${value}"\n`).join("");
    writePrivate(file, text + (text && !text.endsWith("\n") ? "\n" : "") + added);
  }
  return { ...fresh, ...known, ...Object.fromEntries(missing) };
}

/** In the format of `VAPID_KEYS`. */
export function createVapidPair(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return `${point.toString("base64url")}:${d}`;
}
