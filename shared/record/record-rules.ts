/**
 * The rules of the record: what may be written, and which entries a replay refuses although the chain holds. Instants are
 * milliseconds since the epoch.
 */
import * as v from "valibot";
import { canonicalAsset, isOverTheCounter } from "#shared/assets/asset.ts";
import type { PublishedPayload } from "#shared/contracts/ledger.ts";
import {
  type CorrectableOutcome,
  CORRECTIONS,
  isLifeInBounds,
  type Outcome,
  Payout,
} from "#shared/contracts/signals.ts";
import { MAX_SIGNAL_LIFE_MS, PRICE_GRACE_MS, SETTLEMENT_GRACE_MS } from "#shared/limits/signals.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";

/** The rule that an entry breaks. */
export type RuleBreach =
  | "time_unreadable"
  | "clock_differs"
  | "clock_behind"
  | "trader_exists"
  | "trader_not_found"
  | "trader_retired"
  | "signal_exists"
  | "signal_not_found"
  | "payout_out_of_bounds"
  | "entry_after_expiry"
  | "already_expired"
  | "too_long"
  | "life_out_of_bounds"
  | "asset_spelling_differs"
  | "late_mark_differs"
  | "otc_mark_differs"
  | "deadline_differs"
  | "already_settled"
  | "not_yet_expired"
  | "deadline_passed"
  | "before_deadline"
  | "deadline_not_lost"
  | "not_correctable"
  | "reason_missing"
  | "price_rule_on_otc"
  | "no_price_rule"
  | "outcome_not_by_prices"
  | "quote_differs"
  | "prices_decide";

/** The time of an entry: its writer's clock, and its time in the ledger. */
export interface EntryTime {
  readonly clockMs: number;
  /** The later of the clock and the previous entry's time, so that the ledger's time never goes back. */
  readonly atMs: number;
}

/** The time of an entry that is written when the clock shows `clockMs`, after one of `headMs`. */
export function entryTimeOf(clockMs: number, headMs: number): EntryTime {
  return { clockMs, atMs: Math.max(clockMs, headMs) };
}

/** Why nothing can be written at that time; null if it can. */
export function clockBreach({ clockMs, atMs }: EntryTime): Extract<RuleBreach, "clock_behind"> | null {
  return atMs - clockMs > MAX_CLOCK_LAG_MS ? "clock_behind" : null;
}

/**
 * Whether an entry was added later than its time says: the record was seen without it when its time had already passed by more than
 * two clocks may differ.
 */
export function wasSlippedIn(atMs: number, seenWithoutMs: number): boolean {
  return atMs < seenWithoutMs - MAX_CLOCK_LAG_MS;
}

interface SignalTimes {
  readonly entryAtMs: number;
  readonly expiresAtMs: number;
}

/** Why a signal with this expiry cannot be published at `atMs`; null if it can. */
export function publicationBreach(
  { expiresAtMs }: Pick<SignalTimes, "expiresAtMs">,
  atMs: number,
): Extract<RuleBreach, "already_expired" | "too_long"> | null {
  if (expiresAtMs <= atMs) return "already_expired";
  return expiresAtMs > atMs + MAX_SIGNAL_LIFE_MS ? "too_long" : null;
}

interface PublishedFacts extends SignalTimes {
  readonly asset: string;
  readonly hasPriceRule: boolean;
}

/** Values that follow from a signal published at `atMs`, and cannot be chosen. */
export function factsOf(
  { asset, entryAtMs, expiresAtMs, hasPriceRule }: PublishedFacts,
  atMs: number,
): { readonly isLate: boolean; readonly isOtc: boolean; readonly settleByMs: number } {
  return {
    isLate: entryAtMs < atMs,
    isOtc: isOverTheCounter(asset),
    settleByMs: expiresAtMs + (hasPriceRule ? PRICE_GRACE_MS : SETTLEMENT_GRACE_MS),
  };
}

/** The error in the content of a `published` entry at `atMs`; null if there is none. */
export function publishedBreach(
  payload: v.InferOutput<typeof PublishedPayload>,
  atMs: number,
): RuleBreach | null {
  const { asset, entry_at, expires_at, settle_by, payout, is_late } = payload;
  if (![entry_at, expires_at, settle_by].every(isInstant)) return "time_unreadable";
  if (!v.is(Payout, payout)) return "payout_out_of_bounds";
  const times = { entryAtMs: Date.parse(entry_at), expiresAtMs: Date.parse(expires_at) };
  if (times.entryAtMs >= times.expiresAtMs) return "entry_after_expiry";
  const breach = publicationBreach(times, atMs);
  if (breach) return breach;
  if (!isLifeInBounds(times)) return "life_out_of_bounds";
  if (canonicalAsset(asset) !== asset) return "asset_spelling_differs";
  const hasPriceRule = payload.price_rule !== undefined;
  const { isLate, isOtc, settleByMs } = factsOf({ ...times, asset, hasPriceRule }, atMs);
  if (is_late !== isLate) return "late_mark_differs";
  if ((payload.is_otc === true) !== isOtc) return "otc_mark_differs";
  if (isOtc && hasPriceRule) return "price_rule_on_otc";
  return Date.parse(settle_by) === settleByMs ? null : "deadline_differs";
}

/** Whether a text is an instant in the ledger's format; the contract checks only its digits, which 31 February would pass. */
export function isInstant(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString() === text;
}

/** The data of a signal for the rules of its ending. */
export interface Endable {
  readonly outcome: Outcome;
  readonly entryAtMs: number;
  readonly expiresAtMs: number;
  readonly settleByMs: number;
}

/** What ends a signal before its deadline: its result, by hand or by prices, or a void. */
type EndCause = "result" | "void";

/**
 * Why a signal cannot end this way; null if it can. A result can be settled from expiry on, by the clock, which is never later than
 * the entry's time. Every such ending must come before the deadline.
 */
export function endBreach(
  { outcome, expiresAtMs, settleByMs }: Omit<Endable, "entryAtMs">,
  cause: EndCause,
  { clockMs, atMs }: EntryTime,
): Extract<RuleBreach, "already_settled" | "deadline_passed" | "not_yet_expired"> | null {
  if (outcome !== "open") return "already_settled";
  if (atMs >= settleByMs) return "deadline_passed";
  return cause === "result" && clockMs < expiresAtMs ? "not_yet_expired" : null;
}

/** Whether a void comes at the entry time or later, when the price may already show the outcome. */
export function isFromEntryOn({ entryAtMs }: Pick<Endable, "entryAtMs">, atMs: number): boolean {
  return atMs >= entryAtMs;
}

/** Why the deadline does not end an unsettled signal yet; null from the deadline on, by the clock. */
export function deadlineBreach(
  { outcome, settleByMs }: Pick<Endable, "outcome" | "settleByMs">,
  { clockMs }: Pick<EntryTime, "clockMs">,
): Extract<RuleBreach, "already_settled" | "before_deadline"> | null {
  if (outcome !== "open") return "already_settled";
  return clockMs < settleByMs ? "before_deadline" : null;
}

/** Whether an outcome can be corrected to another: only to a worse one, and only if it was settled. */
export function isCorrection(from: Outcome, to: Outcome): from is CorrectableOutcome {
  return (from === "won" || from === "draw") && CORRECTIONS[from].some((worse) => worse === to);
}
