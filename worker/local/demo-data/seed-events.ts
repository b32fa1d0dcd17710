/**
 * A realistic year of signals: the same for the same options, with losses, draws, voids, late and forgotten signals, and a
 * few still open at the end. Prices decide all but the signals on OTC assets. Pure; other modules make the ledger and tables
 * from it.
 */
import type { Evidence, PriceRule } from "#shared/contracts/prices.ts";
import type { Ending } from "#shared/record/ending.ts";
import { type NewSignal } from "#shared/contracts/signals.ts";
import { SETTLEMENT_GRACE_MS } from "#shared/limits/signals.ts";
import { priceRuleFor } from "#worker/api/signals/price-config.ts";
import { DEMO_PRICES, demoQuoteAt } from "./demo-quotes.ts";
import { randomNumbers } from "./random-numbers.ts";
import { endByPrices, type SeedEnd } from "./seed-prices.ts";
import { SEED_TRADERS, WEEKEND_ASSETS, type SeedTrader } from "./seed-traders.ts";
import { MINUTE_MS, SECOND_MS } from "#shared/time/time-units.ts";

export interface SeedOptions {
  /** How many signals, 0 or more. */
  readonly signals: number;
  /** The present time of the data, milliseconds since the epoch; the year before it is filled. */
  readonly endMs: number;
  /** 32-bit number; the same seed gives the same data. */
  readonly seed?: number;
  readonly traders?: readonly SeedTrader[];
}

export interface SeedSignal {
  readonly id: string;
  readonly publishedAtMs: number;
  readonly said: NewSignal;
  /** Null if it is settled by hand. */
  readonly rule: PriceRule | null;
}

export type SeedEvent =
  | { readonly kind: "joined"; readonly atMs: number; readonly trader: SeedTrader }
  | { readonly kind: "retired"; readonly atMs: number; readonly trader: SeedTrader }
  | { readonly kind: "published"; readonly atMs: number; readonly signal: SeedSignal }
  | { readonly kind: "ended"; readonly atMs: number; readonly signal: SeedSignal; readonly end: Ending };

const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/** Shares of signals with a special course. */
const SHARE = { late: 0.02, draw: 0.015, void: 0.008, forgotten: 0.006 } as const;

/** Published last, and expiring after the end: the first of them one, two and three minutes after it, whatever the day. */
const OPEN_SIGNALS = 8;
const SOON_SIGNALS = 3;
const OPEN_WINDOW_MS = 20 * MINUTE_MS;

const PAYOUTS = [0.8, 0.82, 0.85, 0.87, 0.9, 0.92] as const;
const LIFE_MINUTES = [
  { minutes: 1, weight: 2 },
  { minutes: 3, weight: 3 },
  { minutes: 5, weight: 6 },
  { minutes: 15, weight: 4 },
  { minutes: 30, weight: 2 },
  { minutes: 60, weight: 2 },
  { minutes: 240, weight: 1 },
] as const;
const VOID_REASONS = [
  "Trading in the asset was halted before entry.",
  "Published twice by mistake; the first one stands.",
] as const;

/** Every event up to the end of the data, in order of time; a signal that ends later is still open. */
export function* generateSeedEvents({
  signals,
  endMs,
  seed = 0x71de,
  traders = SEED_TRADERS,
}: SeedOptions): Generator<SeedEvent> {
  const random = createSeedRandom(seed);
  const startMs = endMs - YEAR_MS;
  const pending = createEventQueue();
  for (const trader of traders) {
    const at = (part: number) => Math.round(startMs + part * YEAR_MS);
    pending.add({ kind: "joined", atMs: at(trader.joinedAfter), trader });
    if (trader.retiredAfter !== null) pending.add({ kind: "retired", atMs: at(trader.retiredAfter), trader });
  }
  for (let index = 0; index < signals; index += 1) {
    const atMs = publicationTime(index, signals, { startMs, endMs, random });
    yield* pending.takeUntil(atMs);
    const openIndex = index - Math.max(0, signals - OPEN_SIGNALS);
    const drawn = createSignal({ atMs, startMs, endMs, traders, random, openIndex });
    const { signal, ...ended } = withEnd(drawn, endOf(drawn, traders, random));
    pending.add({ kind: "ended", ...ended, signal });
    yield { kind: "published", atMs, signal };
  }
  yield* pending.takeUntil(endMs);
}

function publicationTime(
  index: number,
  signals: number,
  { startMs, endMs, random }: { startMs: number; endMs: number; random: SeedRandom },
): number {
  const early = Math.max(0, signals - OPEN_SIGNALS);
  if (index >= early)
    return Math.round(endMs - OPEN_WINDOW_MS + ((index - early) / OPEN_SIGNALS) * OPEN_WINDOW_MS);
  return Math.floor(startMs + ((index + random.next()) / early) * (YEAR_MS - OPEN_WINDOW_MS));
}

/** A queue of future events, in order of time; events of the same time are in order of insertion. */
function createEventQueue() {
  const ahead: SeedEvent[] = [];
  return {
    add(event: SeedEvent): void {
      ahead.splice(ahead.findLastIndex(({ atMs }) => atMs <= event.atMs) + 1, 0, event);
    },
    /** Removes and returns all events up to and including a time. */
    takeUntil(atMs: number): SeedEvent[] {
      const later = ahead.findIndex((event) => event.atMs > atMs);
      return ahead.splice(0, later < 0 ? ahead.length : later);
    },
  };
}

