/**
 * How long before its entry a signal has to be published so that a quote comes in between. Nobody states how often a source
 * quotes. But each quote on the record was the last one at its moment, so its age then is a time without quotes. The
 * greatest age among the newest signals stands for the usual gap; if there are too few signals, the rule's `max_quote_age_s`
 * does.
 */
import { desc, eq, sql } from "drizzle-orm";
import type { PriceLeads } from "#shared/contracts/prices.ts";
import { LEAD_MARGIN_SECONDS } from "#shared/limits/prices.ts";
import { MEASURED_SIGNALS } from "#shared/limits/sample-sizes.ts";
import type { Database } from "#worker/api/database.ts";
import { type PriceConfig, priceRuleFor } from "./price-config.ts";
import { signals } from "#worker/api/tables/signals.ts";

/** By asset, in whole seconds, among the newest signals on `asset` or on all. */
async function readGaps(
  db: Database,
  { sources }: PriceConfig,
  asset?: string,
): Promise<Map<string, number>> {
  const newest = db
    .select()
    .from(signals)
    .where(asset === undefined ? undefined : eq(signals.asset, asset))
    .orderBy(desc(signals.published_seq))
    .limit(MEASURED_SIGNALS.most);
  const addresses = JSON.stringify(sources.map(({ address }) => address));
  const age = (moment: string, quote: string) =>
    sql.raw(`${moment} / 1000 - unixepoch(said.value ->> '$.${quote}.at')`);
  const gaps = await db.all<{ asset: string; gap: number }>(
    sql`SELECT asset, max(max(${age("entry_at", "entry")}, ${age("expires_at", "expiry")})) AS gap
      FROM (${newest}) AS newest, json_each(newest.prices) AS said
      WHERE outcome <> 'void' AND said.value ->> 'address' IN (SELECT value FROM json_each(${addresses}))
      GROUP BY asset HAVING count(*) >= ${MEASURED_SIGNALS.least}`,
  );
  return new Map(gaps.map(({ asset: name, gap }) => [name, gap]));
}

/** The lead for one asset, in seconds; null if no source decides it. */
export async function readLead(db: Database, config: PriceConfig, asset: string): Promise<number | null> {
  const rule = priceRuleFor(config, asset);
  if (rule === null) return null;
  const gaps = await readGaps(db, config, asset);
  return (gaps.get(asset) ?? rule.max_quote_age_s) + LEAD_MARGIN_SECONDS;
}

export async function readLeads(db: Database, config: PriceConfig): Promise<PriceLeads> {
  if (config.sources.length === 0) return { assets: {}, others: null };
  const gaps = await readGaps(db, config);
  const leadOf = (gap = config.maxQuoteAgeSeconds) => gap + LEAD_MARGIN_SECONDS;
  const isNamed = config.assets.length > 0;
  const leads = (isNamed ? config.assets : [...gaps.keys()]).map((asset) => [asset, leadOf(gaps.get(asset))]);
  return { assets: Object.fromEntries(leads), others: isNamed ? null : leadOf() };
}
