/** The minute's job: settles expired signals with a price rule by their prices. */
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, lte, or, isNull, sql } from "drizzle-orm";
import pLimit from "p-limit";
import { PRICE_GRACE_MS } from "#shared/limits/signals.ts";
import type { Database } from "#worker/api/database.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import { endableOf, endByPrices, type PriceConfig } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { createAskSource } from "./ask-source.ts";
import { noteWaits, type Wait } from "./price-waits.ts";
import { readPrices } from "./read-prices.ts";
import { noteOutages, watchSources } from "./source-outages.ts";
import { priceWaits } from "#worker/api/tables/prices.ts";
import { END_BATCH } from "#shared/limits/ledger.ts";
import { PRICE_QUESTIONS_AT_ONCE, PRICE_RUN } from "#shared/limits/prices.ts";

/**
 * Statement for signals that have expired at `nowMs`, have a price rule and are due to be asked for: first those never asked
 * for.
 */
export function selectDue(db: Database, nowMs: number) {
  const order = [asc(priceWaits.asked_at), asc(signals.settle_by), asc(signals.published_seq)];
  const expired = db
    .select({ seq: sql`${signals.published_seq}` })
    .from(sql`${signals} INDEXED BY signals_open_by_deadline`)
    .leftJoin(priceWaits, eq(priceWaits.published_seq, signals.published_seq))
    .where(
      and(
        sql`${signals.outcome} = 'open'`,
        isNotNull(signals.price_rule),
        // With a price rule, `settle_by` is `PRICE_GRACE_MS` after the expiry.
        lte(signals.settle_by, nowMs + PRICE_GRACE_MS),
        gt(signals.settle_by, nowMs),
        // If the clock has been set back since the last question, the signal is asked for again.
        or(isNull(priceWaits.next_at), lte(priceWaits.next_at, nowMs), gt(priceWaits.asked_at, nowMs)),
      ),
    )
    .orderBy(...order)
    .limit(PRICE_RUN.signals);
  return db
    .select(getTableColumns(signals))
    .from(signals)
    .leftJoin(priceWaits, eq(priceWaits.published_seq, signals.published_seq))
    .where(inArray(signals.published_seq, expired))
    .orderBy(...order);
}

/**
 * Settles signals by their prices, `END_BATCH` per transaction, and notes why the others stay open, until `deadline` aborts;
 * returns how many have ended. If somebody else ends a signal meanwhile, that ending stays; a run that breaks off leaves the
 * rest to the next. A signal that fails does not hold up the others: its error is thrown after all have been tried.
 */
export async function settleByPrices(
  deps: LedgerDependencies & { readonly priceConfig: PriceConfig },
  deadline = AbortSignal.timeout(PRICE_RUN.maxMs),
): Promise<number> {
  const { db, now, priceConfig: config } = deps;
  const due = await selectDue(db, now());
  if (due.length === 0) return 0;
  const { ask, reached } = watchSources(createAskSource(deadline), deadline);
  // So that a signal's last question does not wait for the first ones of all others.
  const limit = pLimit(PRICE_QUESTIONS_AT_ONCE);
  let settled = 0;
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  for (let start = 0; start < due.length && !deadline.aborted; start += END_BATCH) {
    const nowMs = now();
    const readings = await Promise.all(
      due.slice(start, start + END_BATCH).map((row) =>
        limit(async () => {
          const { priced } = endableOf(row);
          const reading = priced && (await readPrices({ ...row, priced }, nowMs, { config, ask }));
          // A question cut off by the end of the run is no fault of a source.
          return { ...row, ending: reading?.ending, fault: deadline.aborted ? null : reading?.fault };
        }),
      ),
    );
    const waits: Wait[] = readings.flatMap(({ published_seq, fault }) =>
      fault ? [{ published_seq, ...fault }] : [],
    );
    const end = async (some: typeof readings) => {
      const endings = some.flatMap(({ published_seq, ending }) =>
        ending ? [[published_seq, ending] as const] : [],
      );
      if (endings.length === 0) return;
      const { ended, contradicting } = await endByPrices(deps, new Map(endings));
      settled += ended;
      for (const [published_seq, address] of contradicting)
        waits.push({ published_seq, address, reason: "contradictory", isUnasked: false });
    };
    try {
      await end(readings);
    } catch (error) {
      note(error);
      // One signal may be the cause; it must not hold up the others.
      for (const one of readings) if (!deadline.aborted) await end([one]).catch(note);
    }
    if (waits.length > 0) await db.batch(noteWaits(db, waits, nowMs)).catch(note);
  }
  await noteOutages(deps, reached, now());
  if (errors.length > 0) throw errors[0];
  return settled;
}
