/** Reading the audit log, newest first: through the one index made for its filters, a page at a time. */
import { and, desc, eq, getTableColumns, gte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { AuditEntry, type AuditFilters, type AuditPage, type AuditQuery } from "#shared/contracts/admin.ts";
import { csvCell } from "#worker/api/csv-cell.ts";
import type { Database } from "#worker/api/database.ts";
import { ingestKeys } from "#worker/api/hooks/tables.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { accounts } from "#worker/api/session/tables.ts";
import { auditLog } from "./tables.ts";

type AuditSelection = Omit<AuditQuery, "limit"> & { readonly limit: number };

const actors = alias(accounts, "actors");
const targets = alias(accounts, "targets");

/**
 * Statement for a page. An account is named by its id or, while it exists, by its `pocketoption_id` in any case. Where a period is
 * asked for, SQLite sees no gain in a second equality and takes an index of one; that few rows meet each, `unlikely` tells it.
 */
export function selectAuditLog(db: Database, { actor, action, from, to, cursor, limit }: AuditSelection) {
  const idBy = (named: SQL) => db.select({ id: accounts.id }).from(accounts).where(named);
  const actorId =
    actor === undefined
      ? undefined
      : sql`coalesce(${idBy(eq(accounts.pocketoption_id, actor))},
          ${idBy(sql`${accounts.pocketoption_id} = ${actor} COLLATE NOCASE`)}, ${actor})`;
  // The lower of cursor and period: one bound, by which SQLite searches.
  const edge = { at: to ?? Number.MAX_SAFE_INTEGER, seq: 0 };
  const end = cursor && cursor.at < edge.at ? cursor : edge;
  return db
    .select({
      ...getTableColumns(auditLog),
      pocketoption_id: actors.pocketoption_id,
      name: actors.name,
      target_name: sql<string | null>`coalesce(${targets.pocketoption_id}, ${ingestKeys.label})`,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actor_id))
    .leftJoin(targets, eq(targets.id, auditLog.target))
    .leftJoin(ingestKeys, eq(ingestKeys.id, auditLog.target))
    .where(
      and(
        actorId && sql`unlikely(${eq(auditLog.actor_id, actorId)})`,
        action && sql`unlikely(${eq(auditLog.action, action)})`,
        from === undefined ? undefined : gte(auditLog.at, from),
        sql`(${auditLog.at}, ${auditLog.seq}) < (${end.at}, ${end.seq})`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(limit);
}

export async function listAuditLog(db: Database, selection: AuditSelection): Promise<AuditPage> {
  const { limit } = selection;
  const rows = await selectAuditLog(db, { ...selection, limit: limit + 1 });
  const entries = rows.slice(0, limit).map(toAuditEntry);
  const last = entries.at(-1);
  return {
    results: entries,
    next: rows.length > limit && last ? `${Date.parse(last.at)},${last.seq}` : null,
  };
}

const EXPORT_PAGE_ENTRIES = 1000;
const HEADER = "seq,at,actor,action,target,detail,network,request_id\r\n";

/** All entries that pass the filters as CSV (RFC 4180) with a header line. Accounts stand in it by their random id. */
export function streamAuditCsv(
  db: Database,
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

function toAuditEntry({
  actor_id,
  pocketoption_id,
  name,
  at,
  detail,
  ...entry
}: Awaited<ReturnType<typeof selectAuditLog>>[number]): AuditEntry {
  return {
    ...entry,
    at: new Date(at).toISOString(),
    actor: { id: actor_id, pocketoption_id, name },
    detail: v.parse(AuditEntry.entries.detail, JSON.parse(detail)),
  };
}
