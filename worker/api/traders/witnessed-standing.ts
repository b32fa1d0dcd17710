/**
 * A trader's standing by only the signals that were witnessed in time; computed on request. The bets are left out: evidence
 * and moments always cover all signals.
 */
import { asc, eq, sql } from "drizzle-orm";
import type { CorrectableOutcome, Settlement } from "#shared/contracts/signals.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import { addPublished, type Tally } from "#shared/record/tally.ts";
import { EMPTY_STANDING, type Standing, withCorrection, withEnd } from "#shared/record/trader-figures.ts";
import type { Database } from "#worker/api/database.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import { signals, witnessedSignals } from "#worker/api/tables/signals.ts";
import { traders } from "#worker/api/tables/traders.ts";

/**
 * Statement for every entry on these signals, oldest first; selects only what the computation needs, as there may be very
 * many.
 */
export function selectWitnessedEntries(db: Database, handle: string) {
  const { id, payout, is_late, is_otc, confidence, counts_as_lost } = signals;
  return db
    .select({
      at: ledger.at,
      kind: ledger.kind,
      /** Null unless it settles the signal. */
      outcome: sql<Settlement | null>`json_extract(${ledger.payload}, '$.outcome')`.as("settled_as"),
      cause: sql<string | null>`json_extract(${ledger.payload}, '$.cause')`.as("cause"),
      /** As of publication. */
      was_late: sql<number>`${signals.entry_at} < ${signals.published_at}`.as("was_late"),
      signal: { id, payout, is_late, is_otc, confidence, counts_as_lost },
    })
    .from(traders)
    .innerJoin(witnessedSignals, eq(witnessedSignals.trader_id, traders.id))
    .innerJoin(signals, eq(signals.published_seq, witnessedSignals.published_seq))
    .innerJoin(ledger, eq(ledger.signal_id, signals.id))
    .where(eq(traders.handle, handle))
    .orderBy(asc(ledger.seq));
}

type EntryRow = Awaited<ReturnType<typeof selectWitnessedEntries>>[number];

function withTally(standing: Standing, tally: Tally): Standing {
  return { ...standing, tally };
}

export function standingOf(rows: readonly EntryRow[]): Omit<Standing, "purses" | "isCompared" | "moments"> {
  /** By signal: the outcome that a correction replaces. */
  const settled = new Map<string, CorrectableOutcome>();
  let standing = EMPTY_STANDING;
  for (const { at: atMs, kind, outcome, cause, was_late, signal } of rows) {
    const { id, payout, is_late: isLate, is_otc: isOtc, confidence } = signal;
    const wasLate = was_late === 1;
    const counted = { payout: payout / PAYOUT_STEPS_PER_UNIT, isLate: wasLate, isOtc, confidence };
    const end = { ...counted, atMs, becameLate: isLate && !wasLate, stakes: null };
    if (kind === "published") standing = withTally(standing, addPublished(standing.tally, counted));
    else if (kind === "voided")
      standing = withEnd(standing, {
        ...end,
        outcome: cause === "no_price" ? "void_unpriced" : signal.counts_as_lost ? "void_lost" : "void",
        isByPrices: false,
      });
    else if (outcome !== null) {
      const from = settled.get(id);
      if (cause !== "correction")
        standing = withEnd(standing, { ...end, outcome, isByPrices: cause === "prices" });
      else if (from && outcome !== "won") standing = withCorrection(standing, { ...end, from, to: outcome });
      if (outcome !== "lost") settled.set(id, outcome);
    }
  }
  return standing;
}
