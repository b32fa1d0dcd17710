/**
 * The traders of the seed data. `skill` is the true chance of a win: most lie near the break-even of their payouts (0.54 at 85
 * %), one is far enough above it for a verdict and one far enough below, and one has hardly published.
 */

export interface SeedTrader {
  readonly handle: string;
  readonly name: string;
  /** 0 to 1. */
  readonly skill: number;
  /** Share of the signals, relative to the others. */
  readonly activity: number;
  readonly assets: readonly string[];
  /** Part of the year that had passed when the trader joined, 0 to 1. */
  readonly joinedAfter: number;
  /** Part of the year that had passed when the trader retired; null while active. */
  readonly retiredAfter: number | null;
  /** Stated probabilities in whole percent; absent if the trader states none. */
  readonly says?: { readonly least: number; readonly most: number };
}

/** Traded on weekends, too. */
export const WEEKEND_ASSETS: readonly string[] = ["BTC/USD", "ETH/USD"];

const MAJORS = ["EUR/USD", "GBP/USD", "USD/JPY"];
const CROSSES = ["EUR/GBP", "AUD/CAD", "EUR/CHF"];
/** Priced by the platform itself, and counted separately. */
const OVER_THE_COUNTER = ["EURUSD_otc", "GBPUSD_otc"];
const METALS = ["XAU/USD", "XAG/USD"];

export const SEED_TRADERS: readonly SeedTrader[] = [
  // One estimates its own skill correctly, and one does not.
  { ...trader("north-light", "North Light", 0.7, 1.6, MAJORS), says: { least: 62, most: 78 } },
  trader("slow-water", "Slow Water", 0.57, 1, [...MAJORS, ...METALS]),
  trader("harbour-nine", "Harbour Nine", 0.545, 1.6, MAJORS),
  trader("lena-k", "Lena K.", 0.54, 1, CROSSES),
  trader("ebb-and-flow", "Ebb & Flow", 0.54, 1.2, [...MAJORS, ...CROSSES]),
  trader("atlas-m5", "Atlas M5", 0.535, 2, [...MAJORS, ...WEEKEND_ASSETS]),
  trader("quiet-pine", "Quiet Pine", 0.53, 0.7, METALS),
  trader("rio-grande", "Río Grande", 0.545, 0.8, WEEKEND_ASSETS, 0.2),
  trader("second-bell", "Second Bell", 0.52, 0.9, [...CROSSES, ...OVER_THE_COUNTER], 0.35),
  { ...trader("red-kite", "Red Kite", 0.49, 1.1, MAJORS), says: { least: 65, most: 92 } },
  trader("fast-lane", "Fast Lane", 0.31, 1.3, WEEKEND_ASSETS, 0, 0.6),
  trader("new-moon", "New Moon", 0.54, 0.4, METALS, 0.93),
];

function trader(
  handle: string,
  name: string,
  skill: number,
  activity: number,
  assets: readonly string[],
  joinedAfter = 0,
  retiredAfter: number | null = null,
): SeedTrader {
  return { handle, name, skill, activity, assets, joinedAfter, retiredAfter };
}
