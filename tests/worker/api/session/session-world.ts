/** An embedded API over the test database with its own clock, log, network address and accounts. */
import { env, waitUntil } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Hono } from "hono";
import { base64url, decodeJwt } from "jose";
import * as v from "valibot";
import { HOOK_ANSWER_MS } from "#shared/limits/ingest.ts";
import { TokenPair } from "#shared/contracts/session.ts";
import { type ApiDependencies, createApi } from "#worker/api/api.ts";
import { createMinimumBookmark } from "#worker/api/minimum-bookmark.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { hmacSha256, importHmacKey } from "#worker/api/session/hmac.ts";
import { derivePbkdf2 } from "#worker/api/session/passcode.ts";
import { holdToContract } from "../held-to-contract.ts";
import type { LogEntry } from "#worker/http/logger.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";
import { createVapidKeys } from "#worker/api/push/index.ts";
import { createSigningKeys, readPepper } from "#worker/api/session/token-keys.ts";

export const CHALLENGE = 'Bearer realm="api"';

export interface SessionWorld {
  readonly api: Hono<ApiEnv>;
  readonly deps: ApiDependencies;
  readonly logged: LogEntry[];
  /** Delays in milliseconds that were waited for, without waiting; a hook waits for its signal however long it takes. */
  readonly slept: number[];
  /** Moves the clock. */
  readonly pass: (milliseconds: number) => void;
  /** JSON body; each world sends from an address of its own. */
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  readonly me: (authorization?: string) => Promise<Response>;
  readonly createAccount: (account?: Partial<NewAccount>) => Promise<TestAccount>;
  /** Opens a session of a new member, or of the account given. */
  readonly signIn: (account?: TestAccount) => Promise<TokenPair>;
  readonly refresh: (refreshToken: string) => Promise<Response>;
}

export interface NewAccount {
  readonly pocketoptionId: string;
  readonly name: string;
  readonly role: "member" | "staff";
  readonly passcode: string;
  readonly isActive: boolean;
  /** Signs in by its id alone; unless said, a member without a passcode does. */
  readonly idAlone: boolean;
}

export interface TestAccount {
  readonly id: string;
  readonly pocketoptionId: string;
  readonly passcode: string | undefined;
}

/** Starts at 2026-03-01 12:00 UTC, in the middle of a second. */
export function createSessionWorld(overrides: Partial<ApiDependencies> = {}): SessionWorld {
  const clock = { ms: Date.UTC(2026, 2, 1, 12) + 250 };
  const logged: LogEntry[] = [];
  const slept: number[] = [];
  const deps: ApiDependencies = {
    db: drizzle(env.DB),
    minimumBookmark: createMinimumBookmark(),
    signInLimiter: env.SIGN_IN_LIMITER,
    signalRoom: env.SIGNAL_ROOM,
    deliveries: env.DELIVERIES,
    vapidKeys: createVapidKeys({ vapidKeys: env.VAPID_KEYS, pushContact: "" }, () => {}),
    announce: () => {},
    signingKeys: createSigningKeys(env.JWT_SIGNING_KEYS),
    logKeys: createLogKeys(env.LOG_SIGNING_KEY),
    logConfig: { origin: null, witnesses: [] },
    priceConfig: { sources: [], maxQuoteAgeSeconds: 60, assets: [] },
    signUp: "closed",
    isLocal: false,
    staffSignIn: "passcode",
    environment: "production",
    turnstileSecret: null,
    origin: null,
    passcodePepper: env.PASSCODE_PEPPER,
    vitalsOneIn: 1,
    now: () => clock.ms,
    random: Math.random,
    log: (entry) => logged.push(entry),
    sleep: async (delayMs) => {
      slept.push(delayMs);
      if (delayMs === HOOK_ANSWER_MS) await new Promise(() => {});
    },
    waitUntil,
    ...overrides,
  };
  const api = holdToContract(createApi(deps));
  const address = `2001:db8:${randomHex(4)}:${randomHex(4)}::1`;

  const post: SessionWorld["post"] = async (path, body, headers = {}) =>
    api.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address, ...headers },
      body: JSON.stringify(body),
    });
  const createAccount: SessionWorld["createAccount"] = (account = {}) => insertAccount(deps, account);

  return {
    api,
    deps,
    logged,
    slept,
    pass: (milliseconds) => {
      clock.ms += milliseconds;
    },
    post,
    me: async (authorization) =>
      api.request("/api/auth/me/", { headers: authorization ? { Authorization: authorization } : {} }),
    createAccount,
    signIn: async (account) => {
      const { pocketoptionId, passcode } = account ?? (await createAccount());
      return tokensOf(await post("/api/auth/login/", { pocketoption_id: pocketoptionId, passcode }));
    },
    refresh: (refreshToken) => post("/api/auth/refresh/", { refresh: refreshToken }),
  };
}

export async function tokensOf(response: Response): Promise<TokenPair> {
  return v.parse(TokenPair, await response.json());
}

/** The session that a token says it belongs to. */
export function sessionOf(token: string): string {
  return v.parse(v.string(), decodeJwt(token)["sid"]);
}

/** Status, challenge and body of an answer, to compare two answers by. */
export async function describeAnswer(response: Response) {
  return {
    status: response.status,
    challenge: response.headers.get("WWW-Authenticate"),
    body: await response.json<unknown>(),
  };
}

async function insertAccount(deps: ApiDependencies, account: Partial<NewAccount>): Promise<TestAccount> {
  const { name = "", role = "member", isActive = true, passcode } = account;
  const id = crypto.randomUUID();
  const pocketoptionId = account.pocketoptionId ?? `po-${id}`;
  const { idAlone = passcode === undefined && role === "member" } = account;
  const hash = passcode === undefined ? null : await hashInOneRound(deps, passcode);
  await env.DB.prepare(
    `INSERT INTO accounts (id, pocketoption_id, name, role, passcode_hash, is_active, id_alone, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(id, pocketoptionId, name, role, hash, isActive ? 1 : 0, idAlone ? 1 : 0, deps.now())
    .run();
  return { id, pocketoptionId, passcode };
}

/** As the API hashes it, but in one round, which is stored with the hash: each check of it takes as many. */
async function hashInOneRound({ passcodePepper }: ApiDependencies, passcode: string): Promise<string> {
  const key = await importHmacKey(readPepper(passcodePepper));
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derivePbkdf2(await hmacSha256(key, passcode.normalize("NFKC")), salt, 1);
  return `$pbkdf2-sha256$i=1$${base64url.encode(salt)}$${base64url.encode(hash)}`;
}

function randomHex(digits: number): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, digits);
}
