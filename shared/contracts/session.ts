/** Sign-in, refresh and the current user. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { LANGUAGES } from "../site/languages.ts";
import { pastedCode, pastedPasscode } from "./text.ts";

/**
 * External trading-platform account identifier: 1 to 64 letters, digits, `.`, `_`, `@` or `-`; surrounding space and whatever cannot be seen is dropped.
 * Ids that differ only in case are the same account at sign-in.
 */
export const PocketoptionId = v.pipe(v.string(), pastedCode(), v.regex(/^[A-Za-z0-9._@-]{1,64}$/));

/** 6 to 128 characters, not all of them space. Compared in Unicode's form NFKC and without invisible characters, which do not count. */
export const Passcode = v.pipe(
  v.string(),
  pastedPasscode(),
  v.regex(/\S/),
  v.minLength(BOUNDS.passcode.min),
  v.maxLength(BOUNDS.passcode.max),
);

/** Fewest characters of a new passcode of staff: guessing one offline, from a stolen database, must cost too much. */
export const MIN_STAFF_PASSCODE_CHARACTERS = BOUNDS.passcode.minOfStaff;

/**
 * Who creates accounts of the embedded API: `closed`, staff alone; `invite`, also visitors with an invite link from staff; `open`,
 * anybody, by the first sign-in with an unused id.
 */
export const SIGN_UPS = ["closed", "invite", "open"] as const;
export type SignUp = (typeof SIGN_UPS)[number];

/** By what staff sign in to the embedded API: by passcode or passkey as members do, or, once they have one, by passkey alone. */
export const STAFF_SIGN_INS = ["passcode", "passkey"] as const;
export type StaffSignIn = (typeof STAFF_SIGN_INS)[number];

/** Body of `POST /api/auth/login/`. */
export const SignInRequest = v.object({
  pocketoption_id: PocketoptionId,
  /** Of a newcomer the one that the account gets. */
  passcode: v.optional(Passcode),
  /** False: where this would create an account, answer `account_not_found` instead, so that the person can be asked first. */
  create: v.optional(v.boolean()),
  /** What stands behind `#invite=` in a link of staff; one that does not serve counts as none. */
  invite: v.optional(v.pipe(v.string(), v.maxLength(128))),
  /** Where the operator asks for one: see `RuntimeConfig.turnstileSiteKey`. */
  turnstile_token: v.optional(v.pipe(v.string(), v.maxLength(2048))),
  /** From an earlier sign-in on this device, so that the attempts of strangers do not count against it. */
  device_token: v.optional(v.string()),
});
export type SignInRequest = v.InferOutput<typeof SignInRequest>;

/** What the browser always gets from sign-in and refresh, whatever dialect the upstream speaks. */
export const TokenPair = v.object({
  access: v.pipe(v.string(), v.nonEmpty()),
  refresh: v.pipe(v.string(), v.nonEmpty()),
});
export type TokenPair = v.InferOutput<typeof TokenPair>;

/** Answer of `POST /api/auth/login/`. */
export const SignInAnswer = v.object({
  ...TokenPair.entries,
  /** After a sign-in with a passcode: to be sent with the next one. It opens nothing. */
  device_token: v.optional(v.string()),
});
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>;

/** Body of `POST /api/auth/refresh/`. */
export const RefreshRequest = v.object({ refresh: v.pipe(v.string(), v.nonEmpty()) });
export type RefreshRequest = v.InferOutput<typeof RefreshRequest>;

export const ROLES = ["member", "staff"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Answer of `GET /api/auth/me/`. Only `id` and `pocketoption_id` are asked of an operator's own backend; what it leaves
 * out, or tells in a way the site does not know, takes the value of a plain member and keeps nobody from signing in.
 */
export const User = v.object({
  id: v.union([v.string(), v.number()]),
  pocketoption_id: v.string(),
  /** Display name; empty where none was set. */
  name: v.fallback(v.optional(v.string(), ""), ""),
  role: v.fallback(v.optional(v.picklist(ROLES), "member"), "member"),
  /** Preferred language, null where the member chose none. */
  language: v.fallback(v.optional(v.nullable(v.picklist(LANGUAGES)), null), null),
  /** IANA time zone, null where the member chose none. */
  time_zone: v.fallback(v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty())), null), null),
  has_passcode: v.fallback(v.optional(v.boolean(), false), false),
  /** Where it has no passcode, it confirms by a passkey what others confirm by their passcode. */
  has_passkey: v.fallback(v.optional(v.boolean(), false), false),
  /** False if the account has neither: its id alone signs in, to read and follow but not to change anything. */
  may_change: v.fallback(v.optional(v.boolean(), true), true),
  /** Staff's work is shut to this account until it has a passkey. */
  needs_passkey: v.fallback(v.optional(v.boolean(), false), false),
  /** ISO 8601 in UTC; null where the backend does not say. */
  created_at: v.fallback(v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty())), null), null),
});
export type User = v.InferOutput<typeof User>;

/** 400: what is wrong with the passcodes of a call, besides their length. */
export const PASSCODE_PROBLEM_CODES = [
  /** `current_passcode`, the passcode of the member who asks, is missing, and no passkey has confirmed this act. */
  "passcode_missing",
  /** `current_passcode` is wrong. */
  "wrong_passcode",
  /** A new passcode of staff has fewer than `MIN_STAFF_PASSCODE_CHARACTERS`. */
  "staff_passcode_too_short",
  /** A new passcode is one of those that are tried first, or the account's id. At sign-in: it is so, and no account's with this id. */
  "passcode_too_common",
] as const;
export type PasscodeProblemCode = (typeof PASSCODE_PROBLEM_CODES)[number];

/** Every `code` of the embedded API's session calls, besides those of any call (`not_found`, …). */
export const SESSION_PROBLEM_CODES = [
  /** 400: a field is missing or wrong; the body also names the fields, `{pocketoption_id: ["…"]}`. */
  "invalid",
  /** 401: unknown id, wrong passcode or inactive account; it is never said which. */
  "no_active_account",
  /** 404: the call with `create: false` would else have created an account. */
  "account_not_found",
  /** 401: the id alone does not sign in; ask for the passcode. Says nothing about whether the id is known. */
  "passcode_required",
  /** 401: the passcode is right, and this account signs in by its passkey. 403: staff need a passkey, and this account has none yet. */
  "passkey_required",
  ...PASSCODE_PROBLEM_CODES,
  /** 403: the account has neither passcode nor passkey: it can read and follow. Staff can send a link by which its owner chooses the first one. */
  "passcode_not_set",
  /** 401: expired, revoked, of the wrong kind or not issued by this site. */
  "token_not_valid",
  /** 401: no bearer token was sent. */
  "not_authenticated",
  /** 401: an `Authorization` header that is not two words. */
  "bad_authorization_header",
  /** 401: the token's account was deleted. */
  "user_not_found",
  /** 401: the token's account is switched off. */
  "user_inactive",
  /** 403: signed in, but not staff. */
  "permission_denied",
  /** 429: too many attempts; `Retry-After` says when. */
  "throttled",
  /** 503: the operator has not set a secret. */
  "sign_in_not_configured",
  /** 403: the token of Turnstile is missing, invalid or used before; 503: it could not be checked. */
  "challenge_failed",
  "challenge_unavailable",
] as const;
export type SessionProblemCode = (typeof SESSION_PROBLEM_CODES)[number];
