/** A record to test against: the real database, a clock that stands still until it is moved, no real waiting. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Hono } from "hono";
import * as v from "valibot";
import { expect } from "vitest";
import { type LedgerEntry, LedgerPage } from "#shared/contracts/ledger.ts";
import type { Quote, SourcePrices } from "#shared/contracts/prices.ts";
import {
  NewSignal,
  type NewSignalInput,
  type Settlement,
  type Signal,
  SignalDetail,
} from "#shared/contracts/signals.ts";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { type ApiDependencies, createApi } from "#worker/api/api.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import { publishSignal, settleSignal } from "#worker/api/signals/index.ts";
import { holdToContract } from "../held-to-contract.ts";
import { testDependencies } from "../test-dependencies.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export interface TestRecord {
  readonly deps: LedgerDependencies;
  readonly clock: { ms: number };
  /** Asks the embedded API. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The body of a successful answer. */
  readonly read: <Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
  ) => Promise<v.InferOutput<Schema>>;
  /** The results of a list, whose path has a query, from its first page to its last. */
  readonly readAll: <Item>(page: PageOf<Item>, path: string, cursor?: string) => Promise<Item[]>;
  readonly signalOf: (id: string) => Promise<SignalDetail>;
  readonly traderOf: (handle: string) => Promise<TraderDetail>;
}

type PageOf<Item> = v.GenericSchema<unknown, { readonly results: Item[]; readonly next: string | null }>;

/** The record of this test file, its clock standing at `startMs`. */
export function createRecord(startMs = Date.UTC(2026, 2, 1)): TestRecord {
  const clock = { ms: startMs };
  const deps = { db: drizzle(env.DB), now: () => clock.ms, log: () => {}, sleep: async () => {} };
  const api = createRecordApi(deps);
  const ask: TestRecord["ask"] = async (path, init) => api.request(`https://tidemark.test${path}`, init);
  const read: TestRecord["read"] = async (schema, path) => {
    const answer = await ask(path);
    expect(answer.status, path).toBe(200);
    return v.parse(schema, await answer.json());
  };
  const readAll: TestRecord["readAll"] = async (page, path, cursor = "") => {
    const { results, next } = await read(page, `${path}&cursor=${encodeURIComponent(cursor)}`);
    return next === null ? results : [...results, ...(await readAll(page, path, next))];
  };
  return {
    deps,
    clock,
    ask,
    read,
    readAll,
    signalOf: (id) => read(SignalDetail, `/api/signals/${id}/`),
    traderOf: (handle) => read(TraderDetail, `/api/traders/${handle}/`),
  };
}

/** The embedded API over a database. */
export function createRecordApi(deps: Pick<ApiDependencies, "db" | "now" | "log">): Hono<ApiEnv> {
  return holdToContract(createApi(testDependencies(deps)));
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

/** The configuration of a site with these sources of prices. */
export function pricedBy(...addresses: readonly string[]): ApiDependencies["priceConfig"] {
  const sources = addresses.map((address) => ({ url: `https://${address}`, address }));
  return { sources, maxQuoteAgeSeconds: 60, assets: [] };
}

/** The digest is of nothing, but differs with the price's last digit. */
export function quoteAt(at: string, price: string): Quote {
  return { price, at, sha256: price.slice(-1).repeat(64) };
}

/** What a source says of a signal at its entry and at its expiry. */
export function pricesOf(
  { entry_at, expires_at }: Pick<Signal, "entry_at" | "expires_at">,
  entry: string,
  expiry: string,
): SourcePrices {
  const quotes = { entry: quoteAt(entry_at, entry), expiry: quoteAt(expires_at, expiry) };
  return { address: "prices.test", source: "Quotes", ...quotes };
}

/** The ledger's entries behind `after`, of which 0 is the beginning, in pages of `limit`. */
export async function readEntries(
  record: Pick<TestRecord, "read">,
  after = 0,
  limit = 1000,
): Promise<LedgerEntry[]> {
  const { results, next } = await record.read(LedgerPage, `/api/ledger/?after=${after}&limit=${limit}`);
  return next === null ? results : [...results, ...(await readEntries(record, Number(next), limit))];
}
