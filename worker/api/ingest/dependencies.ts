/** What receiving messages needs. */
import type { PriceConfig, PublishingDependencies } from "#worker/api/signals/index.ts";

export interface IngestDependencies extends PublishingDependencies {
  readonly priceConfig: PriceConfig;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Work that continues after its request has been answered. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}
