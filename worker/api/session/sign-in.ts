/** Sign-in: from credentials to a new session, for an existing account or one that the sign-in creates. */
import type { TokenPair } from "#shared/contracts/session.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { type Account, findAccount, isPasskeyBound } from "./account.ts";
import { findInvite } from "./redeem-invite.ts";
import { openSession } from "./open-session.ts";
import { examinePasscode } from "./passcode.ts";
import { passcodeWeakness, type PasscodeWeakness } from "./passcode-weakness.ts";
import type { Visit } from "./sign-in-attempt.ts";
import { takeWay } from "./sign-up.ts";
import { signUpWay } from "./sign-up-rules.ts";

export interface Credentials {
  readonly pocketoptionId: string;
  readonly passcode: string | undefined;
  /** Whether a free id may create an account without an invite. */
  readonly mayCreate: boolean;
  /** Token of an invite, possibly invalid. */
  readonly invite: string | undefined;
}

type Code =
  | "no_active_account"
  | "account_not_found"
  | "passcode_required"
  | "passkey_required"
  | PasscodeWeakness;

/** `reason` is for the log; the answer must depend on `code` alone. */
export type SignIn =
  | { readonly ok: true; readonly tokens: TokenPair }
  | { readonly ok: false; readonly code: Code; readonly reason: string }
  | { readonly ok: false; readonly code: "throttled"; readonly retryAfterSeconds: number };

/**
 * An id alone signs in only if staff allow it. Whatever else prevents the sign-in, known id or not, invite or not, the
 * refusal and the work before it are the same: one lookup, and one passcode derivation if a passcode was given.
 */
export async function signIn(
  deps: SessionDependencies,
  credentials: Credentials,
  visit: Visit,
): Promise<SignIn> {
  const judgement = await judge(deps, credentials, visit);
  // Somebody has created the account or redeemed the invite since the lookup: try again with the present state.
  return judgement ?? (await judge(deps, credentials, visit)) ?? refuse("no_active_account", CHANGED);
}

const CHANGED = "account_changed";

function refuse(code: Code, reason: string): SignIn {
  return { ok: false, code, reason };
}

/** Null if a newcomer's way to sign up no longer existed when it was used. */
async function judge(
  deps: SessionDependencies,
  { pocketoptionId, passcode, mayCreate, invite: token }: Credentials,
  visit: Visit,
): Promise<SignIn | null> {
  const [account, invite] = await Promise.all([
    findAccount(deps.db, pocketoptionId),
    token === undefined ? undefined : findInvite(deps.db, token, deps.now()),
  ]);
  if (passcode === undefined) {
    // A visitor with an invite has come to choose a passcode.
    const reason = token === undefined ? whyIdAloneFails(account) : "passcode_not_given";
    if (reason !== null || !account) return refuse("passcode_required", reason ?? CHANGED);
    return enter(deps, account, visit, "passcode_required");
  }
  const stored = account?.passcode_hash ?? null;
  const { isRight, passcodeHash } = await examinePasscode(deps, passcode, stored);
  if (isRight && account?.is_active) {
    if (await isPasskeyBound(deps, account)) return refuse("passkey_required", "staff_by_passcode");
    return enter(deps, account, visit, "no_active_account");
  }
  const weakness = passcodeWeakness(passcode, pocketoptionId, "member");
  if (weakness) return refuse(weakness, "weak_passcode");
  const way = signUpWay(deps.signUp, account, invite);
  const allowance = way?.invite ? null : await visit.allowNewAccount(way !== null);
  if (allowance?.admitted === false) {
    return { ok: false, code: "throttled", retryAfterSeconds: allowance.retryAfterSeconds };
  }
  if (way === null) return refuse("no_active_account", whyPasscodeFails(account, isRight));
  // Says that an id is free only to visitors who could learn it by creating the account, and uses up the same allowance.
  // With an invite, which creates only one account, it would reveal more; a visitor with such a link wants an account
  // anyway.
  if (!mayCreate && way.to === "new_account" && !way.invite) return refuse("account_not_found", "unknown_id");
  const { network } = visit.device;
  const newcomer = { pocketoptionId, passcodeHash, network, requestId: visit.requestId };
  const entered = await takeWay(deps, way, newcomer);
  if (entered) return enter(deps, entered, visit, "no_active_account");
  await allowance?.giveBack?.();
  return null;
}

function whyIdAloneFails(account: Account | undefined): string | null {
  if (!account) return "unknown_id";
  if (!account.is_active) return "inactive_account";
  if (account.role === "staff") return "staff_without_passcode_given";
  return account.id_alone && account.passcode_hash === null ? null : "passcode_not_given";
}

function whyPasscodeFails(account: Account | undefined, isRight: boolean): string {
  if (!account) return "unknown_id";
  return isRight ? "inactive_account" : "wrong_passcode";
}

async function enter(
  deps: SessionDependencies,
  account: Account,
  { device }: Visit,
  codeOfRefusal: Code,
): Promise<SignIn> {
  const tokens = await openSession(deps, account, device);
  return tokens ? { ok: true, tokens } : refuse(codeOfRefusal, CHANGED);
}
