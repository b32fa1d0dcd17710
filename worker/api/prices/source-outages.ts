/** Tells operators, once in an outage, that a source of prices cannot be reached. */
import { and, inArray, isNull, lte } from "drizzle-orm";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { PRICE_SOURCE_DOWN_MS } from "#shared/limits/prices.ts";
import { type AskSource, isOutOfReach } from "./ask-source.ts";
import { priceOutages } from "#worker/api/tables/prices.ts";

/** Whether each source that was asked has answered at least once, by address. */
export type ReachedSources = ReadonlyMap<string, boolean>;

/** `ask`, and which sources have answered so far. Questions cut off by the end of the run do not count. */
export function watchSources(ask: AskSource, deadline: AbortSignal) {
  const reached = new Map<string, boolean>();
  const watched: AskSource = async (source, asset, atMs) => {
    const answer = await ask(source, asset, atMs);
    if (answer.kind !== "unasked" && !deadline.aborted) {
      const { address } = source;
      reached.set(address, reached.get(address) === true || !isOutOfReach(answer));
    }
    return answer;
  };
  return { ask: watched, reached };
}

/** An outage begins with the first run in which a source answers nothing, and ends with its next answer. */
export async function noteOutages(
  { db, log }: Pick<BaseDependencies, "db" | "log">,
  reached: ReachedSources,
  nowMs: number,
): Promise<void> {
  const addresses = (isThere: boolean) => [...reached.keys()].filter((one) => reached.get(one) === isThere);
  const back = addresses(true);
  if (back.length > 0) await db.delete(priceOutages).where(inArray(priceOutages.address, back));
  const gone = addresses(false);
  if (gone.length === 0) return;
  await db
    .insert(priceOutages)
    .values(gone.map((address) => ({ address, since: nowMs })))
    .onConflictDoNothing();
  const { address, since, told_at } = priceOutages;
  const told = await db
    .update(priceOutages)
    .set({ told_at: nowMs })
    .where(and(inArray(address, gone), isNull(told_at), lte(since, nowMs - PRICE_SOURCE_DOWN_MS)))
    .returning();
  for (const outage of told)
    log({
      level: "error",
      event: "price_source_down",
      source: outage.address,
      since: new Date(outage.since).toISOString(),
    });
}
