/**
 * Computes the record from its entries alone, in their order: the state of every signal, every trader and the totals. An
 * entry that breaks a rule of the record is refused, although the chain may hold. Every check of a state or a figure
 * compares it with this.
 */
import type { Stated } from "./calibration.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import type { CorrectedOutcome, Outcome, Signal } from "#shared/contracts/signals.ts";
import { countedEndingOf, type EndableSignal, type Ending, endingBreach, endingOf } from "./ending.ts";
import { type Stakes, stakesAfter, stakesOf } from "./evidence.ts";
import { addQuotes, type QuotePrices, quotesIn } from "./price-rule.ts";
import {
  clockBreach,
  entryTimeOf,
  isCorrection,
  isInstant,
  publishedBreach,
  type RuleBreach,
} from "./record-rules.ts";
import { EMPTY_STANDING, type Standing, withCorrection, withEnd, withPublished } from "./trader-figures.ts";
import { addCorrection, addOutcome, addPublished, type Counted, EMPTY_TALLY, type Tally } from "./tally.ts";

type EntryOf<Kind extends LedgerEntry["kind"]> = Extract<LedgerEntry, { kind: Kind }>;
type PublishedPayload = EntryOf<"published">["payload"];

export interface ReplayedSignal {
  readonly id: string;
  /** Payload of the `published` entry. */
  readonly payload: PublishedPayload;
  readonly publishedAt: string;
  readonly publishedSeq: number;
  readonly outcome: Outcome;
  readonly isLate: boolean;
  /** Null while the signal is open. */
  readonly end: {
    readonly at: string;
    readonly seq: number;
    readonly ending: Ending;
    readonly countsAsLost: boolean;
  } | null;
  /** The newest correction. */
  readonly correction: Signal["correction"];
  readonly stakes: Stakes;
}

export interface ReplayedTrader extends Standing {
  readonly handle: string;
  readonly joinedAt: string;
  readonly retiredAt: string | null;
  /** Seq of the newest entry that changed this object. */
  readonly lastSeq: number;
}

export interface ReplayedTotals {
  readonly traders: number;
  readonly retiredTraders: number;
  /** The result of the whole record, as if every signal had been followed. */
  readonly tally: Tally;
}

export interface Replay {
  /**
   * Takes the next entry, without checking the chain. Returns the rule that the entry breaks, or null. A replay that has
   * refused an entry accepts no further ones.
   */
  readonly add: (entry: LedgerEntry) => RuleBreach | null;
  /** The state after the newest accepted entry. */
  readonly state: Readonly<ReplayState>;
}

export interface ReplayState {
  /** By id, in order of publication. */
  readonly signals: ReadonlyMap<string, ReplayedSignal>;
  /** By handle, in order of joining. */
  readonly traders: ReadonlyMap<string, ReplayedTrader>;
  readonly quotes: QuotePrices;
  totals: ReplayedTotals;
  /** The newest entry; null before the first. */
  head: Pick<LedgerEntry, "seq" | "at" | "hash"> | null;
}

/** The state before the first entry. */
export const EMPTY_REPLAY: Readonly<ReplayState> = {
  signals: new Map(),
  traders: new Map(),
  quotes: new Map(),
  totals: { traders: 0, retiredTraders: 0, tally: EMPTY_TALLY },
  head: null,
};

/** Continues from a state, which needs only the signals, traders and quotes that the next entries concern. */
export function createReplay(from: Readonly<ReplayState> = EMPTY_REPLAY): Replay {
  const state: State = {
    ...from,
    signals: new Map(from.signals),
    traders: new Map(from.traders),
    quotes: new Map(from.quotes),
  };
  return {
    add(entry) {
      const breach = take(state, entry);
      if (!breach) state.head = { seq: entry.seq, at: entry.at, hash: entry.hash };
      return breach;
    },
    state,
  };
}

interface State extends ReplayState {
  readonly signals: Map<string, ReplayedSignal>;
  readonly traders: Map<string, ReplayedTrader>;
  readonly quotes: Map<string, string>;
}

function take(state: State, entry: LedgerEntry): RuleBreach | null {
  const breach = timeBreach(state, entry);
  if (breach) return breach;
  switch (entry.kind) {
    case "trader_joined":
      return join(state, entry);
    case "trader_retired":
      return retire(state, entry);
    case "published":
      return publish(state, entry);
    case "settled":
      if (entry.payload.cause === "correction") return correctSignal(state, entry, entry.payload);
      return endSignal(state, entry, endingOf(entry.payload));
    case "voided":
      return endSignal(state, entry, endingOf(entry.payload));
  }
}

function timeBreach(state: State, { at, clock_at }: LedgerEntry): RuleBreach | null {
  if (!isInstant(at) || !isInstant(clock_at)) return "time_unreadable";
  const time = entryTimeOf(Date.parse(clock_at), state.head ? Date.parse(state.head.at) : 0);
  return time.atMs === Date.parse(at) ? clockBreach(time) : "clock_differs";
}

function join(state: State, { seq, at, payload }: EntryOf<"trader_joined">): RuleBreach | null {
  const handle = payload.trader;
  if (state.traders.has(handle)) return "trader_exists";
  state.traders.set(handle, { ...EMPTY_STANDING, handle, joinedAt: at, retiredAt: null, lastSeq: seq });
  state.totals = { ...state.totals, traders: state.totals.traders + 1 };
  return null;
}

