/** Messages that were refused, kept for staff: the newest of each key. */
import { and, desc, eq, getTableColumns, lt, lte } from "drizzle-orm";
import {
  type AlertProblemCode,
  type IngestFailure,
  type IngestFailurePage,
  MAX_INGEST_FAILURES,
} from "#shared/contracts/hooks.ts";
import type { Database } from "#worker/api/database.ts";
import { traders } from "#worker/api/traders/tables.ts";
import { excerptOf } from "./redact.ts";
import { ingestFailures, ingestKeys } from "./tables.ts";

export interface RefusedAlert {
  readonly keyId: string;
  readonly receivedAtMs: number;
  readonly requestId: string;
  readonly body: string;
  readonly code: AlertProblemCode;
  readonly detail: string;
}

/** Keeps a refusal and drops the key's oldest beyond `MAX_INGEST_FAILURES`. */
export async function keepFailure(
  db: Database,
  { keyId, receivedAtMs, requestId, body, code, detail }: RefusedAlert,
): Promise<void> {
  const ofKey = eq(ingestFailures.key_id, keyId);
  const newestBeyond = db
    .select({ seq: ingestFailures.seq })
    .from(ingestFailures)
    .where(ofKey)
    .orderBy(desc(ingestFailures.seq))
    .limit(1)
    .offset(MAX_INGEST_FAILURES);
  await db.batch([
    db.insert(ingestFailures).values({
      key_id: keyId,
      received_at: receivedAtMs,
      code,
      detail,
      excerpt: excerptOf(body),
      request_id: requestId,
    }),
    db.delete(ingestFailures).where(and(ofKey, lte(ingestFailures.seq, newestBeyond))),
  ]);
}

interface FailureSelection {
  /** Id of a key where only its own are asked for. */
  readonly key?: string | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/** Statement for refusals before `cursor`, the newest first. */
export function selectFailures(
  db: Database,
  { key, cursor = Number.MAX_SAFE_INTEGER, limit }: FailureSelection,
) {
  return db
    .select({ ...getTableColumns(ingestFailures), label: ingestKeys.label, handle: traders.handle })
    .from(ingestFailures)
    .crossJoin(ingestKeys)
    .crossJoin(traders)
    .where(
      and(
        lt(ingestFailures.seq, cursor),
        key === undefined ? undefined : eq(ingestFailures.key_id, key),
        eq(ingestKeys.id, ingestFailures.key_id),
        eq(traders.id, ingestKeys.trader_id),
      ),
    )
    .orderBy(desc(ingestFailures.seq))
    .limit(limit);
}

export async function listFailures(db: Database, selection: FailureSelection): Promise<IngestFailurePage> {
  const { limit } = selection;
  const rows = await selectFailures(db, { ...selection, limit: limit + 1 });
  const failures = rows.slice(0, limit).map(toFailure);
  const last = failures.at(-1);
  return { results: failures, next: rows.length > limit && last ? String(last.id) : null };
}

function toFailure({
  seq,
  key_id,
  label,
  handle,
  received_at,
  ...failure
}: Awaited<ReturnType<typeof selectFailures>>[number]): IngestFailure {
  return {
    id: seq,
    key: { id: key_id, label, trader: handle },
    received_at: new Date(received_at).toISOString(),
    ...failure,
  };
}
