/** Reading the audit log, newest first: through the one index made for its filters, a page at a time. */
import * as v from "valibot";
import {
  AUDIT_ACTIONS,
  AuditEntry,
  type AuditFilters,
  type AuditPage,
  type AuditQuery,
} from "#shared/contracts/admin.ts";
import { csvCell } from "#worker/api/csv-cell.ts";
import { streamPages } from "#worker/api/page-stream.ts";

const AuditRow = v.object({
  seq: v.number(),
  at: v.number(),
  actor_id: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  target: v.string(),
  detail: v.string(),
  network: v.string(),
  request_id: v.string(),
  pocketoption_id: v.nullable(v.string()),
  name: v.nullable(v.string()),
  target_name: v.nullable(v.string()),
});

type AuditSelection = Omit<AuditQuery, "limit"> & { readonly limit: number };

/** SQL and parameters of a page. An account is named by its id or, while it exists, by its `pocketoption_id` in any case. */
export function selectAuditLog({ actor, action, from, to, cursor, limit }: AuditSelection): {
  sql: string;
  values: (string | number)[];
} {
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const conditions: string[] = [];
  if (actor !== undefined) {
    const given = bind(actor);
    conditions.push(
      `actor_id = coalesce(
        (SELECT id FROM accounts WHERE pocketoption_id = ${given}),
        (SELECT id FROM accounts WHERE pocketoption_id = ${given} COLLATE NOCASE),
        ${given})`,
    );
  }
  if (action !== undefined) conditions.push(`action = ${bind(action)}`);
  if (from !== undefined) conditions.push(`at >= ${bind(from)}`);
  // The lower of cursor and period: one bound, by which SQLite searches.
  const edge = { at: to ?? Number.MAX_SAFE_INTEGER, seq: 0 };
  const end = cursor && cursor.at < edge.at ? cursor : edge;
  conditions.push(`(at, seq) < (${bind(end.at)}, ${bind(end.seq)})`);
  const parts = [actor === undefined ? "" : "actor", action === undefined ? "" : "action"].filter(Boolean);
  const sql = `SELECT seq, at, actor_id, action, target, detail, network, request_id, actors.pocketoption_id,
      actors.name, coalesce(targets.pocketoption_id, ingest_keys.label) AS target_name
    FROM audit_log INDEXED BY audit_log_by_${parts.join("_") || "time"}
    LEFT JOIN accounts AS actors ON actors.id = actor_id
    LEFT JOIN accounts AS targets ON targets.id = target
    LEFT JOIN ingest_keys ON ingest_keys.id = target
    WHERE ${conditions.join(" AND ")} ORDER BY at DESC, seq DESC LIMIT ${bind(limit)}`;
  return { sql, values };
}

export async function listAuditLog(db: D1Database, selection: AuditSelection): Promise<AuditPage> {
  const { sql, values } = selectAuditLog({ ...selection, limit: selection.limit + 1 });
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  const entries = results.slice(0, selection.limit).map(toAuditEntry);
  const last = entries.at(-1);
  const hasMore = results.length > selection.limit && last !== undefined;
  return { results: entries, next: hasMore ? `${Date.parse(last.at)},${last.seq}` : null };
}

const EXPORT_PAGE_ENTRIES = 1000;
const HEADER = "seq,at,actor,action,target,detail,network,request_id\r\n";

/** All entries that pass the filters as CSV (RFC 4180) with a header line. Accounts stand in it by their random id. */
export function streamAuditCsv(
  db: D1Database,
  filters: AuditFilters,
  pageEntries = EXPORT_PAGE_ENTRIES,
): ReadableStream<Uint8Array> {
  return streamPages<AuditQuery["cursor"] | "start">("start", async (cursor) => {
    const isFirst = cursor === "start";
    const page = await listAuditLog(db, {
      ...filters,
      cursor: isFirst ? undefined : cursor,
      limit: pageEntries,
    });
    const last = page.results.at(-1);
    return {
      text: (isFirst ? HEADER : "") + page.results.map(csvLine).join(""),
      next: page.next !== null && last ? { at: Date.parse(last.at), seq: last.seq } : null,
    };
  });
}

function csvLine({ seq, at, actor, action, target, detail, network, request_id }: AuditEntry): string {
  const cells = [seq, at, actor.id, action, target, JSON.stringify(detail), network, request_id];
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function toAuditEntry(row: unknown): AuditEntry {
  const { actor_id, pocketoption_id, name, at, detail, ...entry } = v.parse(AuditRow, row);
  return {
    ...entry,
    at: new Date(at).toISOString(),
    actor: { id: actor_id, pocketoption_id, name },
    detail: v.parse(AuditEntry.entries.detail, JSON.parse(detail)),
  };
}
