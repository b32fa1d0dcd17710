/** What receiving messages and keeping their keys needs. */
import type { ConfirmationDependencies } from "#worker/api/session/index.ts";
import type { PriceConfig, PublishingDependencies } from "#worker/api/signals/index.ts";

export interface IngestDependencies extends ConfirmationDependencies, PublishingDependencies {
  readonly priceConfig: PriceConfig;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Work that continues after its request has been answered. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}
