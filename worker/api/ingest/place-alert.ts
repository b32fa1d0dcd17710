/**
 * Makes a signal from a parsed message: the key gives what the message leaves out, the time of receipt decides whether it is
 * late. Pure.
 */
import * as v from "valibot";
import {
  DEFAULT_MAX_LAG_SECONDS,
  MAX_CLOCK_AHEAD_MS,
  MAX_TOLD_ASSETS,
  MIN_ENTRY_MARGIN_MS,
} from "#shared/limits/ingest.ts";
import { isLifeInBounds, type NewSignal, Payout } from "#shared/contracts/signals.ts";
import { MAX_SIGNAL_LIFE_MS, MIN_SIGNAL_LIFE_MS } from "#shared/limits/signals.ts";
import { type Alert, AlertProblem, type ClockTime, quote } from "./alert.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time/time-units.ts";

/** Defaults and limits that a key sets for its messages. */
export interface KeyTerms {
  /** Handle. */
  readonly trader: string;
  readonly payout: number;
  readonly entryDelaySeconds: number;
  readonly lifeSeconds: number;
  readonly minPayout: number;
  readonly maxPayout: number;
  readonly minLifeSeconds: number;
  readonly maxLifeSeconds: number;
  /** Empty for any. */
  readonly assets: readonly string[];
  readonly takesConfidence: boolean;
}

/** The signal to publish. Throws AlertProblem `wrong_trader`, `late`, `clock_ahead`, `invalid` or `out_of_bounds`. */
export function placeAlert(alert: Alert, terms: KeyTerms, receivedAtMs: number): NewSignal {
  if (alert.trader !== null && alert.trader !== terms.trader) {
    throw new AlertProblem(
      "wrong_trader",
      `This key is not ${quote(alert.trader)}'s: leave "trader" out, or use that trader's key.`,
    );
  }
  refuseOtherTime(alert, receivedAtMs);
  const entry_at = entryOf(alert, terms, receivedAtMs);
  if (entry_at < receivedAtMs + MIN_ENTRY_MARGIN_MS) {
    throw new AlertProblem(
      "late",
      `The entry time ${isoTime(entry_at)} has passed: send it before, or leave the time out.`,
    );
  }
  const { confidence, payout = terms.payout, ...figures } = alert.figures;
  const signal = {
    trader: terms.trader,
    asset: alert.asset,
    direction: alert.direction,
    entry_at,
    expires_at: alert.expiresAtMs ?? entry_at + (alert.lifeSeconds ?? terms.lifeSeconds) * 1000,
    payout,
    ...figures,
    ...(terms.takesConfidence && confidence !== undefined && { confidence }),
  };
  requireBounds(signal, terms);
  return signal;
}

/** The message's own entry time, or that of its key, which is a second after receipt at least. */
export function entryOf(
  { entryAtMs, entryClock }: Alert,
  { entryDelaySeconds }: Pick<KeyTerms, "entryDelaySeconds">,
  receivedAtMs: number,
): number {
  const said = entryAtMs ?? (entryClock && instantOf(entryClock, receivedAtMs));
  return said ?? receivedAtMs + entryDelaySeconds * 1000;
}

/** Checks the bounds of every signal, then those of the key. */
function requireBounds({ asset, payout, entry_at, expires_at }: NewSignal, terms: KeyTerms): void {
  const { minPayout, maxPayout, minLifeSeconds, maxLifeSeconds, assets } = terms;
  const lifeSeconds = (expires_at - entry_at) / 1000;
  const [issue] = v.safeParse(Payout, payout).issues ?? [];
  if (issue) throw new AlertProblem("invalid", `payout: ${payout} ${issue.message}; 85 % is 0.85.`);
  if (!isLifeInBounds({ entryAtMs: entry_at, expiresAtMs: expires_at })) {
    const [min, max] = [MIN_SIGNAL_LIFE_MS / 1000, MAX_SIGNAL_LIFE_MS / 1000];
    throw new AlertProblem("invalid", `duration: ${lifeSeconds} s is not from ${min} to ${max} s.`);
  }
  if (payout < minPayout || payout > maxPayout) {
    refuseBeyond(`payout: ${payout} is not from ${minPayout} to ${maxPayout}`);
  }
  if (lifeSeconds < minLifeSeconds || lifeSeconds > maxLifeSeconds) {
    refuseBeyond(`duration: ${lifeSeconds} s is not from ${minLifeSeconds} to ${maxLifeSeconds} s`);
  }
  if (assets.length > 0 && !assets.includes(asset)) {
    const others = assets.length > MAX_TOLD_ASSETS ? ", …" : "";
    refuseBeyond(`asset: ${asset} is not one of ${assets.slice(0, MAX_TOLD_ASSETS).join(", ")}${others}`);
  }
}

function refuseBeyond(what: string): never {
  throw new AlertProblem("out_of_bounds", `${what}, the bounds of this key.`);
}

function refuseOtherTime({ sentAtMs, maxLagSeconds }: Alert, receivedAtMs: number): void {
  if (sentAtMs === null) return;
  const maxLag = maxLagSeconds ?? DEFAULT_MAX_LAG_SECONDS;
  if (receivedAtMs - sentAtMs > maxLag * 1000) {
    throw new AlertProblem(
      "late",
      `Sent at ${isoTime(sentAtMs)}, more than ${maxLag} s before it arrived: send it sooner, or a larger "max_lag".`,
    );
  }
  if (sentAtMs - receivedAtMs > MAX_CLOCK_AHEAD_MS) {
    throw new AlertProblem(
      "clock_ahead",
      `Sent at ${isoTime(sentAtMs)}, more than ${MAX_CLOCK_AHEAD_MS / 1000} s in the future: correct the sender's clock.`,
    );
  }
}

/** The instant nearest to `nearMs` at which clocks of that zone show this time. */
function instantOf({ minutes, offsetMinutes }: ClockTime, nearMs: number): number {
  const midnightMs = Math.floor(nearMs / DAY_MS) * DAY_MS;
  const todayMs = midnightMs + (minutes - offsetMinutes) * MINUTE_MS;
  const days = Math.round((nearMs - todayMs) / DAY_MS);
  return todayMs + days * DAY_MS;
}

/** Instants come from checked texts, so `toISOString` never throws. */
function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
