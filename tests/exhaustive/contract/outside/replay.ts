/**
 * A verifier as somebody outside would write it: by `/en/verify` and the OpenAPI document alone. It shares no line with the
 * project, so that what it finds does not hang on the project's own reading of its rules.
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { canonical, Entry } from "./entries.ts";
import { Bets } from "./evidence.ts";
import { byPrices, steps as priceSteps } from "./prices.ts";

interface Point {
  settled: number;
  at: string;
  equity: number;
  drawdown: number;
}

/** What is kept of a trader, or of the whole record. */
export class Tallied {
  readonly counts = new Map<string, number>();
  net = 0;
  peak = 0;
  gains = 0;
  squares = 0;
  streak = 0;
  longest = 0;
  drawdown = 0;
  points: Point[] = [];
  stride = 1;
  readonly stated = new Map<number, { won: number; lost: number }>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

export interface Signal {
  readonly id: string;
  readonly published: Entry;
  outcome: string;
  isLate: boolean;
  countsAsLost: boolean;
  end: Entry | null;
  correction: { from: string; at: string; reason: string | undefined; seq: number } | null;
}

interface Trader {
  readonly handle: string;
  readonly joinedAt: string;
  retiredAt: string | null;
  readonly record: Tallied;
  readonly bets: Bets;
}

export interface Rebuilt {
  readonly signals: ReadonlyMap<string, Signal>;
  /** In order of joining. */
  readonly traders: ReadonlyMap<string, Trader>;
  readonly whole: Tallied;
  readonly head: { readonly seq: number; readonly at: string; readonly hash: string };
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

function must(holds: boolean, entry: Entry, what: string): void {
  if (!holds) throw new Error(`entry ${entry.seq} (${entry.kind}): ${what}`);
}

/** Throws where the chain or a rule does not hold. */
export function rebuild(raw: readonly object[]): Rebuilt {
  const signals = new Map<string, Signal>();
  const traders = new Map<string, Trader>();
  const whole = new Tallied();
  const quotes = new Map<string, string>();
  let last: Entry | null = null;
  for (const wire of raw) {
    const entry: Entry = v.parse(Entry, wire);
    const hashed = canonical(Object.fromEntries(Object.entries(wire).filter(([name]) => name !== "hash")));
    must(createHash("sha256").update(hashed, "utf8").digest("hex") === entry.hash, entry, "hash");
    must(entry.prev_hash === (last?.hash ?? "0".repeat(64)), entry, "prev_hash");
    must(entry.seq === (last?.seq ?? 0) + 1, entry, "seq");
    const at = Date.parse(entry.at);
    const clock = Date.parse(entry.clock_at);
    const before = last ? Date.parse(last.at) : 0;
    must(at === Math.max(clock, before) && at - clock <= 60 * SECOND, entry, "time");
    take(entry, at, clock, { signals, traders, whole, quotes });
    last = entry;
  }
  if (!last) throw new Error("no entries");
  return { signals, traders, whole, head: { seq: last.seq, at: last.at, hash: last.hash } };
}

interface State {
  readonly signals: Map<string, Signal>;
  readonly traders: Map<string, Trader>;
  readonly whole: Tallied;
  /** Prices of the quotes so far. */
  readonly quotes: Map<string, string>;
}

function take(entry: Entry, at: number, clock: number, { signals, traders, whole, quotes }: State): void {
  const { kind, payload } = entry;
  if (kind === "trader_joined") {
    must(!traders.has(payload.trader), entry, "joins twice");
    const handle = payload.trader;
    const record = new Tallied();
    traders.set(handle, { handle, joinedAt: entry.at, retiredAt: null, record, bets: new Bets() });
    return;
  }
  const signal = signals.get(entry.signal_id ?? "");
  const trader = traders.get(signal ? signal.published.payload.trader : payload.trader);
  if (!trader) throw new Error(`entry ${entry.seq}: no trader`);
  if (kind === "trader_retired") {
    must(trader.retiredAt === null, entry, "retires twice");
    trader.retiredAt = entry.at;
    return;
  }
  const records = [trader.record, whole];
  if (kind === "published") {
    must(!signal && trader.retiredAt === null, entry, "id or trader");
    checkPublished(entry, at);
    const id = entry.signal_id ?? "";
    signals.set(id, {
      id,
      published: entry,
      outcome: "open",
      isLate: payload.is_late,
      countsAsLost: false,
      end: null,
      correction: null,
    });
    for (const record of records) {
      add(record, "open", 1);
      if (payload.is_late) add(record, "late", 1);
    }
    trader.bets.publish(id, payload);
    return;
  }
  if (!signal) throw new Error(`entry ${entry.seq}: no signal`);
  if (payload.cause === "correction") {
    const from = signal.outcome;
    must(["won draw", "won lost", "draw lost"].includes(`${from} ${payload.outcome}`), entry, "correction");
    must(signal.end?.payload.cause !== "prices", entry, "correction of prices");
    for (const record of records) {
      count(record, signal, from, -1);
      count(record, signal, payload.outcome, 1);
      record.drawdown = Math.max(record.drawdown, record.peak - record.net);
      if (!isApart(signal, payload.outcome)) addPoint(record, entry.at);
    }
    trader.bets.correct(signal.id, payload.outcome);
    signal.correction = { from, at: entry.at, reason: payload.reason, seq: entry.seq };
    signal.outcome = payload.outcome;
    return;
  }
  const entersAt = Date.parse(signal.published.payload.entry_at);
  const expires = Date.parse(signal.published.payload.expires_at);
  const settleBy = Date.parse(signal.published.payload.settle_by);
  const outcome = kind === "voided" ? "void" : payload.outcome;
  must(signal.outcome === "open", entry, "ended twice");
  checkEnd(entry, signal.published.payload, {
    outcome,
    isBeforeEntry: at < entersAt,
    isBeforeDeadline: at < settleBy,
    hasExpired: clock >= expires,
    isOverdue: clock >= settleBy,
  });
  const prices = payload.prices ?? [];
  for (const { address, entry: first, expiry, later } of prices)
    for (const quote of [first, expiry, later]) {
      if (!quote) continue;
      const name = `${address} ${signal.published.payload.asset} ${quote.at}`;
      const price = quotes.get(name) ?? quote.price;
      must(priceSteps(price) === priceSteps(quote.price), entry, "a quote has two prices");
      quotes.set(name, price);
    }
  const publishedAt = Date.parse(signal.published.at);
  const isMade = prices.some((said) => said.entry && Date.parse(said.entry.at) <= publishedAt);
  if (payload.cause === "prices" && isMade && !signal.isLate) {
    signal.isLate = true;
    for (const record of records) add(record, "late", 1);
  }
  signal.outcome = outcome;
  const isUnpriced = payload.cause === "no_price";
  signal.countsAsLost = kind === "voided" && !isUnpriced && at >= entersAt;
  signal.end = entry;
  const betOn = signal.countsAsLost ? "lost" : outcome;
  const bet = { ...signal.published.payload, is_late: signal.isLate };
  trader.bets.end(signal.id, betOn, payload.cause === "prices", bet);
  for (const record of records) {
    add(record, "open", -1);
    const counted = isUnpriced ? "void_unpriced" : signal.countsAsLost ? "void_lost" : "void";
    if (kind === "voided") add(record, counted, 1);
    if (payload.cause === "prices" && !isApart(signal, outcome)) add(record, "by_prices", 1);
    if (kind === "voided" && !signal.countsAsLost) continue;
    const result = kind === "voided" ? "lost" : outcome;
    count(record, signal, result, 1);
    if (!isApart(signal, result)) addPoint(record, entry.at);
  }
}

interface End {
  readonly outcome: string;
  readonly isBeforeEntry: boolean;
  readonly isBeforeDeadline: boolean;
  readonly hasExpired: boolean;
  readonly isOverdue: boolean;
}

function checkEnd(
  entry: Entry,
  published: Entry["payload"],
  { outcome, isBeforeEntry, isBeforeDeadline, hasExpired, isOverdue }: End,
): void {
  const { cause, reason, prices, evidence } = entry.payload;
  const hasRule = published.price_rule !== undefined;
  if (cause === "deadline") return must(isOverdue && outcome === "lost" && !hasRule, entry, "deadline");
  if (cause === "no_price" && !prices) return must(isOverdue && hasRule, entry, "no price");
  must(isBeforeDeadline, entry, "too late");
  if (entry.kind === "voided" && cause === undefined)
    return must(Boolean(reason?.trim()) && (isBeforeEntry || !hasRule), entry, "void");
  must(hasExpired, entry, "too early");
  if (cause === "result") return must(!hasRule && evidence !== undefined, entry, "by hand");
  const follows = byPrices(published, prices ?? []);
  must(follows === outcome, entry, `${outcome} instead of ${follows} by prices`);
}

function checkPublished(entry: Entry, at: number): void {
  const { payload } = entry;
  const [entryAt, expires, settleBy] = [payload.entry_at, payload.expires_at, payload.settle_by].map((text) =>
    Date.parse(text),
  );
  if (entryAt === undefined || expires === undefined || settleBy === undefined) throw new Error("times");
  must(expires > at && expires <= at + 366 * DAY && entryAt < expires, entry, "expiry");
  const life = expires - entryAt;
  must(life >= 10 * SECOND && life <= 366 * DAY, entry, "life");
  must(payload.is_late === entryAt < at, entry, "late");
  must(settleBy === expires + (payload.price_rule ? 7 * DAY : 24 * HOUR), entry, "settle_by");
  must(!payload.is_otc || !payload.price_rule, entry, "price rule");
  must(payload.payout >= 0.0001 && payload.payout <= 1, entry, "payout");
  must(steps(payload.payout) / 10_000 === payload.payout, entry, "decimals");
  must(
    payload.confidence === undefined || (payload.confidence >= 50 && payload.confidence <= 99),
    entry,
    "confidence",
  );
  must(payload.is_otc === (payload.asset ?? "").endsWith("_otc"), entry, "otc");
}

function steps(payout: number): number {
  return Math.round(payout * 10_000);
}

function add(record: Tallied, name: string, by: number): void {
  record.counts.set(name, record.of(name) + by);
}

/** Late wins and OTC signals. */
function isApart({ isLate, published: { payload } }: Signal, outcome: string): boolean {
  return (isLate && outcome === "won") || payload.is_otc;
}

function count(record: Tallied, signal: Signal, outcome: string, by: 1 | -1): void {
  const { is_otc, payout, confidence } = signal.published.payload;
  const { isLate } = signal;
  if (isLate && outcome === "won") return add(record, "late_won", by);
  if (is_otc) return add(record, `otc_${outcome}`, by);
  add(record, outcome, by);
  if (confidence !== undefined && !isLate && outcome !== "draw") {
    const bin = record.stated.get(confidence) ?? { won: 0, lost: 0 };
    bin[outcome === "won" ? "won" : "lost"] += by;
    record.stated.set(confidence, bin);
  }
  const g = steps(payout);
  if (outcome === "won") {
    record.gains += by * g;
    record.squares += by * g * g;
    record.net += by * g;
    if (by < 0) return;
    record.peak = Math.max(record.peak, record.net);
    record.streak = 0;
  } else if (outcome === "lost") {
    record.net -= 10_000;
    record.streak += 1;
    record.drawdown = Math.max(record.drawdown, record.peak - record.net);
    record.longest = Math.max(record.longest, record.streak);
  }
}

function addPoint(record: Tallied, at: string): void {
  const settled = record.of("won") + record.of("lost") + record.of("draw");
  const point = { settled, at, equity: record.net / 10_000, drawdown: (record.peak - record.net) / 10_000 };
  const { points, stride } = record;
  const last = points.at(-1);
  const start = points.at(-2)?.settled ?? 0;
  if (last && (last.settled === settled || last.settled - start < stride))
    points[points.length - 1] = joined(last, point);
  else points.push(point);
  if (points.length <= 120) return;
  record.points = [];
  for (let index = 0; index < points.length; index += 2) {
    const [one, other] = points.slice(index, index + 2);
    if (one) record.points.push(other ? joined(one, other) : one);
  }
  record.stride = stride * 2;
}

function joined(one: Point, other: Point): Point {
  return { ...other, drawdown: Math.max(one.drawdown, other.drawdown) };
}
