/** Signals: how long they run, until when they are settled, and their payout. */
import { BOUNDS } from "#shared/limits/field-bounds.ts";

/** A signal still open this long after its expiry counts as lost: enough time to settle it by hand. */
export const SETTLEMENT_GRACE_MS = 24 * 60 * 60 * 1000;

/**
 * The same with a price rule: without a price it is then void. Enough time to repair a source, whose failure is not the trader's
 * fault.
 */
export const PRICE_GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Maximum from entry to expiry, and from publication to expiry: an open-ended call could never be verified. So a signal whose entry
 * is longer ago cannot be published.
 */
export const MAX_SIGNAL_LIFE_MS = BOUNDS.life.maxSeconds * 1000;

/** From entry to expiry; platforms' shortest expiry is 5 s, and in less than this a price moves only by chance and delay. */
export const MIN_SIGNAL_LIFE_MS = BOUNDS.life.minSeconds * 1000;

/** Steps of a payout: results are summed in whole ten-thousandths of the stake, without rounding errors. */
export const PAYOUT_STEPS_PER_UNIT = 10_000;

/** Gain per unit of stake: up or down from the price at entry is an even bet, for which nobody pays more than the stake. */
export const MAX_PAYOUT = BOUNDS.payout.max / 100;
