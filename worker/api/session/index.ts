/** What the rest of the API and the composition root may use of the session domain. */
export { hashPasscode, verifyPasscode } from "./passcode.ts";
export { purgeExpiredSessions } from "./purge-expired-sessions.ts";
export { type Member, type MemberEnv, requireMember, requireStaff } from "./require-member.ts";
export { createSessionRoutes } from "./session-routes.ts";
export { SignInLimiter } from "./sign-in-limiter.ts";
export { SignInNotConfiguredError } from "./signing-keys.ts";
