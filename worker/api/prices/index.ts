/** What other domains may use of the prices: settling by hand, checked against them. */
export { settleByHand } from "./settle-by-hand.ts";
