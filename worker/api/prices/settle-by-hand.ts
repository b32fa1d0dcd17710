/** Staff settle by hand, but never against the prices. */
import { eq } from "drizzle-orm";
import type { SettleRequest } from "#shared/contracts/staff-signals.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type LedgerDependencies, RecordError } from "#worker/api/ledger/index.ts";
import { endableOf, endByPrices, settleSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { createAskSource } from "./ask-source.ts";
import { readPrices } from "./read-prices.ts";
import { PRICE_CHECK_MS } from "#shared/limits/prices.ts";

/**
 * Settles a signal with the outcome given by staff. If it has a price rule, its sources are asked first: what they agree on
 * counts, and staff's evidence only if they give no outcome. Throws RecordError as `settleSignal`, and `prices_stand` if a
 * source contradicts and none confirms it.
 */
export async function settleByHand(
  deps: LedgerDependencies & Pick<ApiDependencies, "priceConfig">,
  id: string,
  { outcome, evidence }: SettleRequest,
): Promise<void> {
  const { db, now, priceConfig: config } = deps;
  const row = await db.select().from(signals).where(eq(signals.id, id)).get();
  const priced = row && endableOf(row).priced;
  const nowMs = now();
  if (row?.outcome === "open" && priced && nowMs >= priced.expiresAtMs) {
    const ask = createAskSource(AbortSignal.timeout(PRICE_CHECK_MS));
    const { ending, decided } = await readPrices({ asset: row.asset, priced }, nowMs, { config, ask });
    const isSaid = decided.some(({ verdict }) => verdict === outcome);
    if (decided.length > 0 && !isSaid)
      throw new RecordError("prices_stand", { prices: decided.map(({ prices }) => prices) });
    if (ending && (await endByPrices(deps, new Map([[row.published_seq, ending]]))).ended > 0) return;
  }
  await settleSignal(deps, id, outcome, evidence);
}
