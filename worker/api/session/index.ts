/** What the rest of the API and the composition root may use of the session domain. */
export {
  type Account,
  describeUser,
  findAccount,
  isHeld,
  isLastStaff,
  isUntaken,
  readAccount,
} from "./account.ts";
export type { CallerDependencies, ConfirmationDependencies, SessionDependencies } from "./dependencies.ts";
export { clientAddress } from "./client-address.ts";
export { confirmIfChanged, requireConfirmation } from "./confirm-act.ts";
export {
  purgeExpiredSessions,
  removeSubscriptionsOf,
  revokeOthersIfChanged,
  revokeSessionsOf,
} from "./end-sessions.ts";
export { findInvite, type Invite, selectInvite, spendInvite } from "./redeem-invite.ts";
export { describeDevice, type Device, openSession } from "./open-session.ts";
export { hashPasscode } from "./passcode.ts";
export { type PasscodeWeakness, passcodeWeakness } from "./passcode-weakness.ts";
export { refuse, refuseAttempt, refusePasscode } from "./session-refusals.ts";
export {
  actorOf,
  type Member,
  type MemberEnv,
  requireMember,
  requireHolder,
  requireStaff,
} from "./require-member.ts";
export { beginConfirmation, beginPasskeyAttempt, beginSignInAttempt, type Visit } from "./sign-in-attempt.ts";
export { requireTurnstile } from "./turnstile.ts";
export { newMember, type SignUpWay, signUpWay } from "./sign-up-rules.ts";
export { createSigningKeys, missingSecret, readPepper, SignInNotConfiguredError } from "./token-keys.ts";
export { type ChallengeType, type Claims, signChallenge, verifyToken } from "./tokens.ts";
