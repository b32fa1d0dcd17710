/** How far the nightly check has come, for monitoring. */
import type { Database } from "#worker/api/database.ts";
import { recordChecks, type StoredFault } from "#worker/api/tables/ledger.ts";
import { CHECK_LASTS_MS, REREAD_LASTS_MS } from "#shared/limits/ledger.ts";

/** False while there is a fault, or if a reading has not advanced for several nights. True before the first one. */
export async function heldLastNight(db: Database, nowMs: number): Promise<boolean> {
  const rows = await db.select().from(recordChecks);
  return rows.every(({ fault, checked_at }) => fault === null && nowMs - checked_at <= CHECK_LASTS_MS);
}

/** A line for each reading, and one for each fault. */
export async function detailsOfChecks(db: Database, nowMs: number): Promise<string[]> {
  const rows = await db.select().from(recordChecks).orderBy(recordChecks.reading);
  if (rows.length === 0) return ["record: not checked yet"];
  const faults = rows.flatMap(({ fault }) => (fault ? [wordsOf(fault)] : []));
  return [...rows.map((row) => progressOf(row, nowMs)), ...faults].map((words) => `record: ${words}`);
}

function progressOf(
  { reading, seq, checked_at, began_at }: typeof recordChecks.$inferSelect,
  nowMs: number,
): string {
  const upTo = `up to entry ${seq} at ${new Date(checked_at).toISOString()}`;
  if (reading === "newest") return `checked ${upTo}`;
  if (began_at === null) return `read again, all of it, ${upTo}`;
  const isLate = nowMs - began_at > REREAD_LASTS_MS;
  const late = isLate ? "; this takes longer than 30 days" : "";
  return `read again ${upTo}; begun at ${new Date(began_at).toISOString()}${late}`;
}

function wordsOf(fault: StoredFault): string {
  if (fault.kind === "broken") return `entry ${fault.seq} does not hold: ${fault.flaw}`;
  const { kind, table, key } = fault;
  return `${table} ${key} does not follow from the entries: ${kind === "differs" ? fault.place : kind}`;
}
