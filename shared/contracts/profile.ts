/** What members do with their own account: profile, passcode, sessions, follows, export and deletion. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { LANGUAGES } from "../site/languages.ts";
import { isTimeZone } from "../time/local-time.ts";
import { Line, pastedCode, pastedPasscode } from "./text.ts";
import { AsOfSeq, PageCursor, PageLimit } from "./paging.ts";
import { Passcode, User } from "./session.ts";
import { Trader } from "./traders.ts";

/** Traders one member can follow; the feed reads a page of each. */
export const MAX_FOLLOWS = 100;

/** Display name: up to 80 characters; empty for none. */
export const AccountName = v.pipe(Line, v.maxLength(BOUNDS.accountName.max));

/** IANA time zone that this machine knows, as in `Europe/Berlin`. */
export const TimeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/),
  v.check((name) => isTimeZone(name), "Not a known time zone."),
);

/** Body of `PATCH /api/auth/me/`; omitted fields stay unchanged. The answer is `User`. */
export const ProfileChanges = v.object({
  name: v.optional(AccountName),
  /** Null for none. */
  language: v.optional(v.nullable(v.picklist(LANGUAGES))),
  /** Null for none. */
  time_zone: v.optional(v.nullable(TimeZone)),
});
export type ProfileChanges = v.InferOutput<typeof ProfileChanges>;

/**
 * The passcode of the signed-in member or staff, entered again for actions that a stolen session must not be able to do. Omitted if
 * they have none and confirm by passkey.
 */
export const CurrentPasscode = v.pipe(
  v.string(),
  pastedPasscode(),
  v.minLength(1),
  v.maxLength(BOUNDS.passcode.max),
);

/** Body of `POST /api/auth/me/passcode/`: changes the passcode. The answer is `User`. */
export const PasscodeChange = v.object({
  passcode: Passcode,
  /** Required if the account has one, as in the bodies below. */
  current_passcode: v.optional(CurrentPasscode),
});

/** A place where the member is signed in. */
export const MemberSession = v.object({
  id: v.string(),
  /** For example "Firefox on Windows"; empty if unknown. */
  device: v.string(),
  /** Network at sign-in in CIDR notation, never the address; empty if unknown. */
  network: v.string(),
  /** All instants are ISO 8601 in UTC. */
  created_at: v.string(),
  /** Last sign-in or refresh, up to an hour late. */
  last_used_at: v.string(),
  /** When it ends at the latest. */
  expires_at: v.string(),
  /** True for the session that sends the request. */
  is_current: v.boolean(),
});
export type MemberSession = v.InferOutput<typeof MemberSession>;

/** Answer of `GET /api/profile/sessions/`: sessions that have not ended, the last used first, at most 100. */
export const MemberSessionList = v.object({ results: v.array(MemberSession) });
export type MemberSessionList = v.InferOutput<typeof MemberSessionList>;

/** Answer of `POST /api/profile/sessions/end-others/` and `POST /api/admin/accounts/{id}/end-sessions/`. */
export const EndedSessions = v.object({ ended: v.number() });
export type EndedSessions = v.InferOutput<typeof EndedSessions>;

export const FollowedTrader = v.object({
  ...Trader.entries,
  /** ISO 8601 in UTC. */
  followed_at: v.string(),
});
export type FollowedTrader = v.InferOutput<typeof FollowedTrader>;

/** Answer of `GET /api/profile/follows/`, the newest first; all of them. */
export const FollowList = v.object({ results: v.array(FollowedTrader), as_of_seq: AsOfSeq });
export type FollowList = v.InferOutput<typeof FollowList>;

/** Answer of `PUT` and `DELETE /api/profile/follows/{handle}/`; a repeated call changes nothing. */
export const FollowState = v.object({ handle: v.string(), is_followed: v.boolean() });
export type FollowState = v.InferOutput<typeof FollowState>;

/** Query of `GET /api/profile/feed/`, which answers a `SignalPage` of the followed traders. */
export const FollowFeedQuery = v.strictObject({
  /** Only signals that have not ended yet. */
  outcome: v.optional(v.literal("open", "must be open")),
  /** `next` of the page before. */
  cursor: PageCursor,
  limit: PageLimit,
});

