/** How many requests a second are answered anew, where each location keeps an answer for a second. */
import { ASSUMED } from "./assumptions.ts";

/** Addresses that are asked for alike: so many, by such a share of the requests. */
export interface Addresses {
  readonly count: number;
  readonly share: number;
}

/** Every address is one of few. */
export const frontAddresses = (count: number): readonly Addresses[] => [{ count, share: 1 }];

/** Of one signal, in so many spellings. */
export const signalAddresses = (spellings: number): readonly Addresses[] => [
  { count: ASSUMED.newestSignals * spellings, share: ASSUMED.newestShare },
  { count: ASSUMED.otherSignals * spellings, share: 1 - ASSUMED.newestShare },
];

const FRESH_SECONDS = 1;

const weights = Array.from({ length: ASSUMED.locations }, (_, rank) => 1 / (rank + 1));
const total = weights.reduce((sum, weight) => sum + weight, 0);

/** After an answer that is kept, the next request but one that comes within its second is a hit: of `rate`, one in `1 + rate * FRESH_SECONDS` is none. */
export function missesPerSecond(perSecond: number, addresses: readonly Addresses[]): number {
  let misses = 0;
  for (const weight of weights)
    for (const { count, share } of addresses) {
      const rate = (perSecond * share * weight) / total / count;
      misses += (count * rate) / (1 + rate * FRESH_SECONDS);
    }
  return misses;
}
