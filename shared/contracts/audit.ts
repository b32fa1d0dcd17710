/** The audit log: who did what on the site, for staff. */
import * as v from "valibot";
import { CsvReader, ListPosition, NextCursor, PageLimit, PlaceInTime } from "./paging.ts";
import { ACCOUNT_ACTIONS } from "./profile.ts";
import { isInOrder, ORDER_MESSAGE, PeriodFrom, PeriodTo } from "./signal-queries.ts";
import { pastedCode } from "./text.ts";

/** Every act that the audit log names: those of staff, and what members do to their own account. */
export const AUDIT_ACTIONS = [
  "signal_published",
  "signal_settled",
  "signal_voided",
  "signal_corrected",
  "trader_added",
  "trader_renamed",
  "trader_retired",
  ...ACCOUNT_ACTIONS,
  "invite_created",
  "invite_revoked",
  "ingest_key_created",
  "ingest_key_revoked",
  "webhook_created",
  "webhook_changed",
  "webhook_secret_rotated",
  "webhook_tested",
  "webhook_sent_again",
  "webhook_deleted",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AuditEntry = v.object({
  seq: v.number(),
  /** ISO 8601 in UTC. */
  at: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  /** Who did it; only the id remains once the account is deleted. */
  actor: v.object({
    id: v.string(),
    pocketoption_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
  }),
  /** Id of the signal, account, invite, ingest key or webhook, or handle of the trader. */
  target: v.string(),
  /**
   * Readable name of the target: an account's `pocketoption_id`, a key's label, a webhook's description. Null for a deleted account
   * or webhook, for invites, and for signals and traders, whose `target` is their name.
   */
  target_name: v.nullable(v.string()),
  /** The changed fields and their new values. */
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** Network that the request came from; empty if unknown. */
  network: v.string(),
  request_id: v.string(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** Answer of `GET /api/admin/audit/`, newest first. */
export const AuditPage = v.object({
  results: v.array(AuditEntry),
  next: NextCursor,
  position: ListPosition,
});
export type AuditPage = v.InferOutput<typeof AuditPage>;

const auditFilters = {
  /** Account: its id or its `pocketoption_id`. */
  actor: v.optional(v.pipe(v.string(), pastedCode(), v.maxLength(64, "must be an account"))),
  action: v.optional(v.picklist(AUDIT_ACTIONS, `must be one of ${AUDIT_ACTIONS.join(", ")}`)),
  from: v.optional(PeriodFrom),
  to: v.optional(PeriodTo),
};

/** Query of `GET /api/admin/audit/`. */
export const AuditQuery = v.pipe(
  v.strictObject({
    ...auditFilters,
    /** `next` of the page before, with the same filters. */
    cursor: v.optional(PlaceInTime),
    limit: PageLimit,
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type AuditQuery = v.InferOutput<typeof AuditQuery>;

/** Query of `GET /api/admin/audit/export.csv`. */
export const AuditExportQuery = v.pipe(
  v.strictObject({
    ...auditFilters,
    /** Only entries later than this one; `Link` of an answer has the value for the next part. */
    after: v.optional(PlaceInTime),
    for: CsvReader,
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type AuditExport = v.InferOutput<typeof AuditExportQuery>;