/** A session as it is stored, until its last token expires. */
const KeptSession = v.object({
  ...MemberSession.entries,
  /** When it was ended; null if nobody ended it: then it ends at `expires_at`. */
  ended_at: v.nullable(v.string()),
});

/** A passkey as it is stored. */
const KeptPasskey = v.object({
  id: v.string(),
  label: v.string(),
  /** The device's id for the passkey, in base64url. */
  credential_id: v.string(),
  /** The device's id for the account, in base64url. */
  user_handle: v.string(),
  /** The public half of its key: a COSE key, in base64url. */
  public_key: v.string(),
  /** The device's counter of signatures. */
  counter: v.number(),
  /** How browsers reach the device. */
  transports: v.array(v.string()),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});

/** Actions in the audit log that affect an account: by its owner or by staff. */
export const ACCOUNT_ACTIONS = [
  "account_created",
  "account_changed",
  "account_deleted",
  "sessions_ended",
  "passcode_changed",
  "passkey_added",
  "passkey_removed",
  "profile_exported",
] as const;

/** One action on the member's account. */
export const AccountAct = v.object({
  /** ISO 8601 in UTC. */
  at: v.string(),
  action: v.picklist(ACCOUNT_ACTIONS),
  by: v.picklist(["owner", "staff"]),
  /** The changed fields and their new values. */
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  /** Network of the owner's request in CIDR notation; empty if unknown or if staff acted. */
  network: v.string(),
});
export type AccountAct = v.InferOutput<typeof AccountAct>;

/** Answer of `GET /api/profile/acts/`: the newest first, at most 100. */
export const AccountActList = v.object({ results: v.array(AccountAct) });
export type AccountActList = v.InferOutput<typeof AccountActList>;

/** Body of `POST /api/profile/export/`, which answers `ProfileExport`. */
export const ProfileExportRequest = v.object({ current_passcode: v.optional(CurrentPasscode) });

/** Answer of `POST /api/profile/export/`: all data stored about the member. */
export const ProfileExport = v.object({
  /** ISO 8601 in UTC. */
  exported_at: v.string(),
  account: User,
  /** Includes ended sessions, oldest first. */
  sessions: v.array(KeptSession),
  follows: v.array(v.object({ trader: v.string(), followed_at: v.string(), is_muted: v.boolean() })),
  /** The member's settings; language and time zone are those of the account. */
  notifications: v.object({
    push: v.boolean(),
    quiet_from: v.nullable(v.string()),
    quiet_until: v.nullable(v.string()),
  }),
  /** Browsers that get notifications, without the encryption keys of their messages. */
  push_subscriptions: v.array(
    v.object({
      endpoint: v.string(),
      device: v.string(),
      language: v.string(),
      time_zone: v.string(),
      created_at: v.string(),
    }),
  ),
  /** The oldest first. */
  passkeys: v.array(KeptPasskey),
  /** The newest first, at most 100. */
  acts: v.array(AccountAct),
});
export type ProfileExport = v.InferOutput<typeof ProfileExport>;

/** Body of `DELETE /api/profile/`, which answers 204. */
export const AccountDeletion = v.object({
  /** The member's own account id, typed again. */
  confirm: v.pipe(v.string(), pastedCode()),
  current_passcode: v.optional(CurrentPasscode),
});

/** Every `code` of these calls besides those of `SESSION_PROBLEM_CODES`. */
export const PROFILE_PROBLEM_CODES = [
  /** 404: no such session, trader or account. */
  "not_found",
  /** 409: the member follows `MAX_FOLLOWS` traders already. */
  "too_many_follows",
  /** 409: a retired trader gains no followers. */
  "trader_retired",
  /** 400: `confirm` is not the member's own account id. */
  "not_confirmed",
  /** 409: the last staff account cannot be deleted, because somebody must be able to run the site. */
  "last_staff",
] as const;
export type ProfileProblemCode = (typeof PROFILE_PROBLEM_CODES)[number];
