/** What the rest of the API and the composition root may use of the session domain. */
export { Account, describeUser } from "./account.ts";
export { clientAddress, clientNetwork } from "./client-address.ts";
export { refuseUnlessConfirmed } from "./confirm-passcode.ts";
export { IS_LAST_STAFF } from "./last-staff.ts";
export { hashPasscode } from "./passcode.ts";
export { purgeExpiredSessions } from "./purge-expired-sessions.ts";
export { type PasscodeWeakness, passcodeWeakness } from "./passcode-weakness.ts";
export { refuseAttempt, refusePasscode } from "./refusals.ts";
export {
  type Member,
  type MemberEnv,
  requireMember,
  requirePasscodeHolder,
  requireStaff,
} from "./require-member.ts";
export { revokeOthersIfChanged, revokeSessionsOf } from "./revoke-session.ts";
export { createSessionRoutes } from "./session-routes.ts";
export { SignInLimiter } from "./sign-in-limiter.ts";
export { canSignIn, createSigningKeys, SignInNotConfiguredError } from "./signing-keys.ts";
