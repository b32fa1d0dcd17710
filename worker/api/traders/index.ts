/** What other domains may use of the traders: adding and retiring them, and what each signal event changes in their figures. */
export { addTrader, renameTrader, retireTrader } from "./change-traders.ts";
export { selectMarks, toMarks } from "./read-marks.ts";
export { showTrader } from "./read-traders.ts";
export { shownTraderFields, toTrader } from "./shown-trader.ts";
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
  recordedAsset,
  selectHeadAndWhole,
  selectMatchingAssets,
  findNearestTraders,
} from "./matching-names.ts";
