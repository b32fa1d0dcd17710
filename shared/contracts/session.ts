/** Sign-in, refresh and the current user. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { LANGUAGES } from "../site/languages.ts";
import { pastedCode, pastedPasscode } from "./text.ts";

/**
 * External trading-platform account identifier: 1 to 64 letters, digits, `.`, `_`, `@` or `-`; surrounding spaces and invisible
 * characters are removed. At sign-in, ids that differ only in case are the same account.
 */
export const PocketoptionId = v.pipe(v.string(), pastedCode(), v.regex(/^[A-Za-z0-9._@-]{1,64}$/));

/** 6 to 128 characters, not only spaces. Compared in Unicode's NFKC form; invisible characters are removed and not counted. */
export const Passcode = v.pipe(
  v.string(),
  pastedPasscode(),
  v.regex(/\S/),
  v.minLength(BOUNDS.passcode.min),
  v.maxLength(BOUNDS.passcode.max),
);

/** Fewest characters of a new passcode of staff: guessing it offline, from a stolen database, must be too expensive. */
export const MIN_STAFF_PASSCODE_CHARACTERS = BOUNDS.passcode.minOfStaff;

/**
 * Who creates accounts of the embedded API: `closed`, only staff; `invite`, also visitors with an invite link from staff; `open`,
 * anybody, by the first sign-in with an unused id.
 */
export const SIGN_UPS = ["closed", "invite", "open"] as const;
export type SignUp = (typeof SIGN_UPS)[number];

/** How staff sign in to the embedded API: by passcode or passkey like members, or, once they have a passkey, only by passkey. */
export const STAFF_SIGN_INS = ["passcode", "passkey"] as const;
export type StaffSignIn = (typeof STAFF_SIGN_INS)[number];

/** Body of `POST /api/auth/login/`. */
export const SignInRequest = v.object({
  pocketoption_id: PocketoptionId,
  /** For a newcomer, the passcode of the new account. */
  passcode: v.optional(Passcode),
  /** If false, the answer is `account_not_found` instead of a new account, so that the visitor can be asked first. */
  create: v.optional(v.boolean()),
  /** The value of `#invite=` in a link from staff; an invalid one counts as none. */
  invite: v.optional(v.pipe(v.string(), v.maxLength(128))),
  /** Required if the operator uses Turnstile: see `RuntimeConfig.turnstileSiteKey`. */
  turnstile_token: v.optional(v.pipe(v.string(), v.maxLength(2048))),
  /** From an earlier sign-in on this device, so that failed attempts of strangers do not block it. */
  device_token: v.optional(v.string()),
});
export type SignInRequest = v.InferOutput<typeof SignInRequest>;

/** The answer that the browser gets from sign-in and refresh, whatever the upstream's format. */
export const TokenPair = v.object({
  access: v.pipe(v.string(), v.nonEmpty()),
  refresh: v.pipe(v.string(), v.nonEmpty()),
});
export type TokenPair = v.InferOutput<typeof TokenPair>;

/** Answer of `POST /api/auth/login/`. */
export const SignInAnswer = v.object({
  ...TokenPair.entries,
  /** After a sign-in with a passcode: send it with the next one. It gives no access. */
  device_token: v.optional(v.string()),
});
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>;

/** Body of `POST /api/auth/refresh/`. */
export const RefreshRequest = v.object({ refresh: v.pipe(v.string(), v.nonEmpty()) });
export type RefreshRequest = v.InferOutput<typeof RefreshRequest>;

export const ROLES = ["member", "staff"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Answer of `GET /api/auth/me/`. An operator's own backend must send only `id` and `pocketoption_id`. Other fields that are missing
 * or invalid get the value of a plain member and never prevent a sign-in.
 */
export const User = v.object({
  id: v.union([v.string(), v.number()]),
  pocketoption_id: v.string(),
  /** Display name; empty if none was set. */
  name: v.fallback(v.optional(v.string(), ""), ""),
  role: v.fallback(v.optional(v.picklist(ROLES), "member"), "member"),
  /** Preferred language; null if the member chose none. */
  language: v.fallback(v.optional(v.nullable(v.picklist(LANGUAGES)), null), null),
  /** IANA time zone; null if the member chose none. */
  time_zone: v.fallback(v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty())), null), null),
  has_passcode: v.fallback(v.optional(v.boolean(), false), false),
  /** A member with a passkey but no passcode confirms by the passkey what others confirm by their passcode. */
  has_passkey: v.fallback(v.optional(v.boolean(), false), false),
  /** False if the account has neither: it signs in by its id alone and can only read and follow. */
  may_change: v.fallback(v.optional(v.boolean(), true), true),
  /** True if this account cannot use the admin area until it has a passkey. */
  needs_passkey: v.fallback(v.optional(v.boolean(), false), false),
  /** ISO 8601 in UTC; null if the backend does not say. */
  created_at: v.fallback(v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty())), null), null),
});
export type User = v.InferOutput<typeof User>;

/** 400: errors of passcodes, besides their length. */
export const PASSCODE_PROBLEM_CODES = [
  /** `current_passcode`, the passcode of the signed-in member, is missing, and no passkey has confirmed this action. */
  "passcode_missing",
  /** `current_passcode` is wrong. */
  "wrong_passcode",
  /** A new passcode of staff has fewer than `MIN_STAFF_PASSCODE_CHARACTERS`. */
  "staff_passcode_too_short",
  /** A new passcode is too common or equals the account's id. At sign-in: the same, and it is not the passcode of an account with this id. */
  "passcode_too_common",
] as const;
export type PasscodeProblemCode = (typeof PASSCODE_PROBLEM_CODES)[number];

/** Every `code` of the embedded API's session calls, besides those common to all calls (`not_found`, …). */
export const SESSION_PROBLEM_CODES = [
  /** 400: a field is missing or invalid; the body also names the fields, `{pocketoption_id: ["…"]}`. */
  "invalid",
  /** 401: unknown id, wrong passcode or inactive account; the answer never says which. */
  "no_active_account",
  /** 404: without `create: false` the call would have created an account. */
  "account_not_found",
  /** 401: the id alone is not enough; ask for the passcode. Does not reveal whether the id is known. */
  "passcode_required",
  /** 401: the passcode is right, but this account signs in by its passkey. 403: staff need a passkey, and this account has none yet. */
  "passkey_required",
  ...PASSCODE_PROBLEM_CODES,
  /** 403: the account has neither passcode nor passkey, so it can only read and follow. Staff can send its owner a link to choose one. */
  "passcode_not_set",
  /** 401: expired, revoked, of the wrong kind or not issued by this site. */
  "token_not_valid",
  /** 401: no bearer token was sent. */
  "not_authenticated",
  /** 401: the `Authorization` header does not have two words. */
  "bad_authorization_header",
  /** 401: the token's account was deleted. */
  "user_not_found",
  /** 401: the token's account is switched off. */
  "user_inactive",
  /** 403: signed in, but not staff. */
  "permission_denied",
  /** 429: too many attempts; `Retry-After` says when to retry. */
  "throttled",
  /** 503: the operator has not set a secret. */
  "sign_in_not_configured",
  /** 403: the Turnstile token is missing, invalid or already used; 503: it could not be checked. */
  "challenge_failed",
  "challenge_unavailable",
] as const;
export type SessionProblemCode = (typeof SESSION_PROBLEM_CODES)[number];
