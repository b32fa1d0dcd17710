/** Messages that were refused, kept for staff: the newest of each key. */
import * as v from "valibot";
import {
  ALERT_PROBLEM_CODES,
  type AlertProblemCode,
  type IngestFailure,
  type IngestFailurePage,
  MAX_INGEST_FAILURES,
} from "#shared/contracts/hooks.ts";
import { excerptOf } from "./redact.ts";

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
  db: D1Database,
  { keyId, receivedAtMs, requestId, body, code, detail }: RefusedAlert,
): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO ingest_failures (key_id, received_at, code, detail, excerpt, request_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
      )
      .bind(keyId, receivedAtMs, code, detail, excerptOf(body), requestId),
    db
      .prepare(
        `DELETE FROM ingest_failures WHERE key_id = ?1 AND seq <= (
           SELECT seq FROM ingest_failures WHERE key_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_INGEST_FAILURES})`,
      )
      .bind(keyId),
  ]);
}

const FailureRow = v.object({
  seq: v.number(),
  key_id: v.string(),
  label: v.string(),
  handle: v.string(),
  received_at: v.number(),
  code: v.picklist(ALERT_PROBLEM_CODES),
  detail: v.string(),
  excerpt: v.string(),
  request_id: v.string(),
});

/** `?1` cursor, `?2` limit, `?3` key where it is asked for. */
export function selectFailures(ofOneKey: boolean): string {
  return `SELECT seq, key_id, label, handle, received_at, code, detail, excerpt, request_id
    FROM ingest_failures ${ofOneKey ? "INDEXED BY ingest_failures_by_key" : ""}
    CROSS JOIN ingest_keys ON ingest_keys.id = key_id CROSS JOIN traders ON traders.id = trader_id
    WHERE seq < ?1 ${ofOneKey ? "AND key_id = ?3" : ""} ORDER BY seq DESC LIMIT ?2`;
}

export async function listFailures(
  db: D1Database,
  {
    key,
    cursor = Number.MAX_SAFE_INTEGER,
    limit,
  }: { readonly key?: string | undefined; readonly cursor?: number | undefined; readonly limit: number },
): Promise<IngestFailurePage> {
  const { results } = await db
    .prepare(selectFailures(key !== undefined))
    .bind(cursor, limit + 1, ...(key === undefined ? [] : [key]))
    .all();
  const failures = results.slice(0, limit).map(toFailure);
  const last = failures.at(-1);
  return { results: failures, next: results.length > limit && last ? String(last.id) : null };
}

function toFailure(row: unknown): IngestFailure {
  const { seq, key_id, label, handle, received_at, ...failure } = v.parse(FailureRow, row);
  return {
    id: seq,
    key: { id: key_id, label, trader: handle },
    received_at: new Date(received_at).toISOString(),
    ...failure,
  };
}
