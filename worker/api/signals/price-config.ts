/** The sources of prices, and the signals that they decide. */
import { isOverTheCounter } from "#shared/assets/asset.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import type { PriceRule } from "#shared/contracts/prices.ts";

export interface PriceSource {
  /** Without a trailing slash. */
  readonly url: string;
  /** Its name on the record: `url` without the scheme. */
  readonly address: string;
}

export interface PriceConfig {
  /** Empty if every signal is settled by hand; two must agree. */
  readonly sources: readonly PriceSource[];
  readonly maxQuoteAgeSeconds: number;
  /** Assets that the sources have, as spelt on the record; empty for every asset except those over the counter. */
  readonly assets: readonly string[];
  /** Assets whose price can be 0 or less, as spelt on the record; none if absent. */
  readonly belowZero?: readonly string[];
}

/** What publishing needs; seeds and tests without prices have no `priceConfig`. */
export interface PublishingDependencies extends LedgerDependencies {
  readonly priceConfig?: PriceConfig;
}

/** The rule of a signal that is published now; null if it is settled by hand. */
export function priceRuleFor(config: PriceConfig | undefined, asset: string): PriceRule | null {
  if (!config || config.sources.length === 0 || isOverTheCounter(asset)) return null;
  const { sources, maxQuoteAgeSeconds, assets } = config;
  if (assets.length > 0 && !assets.includes(asset)) return null;
  return {
    sources: sources.map(({ address }) => address),
    max_quote_age_s: maxQuoteAgeSeconds,
    equal: "draw",
    no_price: "void",
  };
}
