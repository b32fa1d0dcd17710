/** One search over the whole record. */
import { and, asc, desc, eq, gt, ne } from "drizzle-orm";
import { Hono } from "hono";
import { BusyAssets, MAX_FOUND, SearchQuery, SearchResults } from "#shared/contracts/search.ts";
import { MAX_BUSY_ASSETS, SIGNALS_COUNTED_BY_ASSET } from "#shared/limits/lists.ts";
import { handleOfWritten } from "#shared/record/written-trader.ts";
import type { Database } from "#worker/api/database.ts";
import { atNearestCopy } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { query } from "#worker/api/parse-query.ts";
import { selectSignal, toSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { holdsName, selectMatchingAssets, findNearestTraders } from "#worker/api/traders/index.ts";

/** `/search/`, to be mounted at `/api`. */
export const searchRoutes = new Hono<ApiEnv<Pick<BaseDependencies, "db">>>();

searchRoutes.get(
  "/search/",
  describe({
    id: "search",
    tag: "signals",
    summary: "Traders, assets and a signal that match a typed text",
    answers: { 200: { description: "What was found.", schema: SearchResults } },
  }),
  atNearestCopy,
  query(SearchQuery),
  async (c) => c.json(await findOnRecord(c.var.deps.db, c.req.valid("query"))),
);

searchRoutes.get(
  "/search/assets/",
  describe({
    id: "listBusyAssets",
    tag: "signals",
    summary: "The most frequent assets among the newest signals",
    answers: { 200: { description: "These assets.", schema: BusyAssets } },
  }),
  atNearestCopy,
  async (c) => c.json(await findBusyAssets(c.var.deps.db)),
);

async function findBusyAssets(db: Database): Promise<BusyAssets> {
  const newest = await db
    .select({ asset: signals.asset })
    .from(signals)
    // True of all: the plan names the index then, and a test refuses plans that scan a table.
    .where(gt(signals.published_seq, 0))
    .orderBy(desc(signals.published_seq))
    .limit(SIGNALS_COUNTED_BY_ASSET);
  const byAsset = Map.groupBy(newest, ({ asset }) => asset);
  const busiest = [...byAsset].sort(([, some], [, others]) => others.length - some.length);
  return {
    assets: busiest
      .slice(0, MAX_BUSY_ASSETS)
      .map(([asset]) => asset)
      .sort(),
  };
}

/** Finds traders, assets and a signal by a typed text in one round trip, or the nearest names in a second one. */
async function findOnRecord(db: Database, { q }: SearchQuery): Promise<SearchResults> {
  const handle = handleOfWritten(q);
  const selectTraders = () => db.select({ handle: traders.handle, name: traders.name }).from(traders);
  const [whole, parts, foundAssets, [signal]] = await db.batch([
    selectTraders().where(eq(traders.handle, handle)),
    selectTraders()
      .where(and(ne(traders.handle, handle), holdsName(q)))
      .orderBy(asc(traders.handle))
      .limit(MAX_FOUND),
    selectMatchingAssets(db, q),
    selectSignal(db, signalIdOf(q)),
  ]);
  const isNothing = whole.length + parts.length + foundAssets.length === 0 && signal === undefined;
  return {
    traders: [...whole, ...parts].slice(0, MAX_FOUND),
    assets: foundAssets.slice(0, MAX_FOUND).map(({ asset }) => asset),
    signal: signal ? toSignal(signal) : null,
    nearest: isNothing ? await findNearestTraders(db, q) : [],
  };
}

/** The id itself, or the id in a signal's address. */
function signalIdOf(written: string): string {
  const [, id] = /\/signal\/([\w-]+)/.exec(written) ?? [];
  return id ?? written.replace(/^#/, "");
}
