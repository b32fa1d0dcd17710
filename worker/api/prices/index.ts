/** Door of the prices: settling by hand, held to them. */
export { settleByHand } from "./settle-by-hand.ts";
