/** Random numbers that are the same on every machine, for seed data only. */

export interface SeedRandom {
  /** 0 to below 1. */
  readonly next: () => number;
  /** Whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  /** True with a probability. */
  readonly chance: (probability: number) => boolean;
  /** One of the items, by their weights. */
  readonly pick: <Item>(items: readonly Item[], weightOf?: (item: Item) => number) => Item;
  /** Lower-case hex digits. */
  readonly hex: (digits: number) => string;
}

/** The generator mulberry32 by T. Ettinger (public domain), from a 32-bit seed. */
export function createSeedRandom(seed: number): SeedRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items, weightOf = () => 1) => pickWeighted(items, weightOf, next()),
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(""),
  };
}

function pickWeighted<Item>(items: readonly Item[], weightOf: (item: Item) => number, random: number): Item {
  let rest = random * items.reduce((sum, item) => sum + weightOf(item), 0);
  const found = items.find((item) => (rest -= weightOf(item)) < 0) ?? items.at(-1);
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
