/** What the rest of the API and the composition root may use of the session domain. */
export { type Account, describeUser, isLastStaff, isUntaken, readAccount } from "./account.ts";
export { clientAddress, clientNetwork } from "./client-address.ts";
export { refuseUnlessConfirmed } from "./confirm-passcode.ts";
export { purgeExpiredSessions, revokeOthersIfChanged, revokeSessionsOf } from "./end-sessions.ts";
export { describeDevice, type Device, openSession } from "./open-session.ts";
export { hashPasscode } from "./passcode.ts";
export { type PasscodeWeakness, passcodeWeakness } from "./passcode-weakness.ts";
export { refuse, refuseAttempt, refusePasscode } from "./refusals.ts";
export {
  type Member,
  type MemberEnv,
  requireMember,
  requirePasscodeHolder,
  requireStaff,
} from "./require-member.ts";
export { beginPasskeyAttempt } from "./sign-in-attempt.ts";
export {
  canSignIn,
  createSigningKeys,
  readPepper,
  reportMissingSecrets,
  SignInNotConfiguredError,
} from "./signing-keys.ts";
export { type ChallengeType, type Claims, signChallenge, verifyToken } from "./tokens.ts";
