/**
 * The rules of the record: what may be written onto it, and what a replay refuses in an entry although the chain holds.
 * Instants are milliseconds since the epoch.
 */
import * as v from "valibot";
import { isOverTheCounter } from "./asset.ts";
import type { PublishedPayload } from "./contracts/ledger.ts";
import {
  type CorrectableOutcome,
  CORRECTIONS,
  MAX_SIGNAL_LIFE_MS,
  type Outcome,
  Payout,
  SETTLEMENT_GRACE_MS,
} from "./contracts/signals.ts";

/** The rule that an entry breaks. */
export type RuleBreach =
  | "time_unreadable"
  | "trader_exists"
  | "trader_not_found"
  | "trader_retired"
  | "signal_exists"
  | "signal_not_found"
  | "payout_out_of_bounds"
  | "entry_after_expiry"
  | "already_expired"
  | "too_long"
  | "late_mark_differs"
  | "otc_mark_differs"
  | "deadline_differs"
  | "already_settled"
  | "not_yet_expired"
  | "deadline_passed"
  | "before_deadline"
  | "deadline_not_lost"
  | "not_correctable"
  | "reason_missing";

interface SignalTimes {
  readonly entryAtMs: number;
  readonly expiresAtMs: number;
}

/** Why a signal that expires then cannot be published at `atMs`; null where it can. */
export function publicationBreach(
  { expiresAtMs }: Pick<SignalTimes, "expiresAtMs">,
  atMs: number,
): Extract<RuleBreach, "already_expired" | "too_long"> | null {
  if (expiresAtMs <= atMs) return "already_expired";
  return expiresAtMs > atMs + MAX_SIGNAL_LIFE_MS ? "too_long" : null;
}

/** What follows from a signal that is published at `atMs`, and is nobody's to say. */
export function factsOf(
  { asset, entryAtMs, expiresAtMs }: SignalTimes & { readonly asset: string },
  atMs: number,
): { readonly isLate: boolean; readonly isOtc: boolean; readonly settleByMs: number } {
  return {
    isLate: entryAtMs < atMs,
    isOtc: isOverTheCounter(asset),
    settleByMs: expiresAtMs + SETTLEMENT_GRACE_MS,
  };
}

/** Of all versions that marked OTC assets, the first knew these alone. */
const FIRST_OTC_ENDING = /[._:-]otc$/i;

/**
 * What is wrong in the content of a `published` entry of `atMs`; null where nothing is. Entries from before there were OTC marks have
 * none and count as they did; once there has been one (`hasOtcMarks`), none may be left out.
 */
export function publishedBreach(
  payload: v.InferOutput<typeof PublishedPayload>,
  { atMs, hasOtcMarks }: { readonly atMs: number; readonly hasOtcMarks: boolean },
): RuleBreach | null {
  const { asset, entry_at, expires_at, settle_by, payout, is_late } = payload;
  if (![entry_at, expires_at, settle_by].every(isInstant)) return "time_unreadable";
  if (!v.is(Payout, payout)) return "payout_out_of_bounds";
  const times = { entryAtMs: Date.parse(entry_at), expiresAtMs: Date.parse(expires_at) };
  if (times.entryAtMs >= times.expiresAtMs) return "entry_after_expiry";
  const breach = publicationBreach(times, atMs);
  if (breach) return breach;
  const { isLate, isOtc, settleByMs } = factsOf({ ...times, asset }, atMs);
  const isMarked = payload.is_otc === true;
  if (is_late !== isLate) return "late_mark_differs";
  if (isMarked ? !isOtc : hasOtcMarks && FIRST_OTC_ENDING.test(asset)) return "otc_mark_differs";
  return Date.parse(settle_by) === settleByMs ? null : "deadline_differs";
}

/** Whether a text is an instant as the ledger writes them; the contract looks at its digits alone, and 31 February has some. */
export function isInstant(text: string): boolean {
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString() === text;
}

/** A signal as the rules of its end see it. */
export interface Endable {
  readonly outcome: Outcome;
  readonly expiresAtMs: number;
  readonly settleByMs: number;
}

/** Who ends a signal: somebody who saw the result, or somebody who withdraws it. */
export type EndCause = "result" | "void";

/** Why a signal cannot end so at `atMs`; null where it can. */
export function endBreach(
  { outcome, expiresAtMs, settleByMs }: Endable,
  cause: EndCause,
  atMs: number,
): Extract<RuleBreach, "already_settled" | "deadline_passed" | "not_yet_expired"> | null {
  if (outcome !== "open") return "already_settled";
  if (atMs >= settleByMs) return "deadline_passed";
  return cause === "result" && atMs < expiresAtMs ? "not_yet_expired" : null;
}

/** Why a signal does not count as lost at `atMs` because nobody has settled it; null where it does. */
export function deadlineBreach(
  { outcome, settleByMs }: Omit<Endable, "expiresAtMs">,
  atMs: number,
): Extract<RuleBreach, "already_settled" | "before_deadline"> | null {
  if (outcome !== "open") return "already_settled";
  return atMs < settleByMs ? "before_deadline" : null;
}

/** Whether an outcome can be corrected to another: only downwards, and only what somebody settled. */
export function isCorrection(from: Outcome, to: Outcome): from is CorrectableOutcome {
  return (from === "won" || from === "draw") && CORRECTIONS[from].some((worse) => worse === to);
}
