/** The session's error answers, with the wording of Django REST and SimpleJWT. */
import {
  MIN_STAFF_PASSCODE_CHARACTERS,
  type PasscodeProblemCode,
  type SessionProblemCode,
} from "#shared/contracts/session.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import type { TokenFault } from "./tokens.ts";

/** Without it, Django REST would answer 403 instead of 401. */
const CHALLENGE = { "WWW-Authenticate": 'Bearer realm="api"' };

const DETAILS = {
  no_active_account: "No active account found with the given credentials",
  passcode_required: "Sign in with your passcode.",
  passkey_required: "Sign in with your passkey.",
  not_authenticated: "Authentication credentials were not provided.",
  bad_authorization_header: "Authorization header must contain two space-delimited values",
  user_not_found: "User not found",
  user_inactive: "User is inactive",
} satisfies Partial<Record<SessionProblemCode, string>>;

/** 401. */
export function refuse(code: keyof typeof DETAILS): Response {
  return problemResponse(401, { detail: DETAILS[code], code }, CHALLENGE);
}

/** 404. */
export function refuseToCreate(): Response {
  const detail = "No account has this id yet; the same call without `create: false` creates it.";
  return problemResponse(404, { detail, code: "account_not_found" });
}

/** 401 to a refresh or sign-out with an unusable refresh token. */
export function refuseRefreshToken(fault: TokenFault): Response {
  return problemResponse(401, { detail: fault, code: "token_not_valid" }, CHALLENGE);
}

/** 401 to a refresh whose account is deleted or switched off. */
export function refuseAccountOfToken(): Response {
  const detail = "No active account found for the given token.";
  return problemResponse(401, { detail, code: "no_active_account" }, CHALLENGE);
}

/** 401 to a call with an unusable bearer token. */
export function refuseAccessToken(fault: TokenFault): Response {
  const problem = {
    detail: "Given token not valid for any token type",
    code: "token_not_valid",
    messages: [{ token_class: "AccessToken", token_type: "access", message: fault }],
  };
  return problemResponse(401, problem, CHALLENGE);
}

/** 403: refreshing would not help. */
export function refusePermission(): Response {
  const detail = "You do not have permission to perform this action.";
  return problemResponse(403, { detail, code: "permission_denied" });
}

/** 403 to staff without a passkey, if the operator requires one. */
export function refuseWithoutPasskey(): Response {
  const detail = "Staff need a passkey here: register one in your profile.";
  return problemResponse(403, { detail, code: "passkey_required" });
}

const PASSCODE_DETAILS: Readonly<Record<PasscodeProblemCode, string>> = {
  passcode_missing: "Send your own passcode as current_passcode, or confirm this by a passkey first.",
  wrong_passcode: "current_passcode is not your passcode.",
  staff_passcode_too_short: `A staff passcode has at least ${MIN_STAFF_PASSCODE_CHARACTERS} characters.`,
  passcode_too_common: "This passcode is too easy to guess.",
};

/** 400: refreshing would not help, and the session stays valid. */
export function refusePasscode(code: PasscodeProblemCode): Response {
  return problemResponse(400, { detail: PASSCODE_DETAILS[code], code });
}

/** 403. */
export function refusePasscodeNotSet(): Response {
  const detail =
    "This account has neither passcode nor passkey, so it can read and follow, but change nothing. Staff can send its owner a link to choose a passcode.";
  return problemResponse(403, { detail, code: "passcode_not_set" });
}

/** 429. */
export function refuseAttempt(retryAfterSeconds: number): Response {
  const unit = retryAfterSeconds === 1 ? "second" : "seconds";
  const detail = `Request was throttled. Expected available in ${retryAfterSeconds} ${unit}.`;
  return problemResponse(429, { detail, code: "throttled" }, { "Retry-After": String(retryAfterSeconds) });
}
