/** The server's drawings for the traders page: those of the one trader it may show. */
import * as v from "valibot";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { drawEquity } from "./equity/draw-equity.ts";

/** For each answer that is a trader, its charts under the same key; other answers have no drawing. */
export function drawTrader(answers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const drawings = Object.entries(answers).flatMap(([key, answer]) => {
    const trader = v.safeParse(TraderDetail, answer);
    const drawing = trader.success ? drawEquity(trader.output.equity) : null;
    return drawing === null ? [] : [[key, drawing] as const];
  });
  return Object.fromEntries(drawings);
}
