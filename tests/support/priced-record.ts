/** A site whose record is written with the test's own clock, which is behind the database's. */
import { drizzle } from "drizzle-orm/d1";
import * as v from "valibot";
import type { PriceRule } from "#shared/contracts/prices.ts";
import { SignalDetail } from "#shared/contracts/signals.ts";
import { Statistics } from "#shared/contracts/traders.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import type { SeedEvent } from "#worker/local/demo-data/seed-events.ts";
import { writeEvents } from "#worker/local/demo-data/write-record.ts";
import type { SeedTrader } from "#worker/local/demo-data/seed-traders.ts";
import type { PriceSourceDouble } from "./price-source.ts";
import { startSite } from "./site.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

type Source = Pick<PriceSourceDouble, "url" | "address">;

export type PricedRecord = Awaited<ReturnType<typeof startPricedRecord>>;

/** The only trader. */
export const GODWIT: SeedTrader = {
  handle: "godwit",
  name: "Godwit",
  skill: 0.5,
  activity: 1,
  assets: ["EUR/USD"],
  joinedAfter: 0,
  retiredAfter: null,
};

/**
 * The record begins `agoMs` ago, so that whole deadlines pass before the database's clock; it starts with some events or with
 * its trader alone. `sources` are those that the site itself queries.
 */
export async function startPricedRecord(
  sources: readonly Source[] = [],
  agoMs = 9 * DAY_MS,
  events: (startMs: number, rule: PriceRule) => Iterable<SeedEvent> = (startMs) => [
    { kind: "joined", atMs: startMs, trader: GODWIT },
  ],
) {
  const site = await startSite({ vars: { PRICE_SOURCE_URL: sources.map(({ url }) => url).join(" ") } });
  const clock = { ms: Math.floor(Date.now() / 1000) * 1000 - agoMs };
  /** Dependencies of the write functions, with that clock. */
  const dependencies = (asked: readonly Source[]) => ({
    db: drizzle(site.db),
    now: () => clock.ms,
    log: () => {},
    priceConfig: {
      sources: asked.map(({ url, address }) => ({ url, address })),
      maxQuoteAgeSeconds: 60,
      assets: [],
    },
  });
  const rule: PriceRule = {
    sources: sources.map(({ address }) => address),
    max_quote_age_s: 60,
    equal: "draw",
    no_price: "void",
  };
  await writeEvents(site.db, events(clock.ms, rule));

  return {
    site,
    clock,
    dependencies,
    /** A minute after what was before; entry in a minute, expiry a minute later. */
    async publish(asked: readonly Source[], asset = "EUR/USD") {
      clock.ms += MINUTE_MS;
      const entryMs = clock.ms + MINUTE_MS;
      const expiryMs = entryMs + MINUTE_MS;
      const { id } = await publishSignal(dependencies(asked), {
        trader: GODWIT.handle,
        asset,
        direction: "up",
        entry_at: entryMs,
        expires_at: expiryMs,
        payout: 0.85,
      });
      return { id, entryMs, expiryMs };
    },
    async shown(id: string): Promise<v.InferOutput<typeof SignalDetail>> {
      const answer = await fetch(`${site.url}/api/signals/${id}/`);
      return v.parse(SignalDetail, await answer.json());
    },
    async statistics(): Promise<v.InferOutput<typeof Statistics>> {
      const { statistics } = await (await fetch(`${site.url}/api/traders/godwit/`)).json();
      return v.parse(Statistics, statistics);
    },
  };
}
