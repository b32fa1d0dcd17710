/** What a trader usually publishes, by their last signals: beside it, staff look once more. */
import type { Signal } from "#shared/contracts/signals.ts";
import { LEAST_USUAL_SIGNALS } from "#shared/limits/lists.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Unusual {
  /** None of the last signals was on this asset. */
  readonly asset: boolean;
  /** What payouts usually are, shares of 1, where this one is beyond. */
  readonly payout: Range | null;
  /** What is usual from entry to expiry, in milliseconds, where this one is beyond. */
  readonly lifeMs: Range | null;
}

export interface ToPublish {
  /** In the spelling that goes on the record. */
  readonly asset: string;
  readonly payout: number;
  readonly lifeMs: number;
}

/**
 * What of a signal is beyond what its trader usually publishes. Usual is what was within `last`, the trader's newest signals: the assets that
 * any of them names, and payouts and durations from the lowest to the highest. Nothing is unusual for whoever has fewer than 20.
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

/** From the lowest to the highest; null where `value` is within. */
function rangeBeside(value: number, usual: readonly number[]): Range | null {
  const range = { min: Math.min(...usual), max: Math.max(...usual) };
  return value < range.min || value > range.max ? range : null;
}
