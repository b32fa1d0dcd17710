/**
 * What an operator can do to a seeded record: write it again without some events, so that all checks of the new record alone
 * pass.
 */
import { type SeedEvent, type SeedOptions, generateSeedEvents } from "#worker/local/demo-data/seed-events.ts";
import { writeEvents } from "#worker/local/demo-data/write-record.ts";
import { pastTriggers } from "./past-triggers.ts";
import type { Site } from "./site.ts";

const RECORD = [
  "price_waits",
  "witnessed_signals",
  "witnessed_traders",
  "log_checkpoints",
  "trader_equity",
  "signals",
  "traders",
  "totals",
  "ledger",
  "log_tiles",
];

/**
 * Clears the record and writes the events that `keep` selects; chain, figures, tiles and checkpoint are consistent with them.
 */
export async function rewriteRecord(
  { db, runMinuteJobs }: Pick<Site, "db" | "runMinuteJobs">,
  options: SeedOptions,
  keep: (event: SeedEvent) => boolean,
): Promise<void> {
  await pastTriggers(
    db,
    ...RECORD.map((table) => `DELETE FROM ${table}`),
    "INSERT INTO totals (id) VALUES (1)",
  );
  await writeEvents(db, [...generateSeedEvents(options)].filter(keep));
  await runMinuteJobs();
}

/** Drops one lost signal in the middle of the record: its publication and its end. */
export function withoutOneLoss(options: SeedOptions): (event: SeedEvent) => boolean {
  const losses = [...generateSeedEvents(options)].filter(
    (event) => event.kind === "ended" && event.end.outcome === "lost",
  );
  const loss = losses[Math.floor(losses.length / 2)];
  if (loss?.kind !== "ended") throw new Error("nobody has lost");
  return (event) => !("signal" in event) || event.signal.id !== loss.signal.id;
}
