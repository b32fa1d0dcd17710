/**
 * Compares a signal with what its trader usually publishes, judging by the newest signals, so that staff check unusual values.
 */
import type { Signal } from "#shared/contracts/signals.ts";
import { LEAST_USUAL_SIGNALS } from "#shared/limits/samples.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Unusual {
  /** None of the newest signals is on this asset. */
  readonly asset: boolean;
  /** The usual range of payouts, shares of 1, if this payout is outside it. */
  readonly payout: Range | null;
  /** The usual range of the time from entry to expiry, in milliseconds, if this one is outside it. */
  readonly lifeMs: Range | null;
}

export interface ToPublish {
  /** In canonical spelling. */
  readonly asset: string;
  readonly payout: number;
  readonly lifeMs: number;
}

/**
 * Finds what is unusual about a signal. Usual is what occurs in `last`, the trader's newest signals: their assets, and payouts
 * and durations from the lowest to the highest. Nothing is unusual for a trader with fewer than 20 signals.
 */
export function unusualOf(
  { asset, payout, lifeMs }: ToPublish,
  last: readonly Pick<Signal, "asset" | "payout" | "entry_at" | "expires_at">[],
): Unusual {
  if (last.length < LEAST_USUAL_SIGNALS) return { asset: false, payout: null, lifeMs: null };
  const lives = last.map(({ entry_at, expires_at }) => Date.parse(expires_at) - Date.parse(entry_at));
  return {
    asset: last.every((signal) => signal.asset !== asset),
    payout: rangeBeside(
      payout,
      last.map((signal) => signal.payout),
    ),
    lifeMs: rangeBeside(lifeMs, lives),
  };
}

/** The range from the lowest to the highest value; null if `value` is within it. */
function rangeBeside(value: number, usual: readonly number[]): Range | null {
  const range = { min: Math.min(...usual), max: Math.max(...usual) };
  return value < range.min || value > range.max ? range : null;
}
