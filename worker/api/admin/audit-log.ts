/** The audit log: an act and its entry are written in one transaction, or neither is. */
import type { Context } from "hono";
import type { AuditAction, AuditEntry } from "#shared/contracts/admin.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { clientNetwork, type MemberEnv } from "#worker/api/session/index.ts";

/** Who acts, when, from where. */
export interface Actor {
  readonly actorId: string;
  readonly atMs: number;
  /** Empty where unknown. */
  readonly network: string;
  readonly requestId: string;
}

/** What was done. `detail` holds no personal data: entries outlive accounts. */
export interface Act {
  readonly action: AuditAction;
  readonly target: string;
  readonly detail: AuditEntry["detail"];
}

/** Who is behind a request: staff, or a member who acts on the own account. */
export function actorOf(c: Context<MemberEnv>, { now }: Pick<ApiDependencies, "now">): Actor {
  return {
    actorId: c.var.member.accountId,
    atMs: now(),
    network: clientNetwork(c.req.raw.headers),
    requestId: c.var.requestId,
  };
}

/** Statement that logs an act whose other statements either all take effect or fail. */
export function logAct(db: D1Database, actor: Actor, act: Act): D1PreparedStatement {
  return insertEntry(db, actor, act, "");
}

/** Statement that logs an act if the statement right before it in the batch changed a row. */
export function logActIfChanged(db: D1Database, actor: Actor, act: Act): D1PreparedStatement {
  return insertEntry(db, actor, act, "WHERE changes() > 0");
}

/** Statement that logs an act on the account `target` if there is such an account. */
export function logActOnAccount(db: D1Database, actor: Actor, act: Act): D1PreparedStatement {
  return insertEntry(db, actor, act, "WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?4)");
}

function insertEntry(
  db: D1Database,
  { actorId, atMs, network, requestId }: Actor,
  { action, target, detail }: Act,
  condition: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO audit_log (at, actor_id, action, target, detail, network, request_id)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 ${condition}`,
    )
    .bind(atMs, actorId, action, target, JSON.stringify(detail), network, requestId);
}
