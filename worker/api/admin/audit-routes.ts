/** The audit log, for staff to read. Nobody writes to it by a call of its own. */
import { Hono } from "#worker/http/hono.ts";
import { AuditExportQuery, AuditQuery } from "#shared/contracts/admin.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { listAuditLog, streamAuditCsv } from "./read-audit-log.ts";

/** To be mounted at `/api/admin`. */
export function createAuditRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  const { db } = deps;
  const routes = new Hono<MemberEnv>();
  const staff = requireStaff(deps);

  routes.get("/audit/", staff, async (c) => {
    const parsed = parseQuery(AuditQuery, c.req.url);
    return parsed.ok ? c.json(await listAuditLog(db, parsed.query)) : parsed.response;
  });

  routes.get("/audit/export.csv/", staff, (c) => {
    const parsed = parseQuery(AuditExportQuery, c.req.url);
    if (!parsed.ok) return parsed.response;
    return c.body(streamAuditCsv(db, parsed.query), 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="audit-log.csv"',
    });
  });

  return routes;
}
