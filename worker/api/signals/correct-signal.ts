/**
 * Corrects a settlement that was too good: won to draw or lost, draw to lost. The ledger gets a `settled` entry of its own,
 * with cause `correction` and a reason, and the earlier settlement stays. No correction improves an outcome, so a recorded
 * loss stands.
 */
import { eq } from "drizzle-orm";
import type { CorrectRequest } from "#shared/contracts/staff-signals.ts";
import { isCorrection } from "#shared/record/record-rules.ts";
import { stakesAfter } from "#shared/record/evidence.ts";
import { withCorrection } from "#shared/record/trader-figures.ts";
import { addCorrection } from "#shared/record/tally.ts";
import { commitToLedger, type LedgerDependencies, RecordError } from "#worker/api/ledger/index.ts";
import {
  selectTotals,
  selectTraderOfSignal,
  storeTotals,
  storeTrader,
  tallyOfTotals,
  toTraderRecord,
} from "#worker/api/traders/index.ts";
import { countedOf } from "./signal-row.ts";
import { signals } from "#worker/api/tables/signals.ts";

/**
 * Replaces `from` by `outcome`, with a `PublicReason`. Throws RecordError `signal_not_found`, `not_correctable` (another
 * outcome stands, or this one is no worse), `prices_decide` (it followed from prices on the record) or `ledger_busy`.
 */
export async function correctSignal(
  deps: LedgerDependencies,
  id: string,
  { from, outcome, reason }: CorrectRequest,
): Promise<void> {
  const { db } = deps;
  await commitToLedger(deps, {
    reads: [
      db.select().from(signals).where(eq(signals.id, id)),
      selectTraderOfSignal(db, id),
      selectTotals(db),
    ],
    plan: ([[row], [traderRow], totalsRows], { atMs }) => {
      if (!row || !traderRow) throw new RecordError("signal_not_found");
      if (row.outcome !== from || !isCorrection(from, outcome)) throw new RecordError("not_correctable");
      if (row.prices) throw new RecordError("prices_decide");
      const correction = { ...countedOf(row), from, to: outcome, atMs, stakes: row.stakes };
      const trader = withCorrection(toTraderRecord(traderRow), correction);
      const totals = addCorrection(tallyOfTotals(totalsRows), correction, correction);
      return {
        drafts: [{ kind: "settled", signal_id: id, payload: { outcome, cause: "correction", reason } }],
        statements: ([entry]) => [
          db
            .update(signals)
            .set({
              outcome,
              corrected_from: from,
              corrected_at: atMs,
              corrected_seq: entry?.seq,
              correction_reason: reason,
              stakes: stakesAfter(row.stakes, { outcome, isByPrices: false }),
            })
            .where(eq(signals.published_seq, row.published_seq)),
          ...storeTrader(db, trader, entry?.seq),
          storeTotals(db, totals, entry?.seq),
        ],
        result: () => undefined,
      };
    },
  });
}
