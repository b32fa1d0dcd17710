/** Staff's routes, each behind `requireStaff`. Those of ingest keys are with the hooks. */
import { Hono } from "hono";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { AuditExportQuery, AuditQuery } from "#shared/contracts/admin.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createRecordRoutes } from "./record-routes.ts";
import { listAuditLog, streamAuditCsv } from "./read-audit-log.ts";

/** To be mounted at `/api`. */
export function createAdminRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  return new Hono<MemberEnv>()
    .route("/admin", createRecordRoutes(deps))
    .route("/admin", createAccountRoutes(deps))
    .route("/admin", createAuditRoutes(deps));
}

/** The audit log, for staff to read. Nobody writes to it by a call of its own. */
function createAuditRoutes(deps: ApiDependencies): Hono<MemberEnv> {
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