interface SignalPlace {
  readonly atMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly traders: readonly SeedTrader[];
  readonly random: SeedRandom;
  /** Index among those that are open at the end, from 0; negative for the others. */
  readonly openIndex: number;
}

function createSignal({ atMs, startMs, endMs, traders, random, openIndex }: SignalPlace): SeedSignal {
  const passed = (atMs - startMs) / YEAR_MS;
  const active = traders.filter(
    (t) => t.joinedAfter < passed && (t.retiredAfter === null || passed < t.retiredAfter),
  );
  const trader = random.pick(active.length > 0 ? active : traders.slice(0, 1), ({ activity }) => activity);
  const isLate = random.chance(SHARE.late);
  const entryAtMs = isLate
    ? atMs - random.between(1, 45) * SECOND_MS
    : atMs + random.between(20, 300) * SECOND_MS;
  const life = random.pick(LIFE_MINUTES, ({ weight }) => weight).minutes * MINUTE_MS;
  const isOpen = openIndex >= 0;
  const isSoon = isOpen && openIndex < SOON_SIGNALS;
  const expiresAtMs = isSoon
    ? endMs + (openIndex + 1) * MINUTE_MS
    : entryAtMs + Math.max(life, isOpen ? 2 * OPEN_WINDOW_MS : 0);
  const isWeekend = [0, 6].includes(new Date(atMs).getUTCDay());
  const id = random.hex(20);
  const asset = random.pick(isWeekend || isSoon ? WEEKEND_ASSETS : trader.assets);
  return {
    id,
    publishedAtMs: atMs,
    rule: priceRuleFor(DEMO_PRICES, asset),
    said: {
      trader: trader.handle,
      asset,
      direction: random.chance(0.5) ? "up" : "down",
      // A whole number of minutes before the expiry.
      entry_at: expiresAtMs - Math.floor((expiresAtMs - entryAtMs) / MINUTE_MS) * MINUTE_MS,
      expires_at: expiresAtMs,
      payout: random.pick(PAYOUTS),
      ...(trader.says && { confidence: percentWithin(trader.says, id) }),
    },
  };
}

/** Derived from the id, so that a trader who begins to state probabilities changes nothing else in the data. */
function percentWithin({ least, most }: NonNullable<SeedTrader["says"]>, id: string): number {
  return least + (Number.parseInt(id.slice(0, 6), 16) % (most - least + 1));
}

/** The drawn end; with a price rule, the end by prices. */
function withEnd(signal: SeedSignal, drawn: SeedEnd): SeedEnd & { readonly signal: SeedSignal } {
  const { rule, said } = signal;
  if (!rule) return { signal, ...drawn };
  const { direction, ...ended } = endByPrices({ ...signal, rule }, drawn);
  return { signal: { ...signal, said: { ...said, direction } }, ...ended };
}

function endOf(signal: SeedSignal, traders: readonly SeedTrader[], random: SeedRandom): SeedEnd {
  const soon = signal.said.expires_at + random.between(2, 90) * SECOND_MS;
  const skill = traders.find(({ handle }) => handle === signal.said.trader)?.skill ?? 0.5;
  const fate = random.next();
  if (fate < SHARE.void) {
    const reason = random.pick(VOID_REASONS);
    return { atMs: signal.publishedAtMs + SECOND_MS, end: { cause: "void", outcome: "void", reason } };
  }
  if (fate < SHARE.void + SHARE.forgotten) {
    return {
      atMs: signal.said.expires_at + SETTLEMENT_GRACE_MS + random.between(0, 60) * SECOND_MS,
      end: { outcome: "lost", cause: "deadline" },
    };
  }
  const evidence = evidenceOf(signal);
  if (random.chance(SHARE.draw)) return { atMs: soon, end: { cause: "result", outcome: "draw", evidence } };
  const outcome = random.chance(skill) ? "won" : "lost";
  return { atMs: soon, end: { cause: "result", outcome, evidence } };
}

/** A price as staff would have read it: for an asset over the counter near that of the open market. */
function evidenceOf({ said: { asset, expires_at: expiresAtMs } }: SeedSignal): Evidence {
  const listed = asset.replace(/^(\w{3})(\w{3})_otc$/, "$1/$2");
  const quote = demoQuoteAt(listed, expiresAtMs);
  if (!quote) throw new Error(`${asset} has no quotes`);
  return { price: quote.price, at: new Date(quote.atMs).toISOString(), where: "The broker’s chart" };
}

/** Random numbers, the same on every machine. */
interface SeedRandom {
  /** From 0 to below 1. */
  readonly next: () => number;
  /** Whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  /** True with the given probability. */
  readonly chance: (probability: number) => boolean;
  /** One of the items, by their weights. */
  readonly pick: <Item>(items: readonly Item[], weightOf?: (item: Item) => number) => Item;
  /** Lower-case hex digits. */
  readonly hex: (digits: number) => string;
}

function createSeedRandom(seed: number): SeedRandom {
  const next = randomNumbers(seed);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items, weightOf = () => 1) => pickWeighted(items, weightOf, next()),
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(""),
  };
}

function pickWeighted<Item>(items: readonly Item[], weightOf: (item: Item) => number, random: number): Item {
  let rest = random * items.reduce((sum, item) => sum + weightOf(item), 0);
  const found = items.find((item) => (rest -= weightOf(item)) < 0) ?? items.at(-1);
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
