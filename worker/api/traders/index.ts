/** Door of the traders: their routes, joining and retiring, and the part of each signal event that is theirs to keep. */
export { addTrader, retireTrader } from "./join-and-retire.ts";
export { showTrader, toTrader, TRADER_COLUMNS } from "./read-traders.ts";
export { createTradersRoutes } from "./routes.ts";
export { parseTally } from "./tally-row.ts";
export {
  parseTraderRecord,
  SELECT_TRADER_RECORDS,
  selectTotals,
  selectTraderByHandle,
  selectTraderOfSignal,
  storeTotals,
  storeTrader,
  withCorrection,
  withEnd,
  withPublished,
} from "./trader-record.ts";
