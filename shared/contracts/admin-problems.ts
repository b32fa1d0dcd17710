/** Contracts for staff: signals, traders, accounts, the audit log. Ingest keys: hooks.ts. */
import * as v from "valibot";
import { LANGUAGES } from "../languages.ts";
import { CORRECTED_OUTCOMES } from "./ledger.ts";
import { ListPosition, NextCursor, PageLimit } from "./paging.ts";
import { NewEvidence } from "./prices.ts";
import { pastedCode, pastedLine } from "./text.ts";
import { ACCOUNT_ACTIONS, AccountName, CurrentPasscode } from "./profile.ts";
import { Passcode, PocketoptionId, ROLES, SIGN_UPS } from "./session.ts";
import { CORRECTABLE, PublicReason, SETTLEMENTS } from "./signals.ts";
import { isInOrder, ORDER_MESSAGE, PeriodFrom, PeriodTo } from "./signal-queries.ts";

/**
 * Body of `POST /api/admin/signals/{id}/settle/`, which answers `SignalDetail`. A signal with a `price_rule` needs evidence, and is
 * refused where its prices say otherwise.
 */
export const SettleRequest = v.object({
  outcome: v.picklist(SETTLEMENTS),
  evidence: v.optional(NewEvidence),
});
export type SettleRequest = v.InferOutput<typeof SettleRequest>;

/** Body of `POST /api/admin/signals/{id}/void/`, which answers `SignalDetail`. */
export const VoidRequest = v.object({ reason: PublicReason });

/** Body of `POST /api/admin/signals/{id}/correct/`, which answers `SignalDetail`. */
export const CorrectRequest = v.object({
  /** What stands, as far as staff know: refused where it has changed meanwhile. */
  from: v.picklist(CORRECTABLE),
  outcome: v.picklist(CORRECTED_OUTCOMES),
  reason: PublicReason,
});
export type CorrectRequest = v.InferOutput<typeof CorrectRequest>;

/** An account as staff see it. */
export const AdminAccount = v.object({
  id: v.string(),
  pocketoption_id: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
  language: v.nullable(v.picklist(LANGUAGES)),
  has_passcode: v.boolean(),
  has_passkey: v.optional(v.boolean(), false),
  /** It signs in by its id alone; left out by a backend that has no such thing. */
  id_alone: v.optional(v.boolean()),
  /** An inactive account cannot sign in. */
  is_active: v.boolean(),
  /** ISO 8601 in UTC. */
  created_at: v.string(),
  /** Sessions that have not ended. */
  sessions: v.number(),
});
export type AdminAccount = v.InferOutput<typeof AdminAccount>;

/** Answer of `GET /api/admin/accounts/`: accounts whose id begins with `q`, then those whose name does. */
export const AdminAccountPage = v.object({
  results: v.array(AdminAccount),
  next: NextCursor,
  position: ListPosition,
});
export type AdminAccountPage = v.InferOutput<typeof AdminAccountPage>;

