/** The audit log, for staff to read. Nobody writes to it by a call of its own. */
import { Hono } from "hono";
import { AuditExportQuery, AuditPage, AuditQuery } from "#shared/contracts/admin.ts";
import { describe } from "#worker/api/declare.ts";
import { query } from "#worker/api/parse-query.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { listAuditLog, streamAuditCsv } from "./read-audit-log.ts";

/** To be mounted at `/api/admin`. */
export const auditRoutes = new Hono<MemberEnv>();

auditRoutes.get(
  "/audit/",
  describe({
    id: "listAudit",
    tag: "accounts",
    summary: "What staff did, newest first",
    answers: { 200: { description: "A page.", schema: AuditPage } },
  }),
  requireStaff,
  query(AuditQuery),
  async (c) => c.json(await listAuditLog(c.var.deps.db, c.req.valid("query"))),
);

auditRoutes.get(
  "/audit/export.csv",
  describe({
    id: "exportAudit",
    tag: "accounts",
    summary: "The audit log under a filter, as CSV with a header line",
    answers: { 200: { description: "A download, streamed.", media: ["text/csv"] } },
  }),
  requireStaff,
  query(AuditExportQuery),
  (c) =>
    c.body(streamAuditCsv(c.var.deps.db, c.req.valid("query")), 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="audit-log.csv"',
    }),
);
