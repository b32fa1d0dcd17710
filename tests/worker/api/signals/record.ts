/** A record to test against: the real database, a clock that stands still until it is moved, no real waiting. */
import { env, waitUntil } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Hono } from "hono";
import * as v from "valibot";
import { type LedgerEntry, LedgerPage } from "#shared/contracts/ledger.ts";
import { NewSignal, type NewSignalInput, type Settlement } from "#shared/contracts/signals.ts";
import { type ApiDependencies, createApi } from "#worker/api/api.ts";
import { createMinimumBookmark } from "#worker/api/minimum-bookmark.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import { publishSignal, settleSignal } from "#worker/api/signals/index.ts";
import { holdToContract } from "../held-to-contract.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";
import { createVapidKeys } from "#worker/api/push/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { createSigningKeys } from "#worker/api/session/token-keys.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export interface TestRecord {
  readonly deps: LedgerDependencies;
  readonly clock: { ms: number };
  /** Asks the embedded API. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
}

/** The record of this test file, its clock standing at `startMs`. */
export function createRecord(startMs = Date.UTC(2026, 2, 1)): TestRecord {
  const clock = { ms: startMs };
  const deps = { db: drizzle(env.DB), now: () => clock.ms, log: () => {}, sleep: async () => {} };
  const api = createRecordApi(deps);
  return { deps, clock, ask: async (path, init) => api.request(`https://tidemark.test${path}`, init) };
}

/** The embedded API over a database. */
export function createRecordApi(deps: Pick<ApiDependencies, "db" | "now" | "log">): Hono<ApiEnv> {
  return holdToContract(
    createApi({
      sleep: async () => {},
      priceConfig: { sources: [], maxQuoteAgeSeconds: 60, assets: [] },
      isLocal: false,
      ...deps,
      signInLimiter: env.SIGN_IN_LIMITER,
      signalRoom: env.SIGNAL_ROOM,
      deliveries: env.DELIVERIES,
      vapidKeys: createVapidKeys({ vapidKeys: env.VAPID_KEYS, pushContact: "" }, () => {}),
      minimumBookmark: createMinimumBookmark(),
      announce: () => {},
      waitUntil,
      signingKeys: createSigningKeys(env.JWT_SIGNING_KEYS),
      logKeys: createLogKeys(env.LOG_SIGNING_KEY),
      logConfig: { origin: null, witnesses: [] },
      signUp: "closed",
      staffSignIn: "passcode",
      environment: "production",
      turnstileSecret: null,
      origin: null,
      passcodePepper: env.PASSCODE_PEPPER,
      vitalsOneIn: 1,
      random: Math.random,
    }),
  );
}

/** A trader with a handle that no other test of the file has. */
export async function addSomeTrader({ deps }: TestRecord, prefix = "trader"): Promise<string> {
  const handle = `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
  await addTrader(deps, { handle, name: `Name of ${handle}` });
  return handle;
}

/** A valid signal by `trader`, entering in a minute and expiring five minutes later. */
export function signalBy(
  trader: string,
  record: TestRecord,
  changes: Partial<NewSignalInput> = {},
): NewSignal {
  return v.parse(NewSignal, signalSentBy(trader, record, changes));
}

/** The same as the body of a request. */
export function signalSentBy(
  trader: string,
  { clock }: Pick<TestRecord, "clock">,
  changes: Partial<NewSignalInput> = {},
): NewSignalInput {
  return {
    trader,
    asset: "EUR/USD",
    direction: "up",
    entry_at: new Date(clock.ms + MINUTE_MS).toISOString(),
    expires_at: new Date(clock.ms + 6 * MINUTE_MS).toISOString(),
    payout: 0.85,
    ...changes,
  };
}

/** Publishes a signal, moves the clock past its expiry and settles it; gives its id. */
export async function publishAndSettle(
  record: TestRecord,
  signal: NewSignal,
  outcome: Settlement,
): Promise<string> {
  const { id } = await publishSignal(record.deps, signal);
  record.clock.ms = Math.max(record.clock.ms, signal.expires_at);
  await settleSignal(record.deps, id, outcome, EVIDENCE);
  return id;
}

/** The ledger's entries behind `after`, of which 0 is the beginning. */
export async function readEntries(record: Pick<TestRecord, "ask">, after = 0): Promise<LedgerEntry[]> {
  const response = await record.ask(`/api/ledger/?after=${after}&limit=1000`);
  const page = v.parse(LedgerPage, await response.json());
  return page.next === null
    ? page.results
    : [...page.results, ...(await readEntries(record, Number(page.next)))];
}
