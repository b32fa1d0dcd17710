/** Which traders and assets a typed text means: one by its whole handle or spelling, otherwise all that contain it. */
import { and, eq, exists, notExists, or, type SQL, sql } from "drizzle-orm";
import { ASSET_SEPARATORS, canonicalAsset, soughtInAssets } from "#shared/assets/asset.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { MAX_SOUGHT_PAIRS } from "#shared/limits/lists.ts";
import { foldText } from "#shared/text/folded-text.ts";
import { handleOfWritten } from "#shared/record/written-trader.ts";
import { MAX_NEAREST } from "#shared/contracts/search.ts";
import type { Database } from "#worker/api/database.ts";
import { traders } from "#worker/api/tables/traders.ts";

export interface WrittenNames {
  readonly trader?: string | undefined;
  readonly asset?: string | undefined;
}

/** Undefined if no text is given: all of them. */
export interface MatchingNames {
  readonly traderIds: readonly number[] | undefined;
  readonly assets: readonly string[] | undefined;
}

/** The part of a query that cannot be listed, and what it must be. */
export interface ListRefusal {
  readonly field: string;
  readonly message: string;
}

const ALL_NAMES: MatchingNames = { traderIds: undefined, assets: undefined };

/** One round trip, or none if no text is given; reads the traders' names, and one row for each asset on the record. */
export async function findNames(
  db: Database,
  { trader, asset }: WrittenNames,
): Promise<MatchingNames | ListRefusal> {
  if (trader === undefined && asset === undefined) return ALL_NAMES;
  const [traderRows, assetRows] = await db.batch([
    selectMatchingTraders(db, trader ?? ""),
    selectMatchingAssets(db, asset ?? ""),
  ]);
  if (trader !== undefined && traderRows.length > BOUNDS.listNames.max) return tooMany("trader");
  if (asset !== undefined && assetRows.length > BOUNDS.listNames.max) return tooMany("asset");
  return {
    traderIds: trader === undefined ? undefined : traderRows.map(({ id }) => id),
    assets: asset === undefined ? undefined : assetRows.map(({ asset: name }) => name),
  };
}

/**
 * Statement for the ledger's head, and for whether a trader's handle or an asset on the record equals the text: then nothing
 * else is meant.
 */
export function selectHeadAndWhole(db: Database, { trader, asset }: WrittenNames) {
  const isHandle = db
    .select({ id: traders.id })
    .from(traders)
    .where(eq(traders.handle, handleOfWritten(trader ?? "")));
  const areWhole = sql<number>`${trader === undefined ? sql`1` : exists(isHandle)}
    AND ${asset === undefined ? sql`1` : isOnRecord(recordedAsset(asset))}`;
  return db
    .select({
      seq: sql<number>`coalesce((SELECT max(seq) FROM ledger), 0)`.as("seq"),
      areWhole: areWhole.as("are_whole"),
    })
    .from(sql`(SELECT 1)`);
}

/** An asset as it is spelt on the record; a text that is no asset finds nothing. */
export function recordedAsset(written: string): string {
  return canonicalAsset(written) ?? written;
}

function isOnRecord(asset: string): SQL {
  return sql`EXISTS (SELECT 1 FROM signals WHERE asset = ${asset})`;
}

function tooMany(field: "trader" | "asset"): ListRefusal {
  return {
    field,
    message: `must be more specific: more than ${BOUNDS.listNames.max} ${field}s contain it`,
  };
}

/** Statement for up to `BOUNDS.listNames.max` + 1; empty for an empty text. */
function selectMatchingTraders(db: Database, written: string) {
  const handle = handleOfWritten(written);
  const isWhole = db.select({ id: traders.id }).from(traders).where(eq(traders.handle, handle));
  return db
    .select({ id: traders.id })
    .from(traders)
    .where(
      and(sql`${written} <> ''`, or(eq(traders.handle, handle), and(notExists(isWhole), holdsName(written)))),
    )
    .limit(BOUNDS.listNames.max + 1);
}

/** Compared as in `holdsTrader`. */
export function holdsName(written: string): SQL {
  const folded = foldText(written);
  return folded === "" ? sql`0` : sql`instr(${traders.folded}, ${folded}) > 0`;
}

/** Traders whose names share at least half of the text's pairs of letters, those that share most first. */
export async function findNearestTraders(db: Database, written: string) {
  const letters = Array.from(foldText(written));
  const pairs = new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
  if (pairs.size === 0) return [];
  const sought = [...pairs].slice(0, MAX_SOUGHT_PAIRS);
  const shared = sql.join(
    sought.map((pair) => sql`(instr(${traders.folded}, ${pair}) > 0)`),
    sql` + `,
  );
  return db
    .select({ handle: traders.handle, name: traders.name })
    .from(traders)
    .where(sql`(${shared}) * 2 >= ${sought.length}`)
    .orderBy(sql`${shared} DESC`, traders.handle)
    .limit(MAX_NEAREST);
}

/**
 * Statement for up to `BOUNDS.listNames.max` + 1, compared as in `holdsAsset`; empty for an empty text. Skips from one asset
 * of the index to the next.
 */
export function selectMatchingAssets(db: Database, written: string) {
  const spelled = recordedAsset(written);
  const bare = ASSET_SEPARATORS.reduce(
    (text, separator) => sql`replace(${text}, ${separator}, '')`,
    sql`upper(asset)`,
  );
  const isHeld = or(...soughtInAssets(written).map((part) => sql`instr(bare, ${part}) > 0`)) ?? sql`0`;
  return db
    .select({ asset: sql<string>`asset`.as("asset") })
    .from(
      sql`(
        WITH RECURSIVE known(asset) AS (
          SELECT min(asset) FROM signals WHERE ${written} <> ''
          UNION ALL
          SELECT (SELECT min(asset) FROM signals WHERE asset > known.asset) FROM known WHERE known.asset IS NOT NULL
        ) SELECT asset, ${bare} AS bare FROM known WHERE asset IS NOT NULL
      )`,
    )
    .where(sql`CASE WHEN ${isOnRecord(spelled)} THEN asset = ${spelled} ELSE ${isHeld} END`)
    .limit(BOUNDS.listNames.max + 1);
}
