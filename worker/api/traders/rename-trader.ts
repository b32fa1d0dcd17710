/** Changes or erases a trader's display name. The ledger holds only the handle. */
import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { TraderRename } from "#shared/contracts/traders.ts";
import type { Database } from "#worker/api/database.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import { resemblanceOf } from "./resembling-name.ts";
import { traders } from "./tables.ts";

/**
 * Gives a trader another name, in one transaction with the statements of `alsoWrite`; the handle replaces an erased name.
 * Throws RecordError `trader_not_found` and `trader_name_taken`.
 */
export async function renameTrader(
  db: Database,
  handle: string,
  { name }: TraderRename,
  alsoWrite: readonly BatchItem<"sqlite">[],
): Promise<void> {
  const all = await db.select({ handle: traders.handle, name: traders.name }).from(traders);
  const others = all.filter((trader) => trader.handle !== handle);
  if (others.length === all.length) throw new RecordError("trader_not_found");
  const resemblance = name === null ? null : resemblanceOf({ handle, name }, others);
  if (resemblance?.of === "name")
    throw new RecordError("trader_name_taken", { resembles: resemblance.resembles });
  const rename = db
    .update(traders)
    .set({ name: name ?? handle })
    .where(eq(traders.handle, handle));
  await db.batch([rename, ...alsoWrite]);
}