function retire(state: State, { seq, at, payload }: EntryOf<"trader_retired">): RuleBreach | null {
  const trader = state.traders.get(payload.trader);
  if (!trader) return "trader_not_found";
  if (trader.retiredAt !== null) return "trader_retired";
  state.traders.set(trader.handle, { ...trader, retiredAt: at, lastSeq: seq });
  state.totals = { ...state.totals, retiredTraders: state.totals.retiredTraders + 1 };
  return null;
}

function publish(state: State, { seq, at, signal_id: id, payload }: EntryOf<"published">): RuleBreach | null {
  const trader = state.traders.get(payload.trader);
  if (!trader) return "trader_not_found";
  if (trader.retiredAt !== null) return "trader_retired";
  if (state.signals.has(id)) return "signal_exists";
  const breach = publishedBreach(payload, Date.parse(at));
  if (breach) return breach;
  const counted = countedOf(payload);
  const stakes = stakesOf(trader.purses, payload.payout);
  const published = { id, payload, publishedAt: at, publishedSeq: seq, outcome: "open", stakes } as const;
  state.signals.set(id, { ...published, isLate: counted.isLate, end: null, correction: null });
  count(state, seq, {
    trader: withPublished(trader, {
      ...counted,
      stakes,
      hasPriceRule: payload.price_rule !== undefined,
      asset: payload.asset,
      entryAtMs: Date.parse(payload.entry_at),
      expiresAtMs: Date.parse(payload.expires_at),
    }),
    tally: addPublished(state.totals.tally, counted),
  });
  return null;
}

function endSignal(state: State, entry: EntryOf<"settled" | "voided">, ending: Ending): RuleBreach | null {
  const { seq, at, signal_id: id } = entry;
  const { signal, trader } = find(state, id);
  if (!signal || !trader) return "signal_not_found";
  const time = { clockMs: Date.parse(entry.clock_at), atMs: Date.parse(at) };
  const endable = endableOf(signal);
  const breach = endingBreach(endable, ending, time);
  if (breach) return breach;
  const quotes = quotesIn(signal.payload.asset, ("prices" in ending && ending.prices) || []);
  if (addQuotes(state.quotes, quotes)) return "quote_differs";
  const counted = countedOf(signal.payload);
  const countable = { ...endable, publishedAtMs: Date.parse(signal.publishedAt), isLate: counted.isLate };
  const countedEnding = countedEndingOf(countable, ending, time.atMs);
  state.signals.set(id, {
    ...signal,
    outcome: ending.outcome,
    isLate: counted.isLate || countedEnding.becameLate,
    end: { at, seq, ending, countsAsLost: countedEnding.outcome === "void_lost" },
    stakes: stakesAfter(signal.stakes, countedEnding),
  });
  count(state, seq, {
    trader: withEnd(trader, { ...counted, ...countedEnding, atMs: time.atMs, stakes: signal.stakes }),
    tally: addOutcome(state.totals.tally, countedEnding, counted),
  });
  return null;
}

function correctSignal(
  state: State,
  { seq, at, signal_id: id }: EntryOf<"settled">,
  { outcome: to, reason }: { readonly outcome: CorrectedOutcome; readonly reason: string },
): RuleBreach | null {
  const { signal, trader } = find(state, id);
  if (!signal || !trader) return "signal_not_found";
  const from = signal.outcome;
  if (!isCorrection(from, to)) return "not_correctable";
  if (signal.end?.ending.cause === "prices") return "prices_decide";
  if (reason.trim() === "") return "reason_missing";
  const { stakes } = signal;
  const correction = { ...countedOf(signal.payload), from, to, atMs: Date.parse(at), stakes };
  state.signals.set(id, {
    ...signal,
    outcome: to,
    correction: { from, at, reason, seq },
    stakes: stakesAfter(stakes, { outcome: to, isByPrices: false }),
  });
  count(state, seq, {
    trader: withCorrection(trader, correction),
    tally: addCorrection(state.totals.tally, correction, correction),
  });
  return null;
}

function find({ signals, traders }: State, id: string) {
  const signal = signals.get(id);
  return { signal, trader: signal && traders.get(signal.payload.trader) };
}

function count(
  state: State,
  seq: number,
  { trader, tally }: { readonly trader: ReplayedTrader; readonly tally: Tally },
): void {
  state.traders.set(trader.handle, { ...trader, lastSeq: seq });
  state.totals = { ...state.totals, tally };
}

/** How a signal is counted, from its `published` entry. */
function countedOf({ payout, is_late, is_otc, confidence }: PublishedPayload): Counted & Stated {
  return { payout, isLate: is_late, isOtc: is_otc === true, confidence: confidence ?? null };
}

function endableOf({ outcome, payload }: ReplayedSignal): EndableSignal {
  const { direction, price_rule: rule } = payload;
  const entryAtMs = Date.parse(payload.entry_at);
  const expiresAtMs = Date.parse(payload.expires_at);
  return {
    outcome,
    entryAtMs,
    expiresAtMs,
    settleByMs: Date.parse(payload.settle_by),
    priced: rule ? { rule, direction, entryAtMs, expiresAtMs } : null,
  };
}
