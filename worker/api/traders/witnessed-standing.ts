/** A trader's standing by those signals alone that were witnessed in time, as if there were no others: folded when it is asked for. */
import { asc, eq, getTableColumns } from "drizzle-orm";
import { type CorrectableOutcome, PAYOUT_STEPS_PER_UNIT } from "#shared/contracts/signals.ts";
import { EMPTY_STANDING, type Standing, withCorrection, withEnd, withPublished } from "#shared/standing.ts";
import type { Database } from "#worker/api/database.ts";
import { toLedgerEntry } from "#worker/api/ledger/index.ts";
import { ledger } from "#worker/api/ledger/tables.ts";
import { signals, witnessedSignals } from "#worker/api/signals/tables.ts";
import { traders } from "./tables.ts";

/** Statement for every entry on these signals, oldest first. */
export function selectWitnessedEntries(db: Database, handle: string) {
  const { payout, is_late, is_otc, confidence, counts_as_lost } = signals;
  return db
    .select({
      entry: getTableColumns(ledger),
      signal: { payout, is_late, is_otc, confidence, counts_as_lost },
    })
    .from(traders)
    .innerJoin(witnessedSignals, eq(witnessedSignals.trader_id, traders.id))
    .innerJoin(signals, eq(signals.published_seq, witnessedSignals.published_seq))
    .innerJoin(ledger, eq(ledger.signal_id, signals.id))
    .where(eq(traders.handle, handle))
    .orderBy(asc(ledger.seq));
}

type EntryRow = Awaited<ReturnType<typeof selectWitnessedEntries>>[number];

export function standingOf(rows: readonly EntryRow[]): Standing {
  /** By signal, what a correction takes back. */
  const settled = new Map<string, CorrectableOutcome>();
  let standing = EMPTY_STANDING;
  for (const { entry: row, signal } of rows) {
    const entry = toLedgerEntry(row);
    if (entry.signal_id === null) continue;
    const { payout, is_late: isLate, is_otc: isOtc, confidence } = signal;
    const counted = { payout: payout / PAYOUT_STEPS_PER_UNIT, isLate, isOtc, confidence };
    const end = { ...counted, atMs: row.at };
    if (entry.kind === "published") standing = withPublished(standing, counted);
    else if (entry.kind === "voided")
      standing = withEnd(standing, { ...end, outcome: signal.counts_as_lost ? "void_lost" : "void" });
    else {
      const { outcome, cause } = entry.payload;
      const from = settled.get(entry.signal_id);
      if (cause !== "correction") standing = withEnd(standing, { ...end, outcome });
      else if (from) standing = withCorrection(standing, { ...end, from, to: entry.payload.outcome });
      if (outcome !== "lost") settled.set(entry.signal_id, outcome);
    }
  }
  return standing;
}
