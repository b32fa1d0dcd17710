/**
 * Traders are added and retired on the record; none is ever removed from it. Their display names are not on it, and change or
 * are erased.
 */
import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { NewTrader, TraderRename } from "#shared/contracts/traders.ts";
import { foldTrader } from "#shared/record/written-trader.ts";
import { commitToLedger, RecordError, type LedgerDependencies } from "#worker/api/ledger/index.ts";
import { resemblanceOf } from "./resembling-name.ts";
import { formerTraderNames, totals, traders } from "#worker/api/tables/traders.ts";
import { selectTraderByHandle } from "./trader-record.ts";

/** Adds a trader. Throws RecordError `trader_exists`, `trader_handle_taken` or `trader_name_taken`, also because of a retired one. */
export async function addTrader(deps: LedgerDependencies, { handle, name }: NewTrader): Promise<void> {
  const { db } = deps;
  return commitToLedger(deps, {
    // All of them: traders are few and seldom added, and SQLite cannot compare how names look.
    reads: [db.select({ handle: traders.handle, name: traders.name }).from(traders)],
    plan: ([others], { atMs }) => {
      if (others.some((other) => other.handle === handle)) throw new RecordError("trader_exists");
      const resemblance = resemblanceOf({ handle, name }, others);
      if (resemblance)
        throw new RecordError(`trader_${resemblance.of}_taken`, { resembles: resemblance.resembles });
      return {
        drafts: [{ kind: "trader_joined", signal_id: null, payload: { trader: handle } }],
        statements: ([entry]) => [
          db.insert(traders).values({
            handle,
            name,
            folded: foldTrader({ handle, name }),
            joined_at: atMs,
            last_seq: entry?.seq,
          }),
          db
            .update(totals)
            .set({ traders: sql`${totals.traders} + 1`, last_seq: entry?.seq })
            .where(eq(totals.id, 1)),
        ],
        result: () => undefined,
      };
    },
  });
}

/** Retires a trader permanently: still listed, but publishes no more; open signals are settled as usual. */
export async function retireTrader(deps: LedgerDependencies, handle: string): Promise<void> {
  const { db } = deps;
  return commitToLedger(deps, {
    reads: [selectTraderByHandle(db, handle)],
    plan: ([[trader]], { atMs }) => {
      if (!trader) throw new RecordError("trader_not_found");
      if (trader.retired_at !== null) throw new RecordError("trader_retired");
      return {
        drafts: [{ kind: "trader_retired", signal_id: null, payload: { trader: handle } }],
        statements: ([entry]) => [
          db.update(traders).set({ retired_at: atMs, last_seq: entry?.seq }).where(eq(traders.id, trader.id)),
          db
            .update(totals)
            .set({ retired_traders: sql`${totals.retired_traders} + 1`, last_seq: entry?.seq })
            .where(eq(totals.id, 1)),
        ],
        result: () => undefined,
      };
    },
  });
}

/**
 * Gives a trader another name, in one transaction with the statements of `alsoWrite`. The former name stays public with its
 * time; if the name is erased, the handle replaces it, and the former ones are erased too. Throws RecordError `trader_not_found` and `trader_name_taken`.
 */
export async function renameTrader(
  { db, now }: Pick<LedgerDependencies, "db" | "now">,
  handle: string,
  { name }: TraderRename,
  alsoWrite: readonly BatchItem<"sqlite">[],
): Promise<void> {
  const all = await db.select({ id: traders.id, handle: traders.handle, name: traders.name }).from(traders);
  const trader = all.find((one) => one.handle === handle);
  if (!trader) throw new RecordError("trader_not_found");
  const others = all.filter((one) => one !== trader);
  const resemblance = name === null ? null : resemblanceOf({ handle, name }, others);
  if (resemblance?.of === "name")
    throw new RecordError("trader_name_taken", { resembles: resemblance.resembles });
  const shown = name ?? handle;
  // In the transaction: it may have been renamed or erased since it was read.
  const former = name === null ? sql`NULL` : traders.name;
  const trace = db.insert(formerTraderNames).select(
    sql`SELECT NULL, ${traders.id}, ${former}, ${now()} FROM ${traders}
      WHERE ${traders.id} = ${trader.id} AND ${traders.name} <> ${shown}`,
  );
  const rename = db
    .update(traders)
    .set({ name: shown, folded: foldTrader({ handle, name: shown }) })
    .where(eq(traders.id, trader.id));
  const erase =
    name === null
      ? [db.update(formerTraderNames).set({ name: null }).where(eq(formerTraderNames.trader_id, trader.id))]
      : [];
  await db.batch([trace, rename, ...erase, ...alsoWrite]);
}
