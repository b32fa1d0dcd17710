/** The audit log, for staff to read. No call writes to it directly. */
import { Hono } from "hono";
import { AuditExportQuery, AuditPage, AuditQuery } from "#shared/contracts/audit.ts";
import { describe } from "#worker/api/declare.ts";
import { csvResponse, exportAnswer } from "#worker/api/export-part.ts";
import { query } from "#worker/api/parse-query.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { exportAuditLog, listAuditLog } from "./read-audit-log.ts";

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
    summary: "The filtered audit log, as CSV with a header line, oldest first",
    answers: { 200: exportAnswer("text/csv") },
  }),
  requireStaff,
  query(AuditExportQuery),
  async (c) => {
    const asked = c.req.valid("query");
    const part = await exportAuditLog(c.var.deps.db, asked);
    return csvResponse(c, part, { name: "audit-log.csv", isFirst: asked.after === undefined });
  },
);
