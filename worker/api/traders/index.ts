/** Door of the traders: joining and retiring, and the part of each signal event that is theirs to keep. */
export { addTrader, retireTrader } from "./join-and-retire.ts";
export { renameTrader } from "./rename-trader.ts";
export { selectLooks, toLooks } from "./read-looks.ts";
export { showTrader, toTrader } from "./read-traders.ts";
export {
  selectTotals,
  selectTraderByHandle,
  selectTraderOfSignal,
  selectTraderRecords,
  storeTotals,
  storeTrader,
  tallyOfTotals,
  type TraderRow,
  toTraderRecord,
} from "./trader-record.ts";
export {
  findNames,
  holdsName,
  type ListRefusal,
  type MatchingNames,
  selectHeadAndWhole,
  selectMatchingAssets,
} from "./matching-names.ts";
