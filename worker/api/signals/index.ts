/** What other domains may use of the signals: their rows, and the verbs that publish, end and correct them. */
export { correctSignal } from "./correct-signal.ts";
export { endByPrices, settleOverdue, settleSignal, voidSignal } from "./end-signals.ts";
export { readLead, readLeads } from "./leads.ts";
export { previewSignal, publishSignal } from "./publish-signal.ts";
export { selectSignal, showSignal, toSignalPage } from "./read-signals.ts";
export { signalFields, toSignal } from "./signal-row.ts";
export { listCorrectable, listOpenSignals } from "./staff-lists.ts";
export {
  type PriceConfig,
  type PriceSource,
  priceRuleFor,
  type PublishingDependencies,
} from "./price-config.ts";
export { endableOf } from "./plan-ends.ts";
