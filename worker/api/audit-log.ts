/** The audit log: an act and its entry are written in one transaction. */
import { eq, exists, sql } from "drizzle-orm";
import type { AuditAction, AuditEntry } from "#shared/contracts/audit.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { auditLog } from "#worker/api/tables/admin.ts";

/** Who acts, when, from where. */
export interface Actor {
  readonly actorId: string;
  readonly atMs: number;
  /** Empty if unknown. */
  readonly network: string;
  readonly requestId: string;
}

/** What was done. `detail` holds no personal data: entries outlive accounts. */
export interface Act {
  readonly action: AuditAction;
  readonly target: string;
  readonly detail: AuditEntry["detail"];
}

/** Statement that logs an act whose other statements either all take effect or fail. */
export function logAct(db: Database, actor: Actor, act: Act) {
  return db.insert(auditLog).values(toRow(actor, act));
}

/** Statement that logs an act if the statement right before it in the batch changed a row. */
export function logActIfChanged(db: Database, actor: Actor, act: Act) {
  return insertIf(db, auditLog, toRow(actor, act), sql`changes() > 0`);
}

/** Statement that logs an act on the account `target` if there is such an account. */
export function logActOnAccount(db: Database, actor: Actor, act: Act) {
  const account = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, act.target));
  return insertIf(db, auditLog, toRow(actor, act), exists(account));
}

function toRow(
  { actorId, atMs, network, requestId }: Actor,
  { action, target, detail }: Act,
): typeof auditLog.$inferInsert {
  return {
    at: atMs,
    actor_id: actorId,
    action,
    target,
    detail: JSON.stringify(detail),
    network,
    request_id: requestId,
  };
}
