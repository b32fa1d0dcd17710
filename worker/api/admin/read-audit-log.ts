/** Reads the audit log by the one index made for its filters: newest first, a page at a time, and as CSV in parts. */
import { and, asc, desc, eq, getTableColumns, gte, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { AuditEntry, type AuditExport, type AuditPage, type AuditQuery } from "#shared/contracts/audit.ts";
import { positionOf, selectCount } from "#worker/api/count-rows.ts";
import type { Database } from "#worker/api/database.ts";
import {
  csvCell,
  csvHead,
  EXPORT_SIZES,
  type Exported,
  type ExportPart,
  type ExportRange,
  type ExportSizes,
  readExportPart,
} from "#worker/api/export-part.ts";
import { ingestKeys } from "#worker/api/tables/ingest.ts";
import { webhooks } from "#worker/api/tables/webhooks.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { auditLog } from "#worker/api/tables/admin.ts";

type AuditSelection = Omit<AuditQuery, "limit"> & { readonly limit: number };
type AuditFilters = Omit<AuditExport, "after" | "for">;

/** Entries are ordered by time, and entries of the same time by seq. */
type Place = NonNullable<AuditExport["after"]>;

const actors = alias(accounts, "actors");
const targets = alias(accounts, "targets");

/** Statement for the entries of a page, unordered: if they were sorted here, SQLite would use another index. */
export function selectAuditLog(db: Database, { cursor, limit, ...filters }: AuditSelection) {
  const page = selectPlaces(db, filters, { before: cursor })
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(limit);
  return db
    .select({
      ...getTableColumns(auditLog),
      pocketoption_id: actors.pocketoption_id,
      name: actors.name,
      target_name: sql<
        string | null
      >`coalesce(${targets.pocketoption_id}, ${ingestKeys.label}, ${webhooks.description})`,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actor_id))
    .leftJoin(targets, eq(targets.id, auditLog.target))
    .leftJoin(ingestKeys, eq(ingestKeys.id, auditLog.target))
    .leftJoin(webhooks, eq(webhooks.id, auditLog.target))
    .where(inArray(auditLog.seq, sql`(SELECT seq FROM ${page})`));
}

export async function listAuditLog(db: Database, selection: AuditSelection): Promise<AuditPage> {
  const { limit, cursor } = selection;
  const [found, total, before = []] = await db.batch([
    selectAuditLog(db, { ...selection, limit: limit + 1 }),
    selectAuditCount(db, selection),
    ...(cursor ? [selectAuditCount(db, selection, cursor)] : []),
  ]);
  const rows = found.toSorted(byPlace).toReversed();
  const entries = rows.slice(0, limit).map(toAuditEntry);
  const last = entries.at(-1);
  return {
    results: entries,
    next: rows.length > limit && last ? `${Date.parse(last.at)},${last.seq}` : null,
    position: positionOf(total, before),
  };
}

/** Statement that counts the entries that pass the filters: all, or those before the page after `place`. */
export function selectAuditCount(db: Database, filters: AuditFilters, place?: Place) {
  const after = place && { at: place.at, seq: place.seq - 1 };
  return selectCount(db, selectPlaces(db, filters, { after }));
}

/** Statement for up to `limit` entries of an export, unordered. */
export function selectExport(
  db: Database,
  filters: AuditFilters,
  { after, until, limit }: ExportRange<Place | undefined>,
) {
  const before = until ? { at: until.at, seq: until.seq + 1 } : undefined;
  const page = selectPlaces(db, filters, { after, before })
    .orderBy(asc(auditLog.at), asc(auditLog.seq))
    .limit(limit);
  return db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.seq, sql`(SELECT seq FROM ${page})`));
}

/** Statement for the places at which a part of an export ends. */
export function selectExportEnd(db: Database, filters: AuditFilters, after: Place | undefined, rows: number) {
  return selectPlaces(db, filters, { after })
    .orderBy(asc(auditLog.at), asc(auditLog.seq))
    .limit(2)
    .offset(rows - 1);
}

const COLUMNS = ["seq", "at", "actor", "action", "target", "detail", "network", "request_id"];

/** The entries after `after` that pass the filters, as CSV (RFC 4180). Accounts appear by their random id. */
export async function exportAuditLog(
  db: Database,
  { after, for: reader, ...filters }: AuditExport,
  sizes: ExportSizes = EXPORT_SIZES,
): Promise<ExportPart<string>> {
  const exported: Exported<typeof auditLog.$inferSelect, Place | undefined> = {
    selectEnd: (start, rows) => selectExportEnd(db, filters, start, rows),
    selectRows: async (range) => (await selectExport(db, filters, range)).toSorted(byPlace),
    placeOf: ({ at, seq }) => ({ at, seq }),
    lineOf: csvLine,
  };
  const head = after ? "" : csvHead(COLUMNS, reader);
  const { body, next } = await readExportPart(exported, after, head, sizes);
  return { body, next: next ? `${next.at},${next.seq}` : null };
}

/**
 * Places of the entries that pass the filters, in a range. An account is named by its id or, while it exists, by its
 * `pocketoption_id` in any case. `INDEXED BY` fixes the plan: otherwise SQLite uses the index of the action alone even if
 * there is an actor too.
 */
function selectPlaces(
  db: Database,
  { actor, action, from, to }: AuditFilters,
  range: { readonly after?: Place | undefined; readonly before?: Place | undefined },
) {
  const idBy = (named: SQL) => db.select({ id: accounts.id }).from(accounts).where(named);
  const actorId =
    actor === undefined
      ? undefined
      : sql`coalesce(${idBy(eq(accounts.pocketoption_id, actor))},
          ${idBy(sql`${accounts.pocketoption_id} = ${actor} COLLATE NOCASE`)}, ${actor})`;
  // The narrower of range and period: one bound on each side, which SQLite can search by.
  const edge = { at: to ?? Number.MAX_SAFE_INTEGER, seq: 0 };
  const end = range.before && range.before.at < edge.at ? range.before : edge;
  const start = range.after && range.after.at >= (from ?? 0) ? range.after : undefined;
  const by = [actor !== undefined && "actor", action !== undefined && "action"].filter(Boolean).join("_");
  return db
    .select({ at: sql`at`.mapWith(auditLog.at), seq: sql`seq`.mapWith(auditLog.seq) })
    .from(sql`${auditLog} INDEXED BY ${sql.identifier(`audit_log_by_${by || "time"}`)}`)
    .where(
      and(
        actorId && eq(auditLog.actor_id, actorId),
        action === undefined ? undefined : eq(auditLog.action, action),
        start && sql`(${auditLog.at}, ${auditLog.seq}) > (${start.at}, ${start.seq})`,
        start || from === undefined ? undefined : gte(auditLog.at, from),
        sql`(${auditLog.at}, ${auditLog.seq}) < (${end.at}, ${end.seq})`,
      ),
    );
}

function byPlace(one: Place, other: Place): number {
  return one.at - other.at || one.seq - other.seq;
}

function csvLine(entry: typeof auditLog.$inferSelect): string {
  const { seq, at, actor_id, action, target, detail, network, request_id } = entry;
  const cells = [seq, new Date(at).toISOString(), actor_id, action, target, detail, network, request_id];
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
