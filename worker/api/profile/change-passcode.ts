/** Sets, changes or removes the member's passcode, which ends every other session of the account. */
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import {
  type Account,
  beginSignInAttempt,
  hashPasscode,
  type Member,
  revokeOthersIfChanged,
  verifyPasscode,
} from "#worker/api/session/index.ts";
import { readAccount } from "./read-account.ts";

export interface PasscodeRequest {
  /** Null removes it. */
  readonly passcode: string | null;
  readonly currentPasscode: string | undefined;
  /** Address of the request, for the limit on attempts. */
  readonly address: string | null;
}

export type PasscodeOutcome =
  | { readonly outcome: "changed"; readonly account: Account }
  | { readonly outcome: "wrong_passcode" | "staff_needs_passcode" | "account_gone" }
  | { readonly outcome: "throttled"; readonly retryAfterSeconds: number };

/**
 * An account with a passcode must give it, and attempts count as attempts to sign in: whoever took over an open session
 * must not be able to try them all. Throws SignInNotConfiguredError.
 */
export async function changePasscode(
  deps: ApiDependencies,
  { accountId, sessionId }: Member,
  { passcode, currentPasscode, address }: PasscodeRequest,
): Promise<PasscodeOutcome> {
  const account = await readAccount(deps.db, accountId);
  if (!account) return { outcome: "account_gone" };
  if (passcode === null && account.role === "staff") return { outcome: "staff_needs_passcode" };
  if (account.passcode_hash !== null) {
    if (currentPasscode === undefined) return { outcome: "wrong_passcode" };
    const attempt = await beginSignInAttempt(deps, { pocketoptionId: account.pocketoption_id, address });
    if (!attempt.admitted) return { outcome: "throttled", retryAfterSeconds: attempt.retryAfterSeconds };
    if (!(await verifyPasscode(deps, currentPasscode, account.passcode_hash))) {
      return { outcome: "wrong_passcode" };
    }
    await attempt.succeed();
  }
  const hash = passcode === null ? null : await hashPasscode(deps, passcode);
  return storePasscode(deps, { account, hash, sessionId });
}

/** One transaction. Whoever changed the passcode meanwhile wins: the one given here is then no longer the current one. */
async function storePasscode(
  { db, now }: ApiDependencies,
  {
    account,
    hash,
    sessionId,
  }: { readonly account: Account; readonly hash: string | null; readonly sessionId: string },
): Promise<PasscodeOutcome> {
  const [stored] = await db.batch([
    db
      .prepare(
        `UPDATE accounts SET passcode_hash = ?2
         WHERE id = ?1 AND passcode_hash IS ?3 AND NOT (role = 'staff' AND ?2 IS NULL)`,
      )
      .bind(account.id, hash, account.passcode_hash),
    revokeOthersIfChanged(db, account.id, { nowMs: now(), keepId: sessionId }),
  ]);
  if (stored?.meta.changes === 0) return { outcome: "wrong_passcode" };
  return { outcome: "changed", account: { ...account, passcode_hash: hash } };
}
