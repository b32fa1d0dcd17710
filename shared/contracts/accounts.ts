/** Contracts for staff who manage accounts and invite members. */
import * as v from "valibot";
import { LANGUAGES } from "../site/languages.ts";
import { ListPosition, NextCursor, PageLimit } from "./paging.ts";
import { AccountName, CurrentPasscode } from "./profile.ts";
import { Passcode, PocketoptionId, ROLES, SIGN_UPS } from "./session.ts";
import { pastedLine } from "./text.ts";

/** An account as staff see it. */
export const AdminAccount = v.object({
  id: v.string(),
  pocketoption_id: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
  language: v.nullable(v.picklist(LANGUAGES)),
  has_passcode: v.boolean(),
  has_passkey: v.optional(v.boolean(), false),
  /** It signs in by its id alone; omitted by a backend without such accounts. */
  id_alone: v.optional(v.boolean()),
  /** An inactive account cannot sign in. */
  is_active: v.boolean(),
  /** ISO 8601 in UTC. */
  created_at: v.string(),
  /** Sessions that have not ended. */
  sessions: v.number(),
});
export type AdminAccount = v.InferOutput<typeof AdminAccount>;

/** Answer of `GET /api/admin/accounts/`: accounts whose id starts with `q`, then those whose name does. */
export const AdminAccountPage = v.object({
  results: v.array(AdminAccount),
  next: NextCursor,
  position: ListPosition,
});
export type AdminAccountPage = v.InferOutput<typeof AdminAccountPage>;

/** Query of `GET /api/admin/accounts/`. */
export const AdminAccountQuery = v.strictObject({
  /** The start of an account id or a name, 1 to 80 characters; ASCII letters match in either case. */
  q: v.optional(v.pipe(v.string(), pastedLine(), v.maxLength(80, "must have at most 80 characters"))),
  /** `next` of the page before, with the same `q`. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(1000, "must be the next value of an earlier page"))),
  limit: PageLimit,
});
export type AdminAccountQuery = v.InferOutput<typeof AdminAccountQuery>;

/** Body of `POST /api/admin/accounts/`, which answers 201 `AdminAccount`. Staff need a passcode. */
export const NewAccount = v.object({
  pocketoption_id: PocketoptionId,
  name: v.optional(AccountName, ""),
  role: v.optional(v.picklist(ROLES), "member"),
  passcode: v.optional(Passcode),
  /** The account signs in by its id alone and can only read and follow; not together with a passcode. */
  id_alone: v.optional(v.boolean(), false),
  current_passcode: v.optional(CurrentPasscode),
});
export type NewAccount = v.InferOutput<typeof NewAccount>;

/**
 * Body of `PATCH /api/admin/accounts/{id}/`, which answers `AdminAccount`; omitted fields stay unchanged. Setting a passcode,
 * removing it (null), switching the account off or `id_alone: false` ends its sessions and its invites. A passcode sets `id_alone`
 * to false. An account that becomes staff needs a new passcode.
 */
export const AccountChanges = v.object({
  role: v.optional(v.picklist(ROLES)),
  is_active: v.optional(v.boolean()),
  passcode: v.optional(v.nullable(Passcode)),
  id_alone: v.optional(v.boolean()),
  current_passcode: v.optional(CurrentPasscode),
});
export type AccountChanges = v.InferOutput<typeof AccountChanges>;

/** A link that can be used once, to create an account or to choose its first passcode. */
export const Invite = v.object({
  id: v.string(),
  /** The account whose first passcode is chosen with it; null if it creates an account. */
  account: v.nullable(v.object({ id: v.string(), pocketoption_id: v.string() })),
  /** `pocketoption_id` of the staff member who created it; null once that account is deleted. */
  created_by: v.nullable(v.string()),
  /** Both are ISO 8601 in UTC. */
  created_at: v.string(),
  expires_at: v.string(),
});
export type Invite = v.InferOutput<typeof Invite>;

/** Body of `POST /api/admin/invites/`, which answers 201 `CreatedInvite`. */
export const NewInvite = v.object({
  /** Id of an active member without a passcode; if omitted, the invite creates an account. */
  account_id: v.optional(v.pipe(v.string(), v.maxLength(64))),
  current_passcode: v.optional(CurrentPasscode),
});
export type NewInvite = v.InferOutput<typeof NewInvite>;

export const CreatedInvite = v.object({
  ...Invite.entries,
  /** Address on this site, with the token in its fragment; shown only once. It redirects to the reader's language. */
  path: v.string(),
});
export type CreatedInvite = v.InferOutput<typeof CreatedInvite>;

/** Answer of `GET /api/admin/invites/`: valid invites, newest first, at most 500. */
export const InviteList = v.object({
  /** How visitors become members; with `closed`, invites are only for existing accounts. */
  sign_up: v.picklist(SIGN_UPS),
  results: v.array(Invite),
});
export type InviteList = v.InferOutput<typeof InviteList>;
