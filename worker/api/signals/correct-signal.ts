/**
 * Corrects a settlement that said too much: won to draw or lost, draw to lost. The ledger gets a `settled` entry of its own, with
 * cause `correction` and a reason, and the settlement before it stays. Nothing leads upwards, so a recorded loss stands.
 */
import * as v from "valibot";
import type { CorrectRequest } from "#shared/contracts/admin.ts";
import { CORRECTIONS, OUTCOMES } from "#shared/contracts/signals.ts";
import { addCorrection } from "#shared/tally.ts";
import { commitToLedger, type LedgerDependencies, RecordError } from "#worker/api/ledger/index.ts";
import {
  parseTally,
  parseTraderRecord,
  selectTotals,
  selectTraderOfSignal,
  storeTotals,
  storeTrader,
  withCorrection,
} from "#worker/api/traders/index.ts";
import { countedOf } from "./signal-row.ts";

const SettledRow = v.object({
  published_seq: v.number(),
  payout: v.number(),
  is_late: v.number(),
  is_otc: v.number(),
  outcome: v.picklist(OUTCOMES),
});

/**
 * Puts `outcome` in the place of `from`, with a `PublicReason`. Throws RecordError `signal_not_found`, `not_correctable` (another
 * outcome stands, or this one is no worse) or `ledger_busy`.
 */
export async function correctSignal(
  deps: LedgerDependencies,
  id: string,
  { from, outcome, reason }: CorrectRequest,
): Promise<void> {
  const { db } = deps;
  await commitToLedger(deps, {
    reads: [
      db
        .prepare("SELECT published_seq, payout, is_late, is_otc, outcome FROM signals WHERE id = ?1")
        .bind(id),
      selectTraderOfSignal(db, id),
      selectTotals(db),
    ],
    plan: ([signalRows = [], traderRows = [], totalsRows = []], atMs) => {
      if (signalRows.length === 0) throw new RecordError("signal_not_found");
      const row = v.parse(SettledRow, signalRows[0]);
      const isAsSaid = row.outcome === from;
      if (!isAsSaid || !CORRECTIONS[from].includes(outcome)) throw new RecordError("not_correctable");
      const correction = { ...countedOf(row), from, to: outcome, atMs };
      const trader = withCorrection(parseTraderRecord(traderRows[0]), correction);
      const totals = addCorrection(parseTally(totalsRows[0]), correction, correction);
      return {
        drafts: [{ kind: "settled", signal_id: id, payload: { outcome, cause: "correction", reason } }],
        statements: ([entry]) => [
          db
            .prepare(
              `UPDATE signals SET outcome = ?1, corrected_from = ?2, corrected_at = ?3, corrected_seq = ?4,
                 correction_reason = ?5 WHERE published_seq = ?6`,
            )
            .bind(outcome, from, atMs, entry?.seq, reason, row.published_seq),
          ...storeTrader(db, trader),
          storeTotals(db, totals),
        ],
        result: () => undefined,
      };
    },
  });
}
