/** From what a message says to a signal: the key fills in what is unsaid, the clock of receipt judges what is late. Pure. */
import * as v from "valibot";
import { DEFAULT_MAX_LAG_SECONDS } from "#shared/contracts/hooks.ts";
import { NewSignal } from "#shared/contracts/signals.ts";
import { type Alert, AlertProblem, type ClockTime, quote } from "./alert.ts";

/** What a key says of its messages. */
export interface AlertDefaults {
  /** Handle. */
  readonly trader: string;
  readonly payout: number;
  readonly entryDelaySeconds: number;
  readonly lifeSeconds: number;
}

/** An entry nearer than this could not be followed by anyone, and would be late by the time it is on the record. */
const MIN_ENTRY_MARGIN_MS = 1000;

/** Clocks may differ; a message from further ahead than this is from a clock that cannot be trusted. */
const MAX_CLOCK_AHEAD_MS = 60_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What to publish. Throws AlertProblem `wrong_trader`, `late`, `clock_ahead` or `invalid`. */
export function placeAlert(alert: Alert, defaults: AlertDefaults, receivedAtMs: number): NewSignal {
  if (alert.trader !== null && alert.trader !== defaults.trader) {
    throw new AlertProblem("wrong_trader", `This key is not ${quote(alert.trader)}'s.`);
  }
  refuseOtherTime(alert, receivedAtMs);
  const said = alert.entryAtMs ?? (alert.entryClock && instantOf(alert.entryClock, receivedAtMs));
  if (said !== null && said < receivedAtMs + MIN_ENTRY_MARGIN_MS) {
    throw new AlertProblem("late", `The entry time ${isoTime(said)} has passed.`);
  }
  const entryAtMs = said ?? receivedAtMs + defaults.entryDelaySeconds * 1000;
  const lifeMs = (alert.lifeSeconds ?? defaults.lifeSeconds) * 1000;
  const parsed = v.safeParse(NewSignal, {
    trader: defaults.trader,
    asset: alert.asset,
    direction: alert.direction,
    entry_at: isoTime(entryAtMs),
    expires_at: isoTime(alert.expiresAtMs ?? entryAtMs + lifeMs),
    payout: defaults.payout,
    ...alert.figures,
  });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new AlertProblem("invalid", `${v.getDotPath(issue) ?? "message"}: ${issue.message}.`);
}

function refuseOtherTime({ sentAtMs, maxLagSeconds }: Alert, receivedAtMs: number): void {
  if (sentAtMs === null) return;
  const maxLag = maxLagSeconds ?? DEFAULT_MAX_LAG_SECONDS;
  if (receivedAtMs - sentAtMs > maxLag * 1000) {
    throw new AlertProblem("late", `Sent at ${isoTime(sentAtMs)}, more than ${maxLag} s before it arrived.`);
  }
  if (sentAtMs - receivedAtMs > MAX_CLOCK_AHEAD_MS) {
    throw new AlertProblem("clock_ahead", `Sent at ${isoTime(sentAtMs)}, which is yet to come.`);
  }
}

/** The instant nearest to `nearMs` at which clocks of that zone show this time. */
function instantOf({ minutes, offsetMinutes }: ClockTime, nearMs: number): number {
  const midnightMs = Math.floor(nearMs / DAY_MS) * DAY_MS;
  const todayMs = midnightMs + (minutes - offsetMinutes) * MINUTE_MS;
  const days = Math.round((nearMs - todayMs) / DAY_MS);
  return todayMs + days * DAY_MS;
}

/** Instants come from texts that were checked, so they can always be written. */
function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