/** Query of `GET /api/admin/accounts/`. */
export const AdminAccountQuery = v.strictObject({
  /** Beginning of an account id or a name, 1 to 80 characters; ASCII letters match in either case. */
  q: v.optional(v.pipe(v.string(), pastedLine(), v.maxLength(80, "must have at most 80 characters"))),
  /** `next` of the page before, with the same `q`. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(1000, "must be the next value of an earlier page"))),
  limit: PageLimit,
});
export type AdminAccountQuery = v.InferOutput<typeof AdminAccountQuery>;

/**
 * Passcode of the staff member who asks: required to create a way to sign in, so that a stolen session cannot create one for
 * itself.
 */
const currentPasscode = v.optional(CurrentPasscode);

/**
 * Body of `POST /api/admin/accounts/`, which answers 201 `AdminAccount`. Staff need a passcode. `current_passcode` is needed
 * with a passcode, with `id_alone` and for staff.
 */
export const NewAccount = v.object({
  pocketoption_id: PocketoptionId,
  name: v.optional(AccountName, ""),
  role: v.optional(v.picklist(ROLES), "member"),
  passcode: v.optional(Passcode),
  /** The account signs in by its id alone, and can then only read and follow; not together with a passcode. */
  id_alone: v.optional(v.boolean(), false),
  current_passcode: currentPasscode,
});
export type NewAccount = v.InferOutput<typeof NewAccount>;

/**
 * Body of `PATCH /api/admin/accounts/{id}/`, which answers `AdminAccount`; what is left out stays. Setting a passcode,
 * removing it (null), switching the account off or `id_alone: false` ends its sessions and its invites. A passcode ends `id_alone`.
 * An account that becomes staff gets a new passcode. `current_passcode` is needed for a passcode, its removal, `id_alone: true`, the
 * role `staff` and for switching the account on.
 */
export const AccountChanges = v.object({
  role: v.optional(v.picklist(ROLES)),
  is_active: v.optional(v.boolean()),
  passcode: v.optional(v.nullable(Passcode)),
  id_alone: v.optional(v.boolean()),
  current_passcode: currentPasscode,
});
export type AccountChanges = v.InferOutput<typeof AccountChanges>;

/** A link by which somebody comes in once. */
export const Invite = v.object({
  id: v.string(),
  /** Whose owner chooses its first passcode by it; null where it makes an account. */
  account: v.nullable(v.object({ id: v.string(), pocketoption_id: v.string() })),
  /** `pocketoption_id` of the staff who made it; null once that account is deleted. */
  created_by: v.nullable(v.string()),
  /** Both are ISO 8601 in UTC. */
  created_at: v.string(),
  expires_at: v.string(),
});
export type Invite = v.InferOutput<typeof Invite>;

/** Body of `POST /api/admin/invites/`, which answers 201 `CreatedInvite`. */
export const NewInvite = v.object({
  /** Id of an active member without a passcode; left out, the invite makes an account. */
  account_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
  current_passcode: currentPasscode,
});
export type NewInvite = v.InferOutput<typeof NewInvite>;

export const CreatedInvite = v.object({
  ...Invite.entries,
  /** Address on this site, with the token in its fragment; shown this once. It leads on to the reader's language. */
  path: v.string(),
});
export type CreatedInvite = v.InferOutput<typeof CreatedInvite>;

/** Answer of `GET /api/admin/invites/`: those that serve, the newest first, at most 500. */
export const InviteList = v.object({
  /** How one becomes a member; by `closed` an invite is for an account that there is. */
  sign_up: v.picklist(SIGN_UPS),
  results: v.array(Invite),
});
export type InviteList = v.InferOutput<typeof InviteList>;

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
  /** Who did it; only the id is known once the account is deleted. */
  actor: v.object({
    id: v.string(),
    pocketoption_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
  }),
  /** Id of the signal, account, ingest key or webhook, or handle of the trader. */
  target: v.string(),
  /**
   * What people call it: an account's `pocketoption_id`, a key's label, a webhook's description. Null for a deleted account or
   * webhook, and for what is called by its id or handle.
   */
  target_name: v.nullable(v.string()),
  /** What was changed, to what. */
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** Network the request came from; empty where unknown. */
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

/** The time of an entry in milliseconds and its seq, separated by a comma. */
function auditPlace(message: string) {
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,15},[1-9][0-9]{0,14}$/, message),
    v.transform((place) => {
      const [at = 0, seq = 0] = place.split(",").map(Number);
      return { at, seq };
    }),
  );
}

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
    cursor: v.optional(auditPlace("must be the next value of an earlier page")),
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
    /** Only entries later than this one: `Link` of an answer has it for the next part. */
    after: v.optional(auditPlace("must be that of an earlier part's Link")),
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type AuditExport = v.InferOutput<typeof AuditExportQuery>;

/** Every `code` of staff's calls besides those of `SESSION_PROBLEM_CODES`. */
export const ADMIN_PROBLEM_CODES = [
  /** 404: no such signal, trader, account or key. */
  "not_found",
  /** 409: a trader has this handle already, retired or not. */
  "trader_exists",
  /** 409: the handle resembles another trader's handle or name, given in `resembles`. */
  "trader_handle_taken",
  /** 409: the name reads or looks like another trader's name or handle, given in `resembles`. */
  "trader_name_taken",
  /** 409: the trader has retired. */
  "trader_retired",
  /** 409: the signal has an outcome. */
  "already_settled",
  /** 409: prices on the record, or those that the sources give now, decide the signal; `prices` shows them. */
  "prices_stand",
  /** 409: the signal is not won or drawn as the request says, or would be no worse: a recorded loss stands. */
  "not_correctable",
  /** 409: a signal is settled only after it has expired. */
  "not_yet_expired",
  /** 409: the deadline has passed; the signal counts as lost. */
  "deadline_passed",
  /** 503: too many writers at once; nothing was written. */
  "clock_wrong",
  "ledger_busy",
  /** 409: an account has this id already. */
  "account_exists",
  /** 409: staff cannot be without a passcode. */
  "staff_needs_passcode",
  /** 409: an account with a passcode, or of staff, never signs in by its id alone. */
  "not_by_id_alone",
  /** 409: an invite is for an active member without a passcode. */
  "has_passcode",
  /** 409: if staff create every account, an invite must be for an existing one. */
  "sign_up_closed",
  /** 409: the last staff account that can sign in must stay. */
  "last_staff",
] as const;
export type AdminProblemCode = (typeof ADMIN_PROBLEM_CODES)[number];
