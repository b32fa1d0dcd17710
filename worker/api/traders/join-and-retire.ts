/** Traders join and retire on the record; none is ever removed from it. */
import * as v from "valibot";
import type { NewTrader } from "#shared/contracts/traders.ts";
import { commitToLedger, RecordError, type LedgerDependencies } from "#worker/api/ledger/index.ts";
import { foldName } from "./folded-name.ts";
import { parseTraderRecord, selectTraderByHandle } from "./trader-record.ts";

const SELECT_NAMES = "SELECT name FROM traders";
const NameRow = v.object({ name: v.string() });

/** Adds a trader. Throws RecordError `trader_exists` or `trader_name_taken`, also because of a retired one. */
export async function addTrader(deps: LedgerDependencies, { handle, name }: NewTrader): Promise<void> {
  const { db } = deps;
  return commitToLedger(deps, {
    // All names: traders are few and seldom added, and SQLite cannot fold them.
    reads: [selectTraderByHandle(db, handle), db.prepare(SELECT_NAMES)],
    plan: ([found = [], others = []], atMs) => {
      if (found.length > 0) throw new RecordError("trader_exists");
      const folded = foldName(name);
      if (others.some((row) => foldName(v.parse(NameRow, row).name) === folded)) {
        throw new RecordError("trader_name_taken");
      }
      return {
        drafts: [{ kind: "trader_joined", signal_id: null, payload: { trader: handle } }],
        statements: () => [
          db
            .prepare("INSERT INTO traders (handle, name, joined_at) VALUES (?1, ?2, ?3)")
            .bind(handle, name, atMs),
          db.prepare("UPDATE totals SET traders = traders + 1 WHERE id = 1"),
        ],
        result: () => undefined,
      };
    },
  });
}

/** Retires a trader for good: listed as before, publishing no more; open signals are settled as usual. */
export async function retireTrader(deps: LedgerDependencies, handle: string): Promise<void> {
  const { db } = deps;
  return commitToLedger(deps, {
    reads: [selectTraderByHandle(db, handle)],
    plan: ([found = []], atMs) => {
      if (found.length === 0) throw new RecordError("trader_not_found");
      const trader = parseTraderRecord(found[0]);
      if (trader.isRetired) throw new RecordError("trader_retired");
      return {
        drafts: [{ kind: "trader_retired", signal_id: null, payload: { trader: handle } }],
        statements: () => [
          db.prepare("UPDATE traders SET retired_at = ?1 WHERE id = ?2").bind(atMs, trader.id),
          db.prepare("UPDATE totals SET retired_traders = retired_traders + 1 WHERE id = 1"),
        ],
        result: () => undefined,
      };
    },
  });
}
