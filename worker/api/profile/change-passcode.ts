/** Changes the member's passcode, which ends every other session of the account. */
import { and, eq, sql } from "drizzle-orm";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import {
  type ConfirmationDependencies,
  type Account,
  hashPasscode,
  passcodeWeakness,
  type PasscodeWeakness,
  revokeOthersIfChanged,
} from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/tables/session.ts";

export interface PasscodeRequest {
  /** As it was when its passcode was confirmed. */
  readonly account: Account;
  readonly actor: Actor;
  /** The session that stays open. */
  readonly sessionId: string;
  readonly passcode: string;
}

export type PasscodeOutcome =
  | { readonly outcome: "changed"; readonly account: Account }
  | { readonly outcome: "wrong_passcode" | PasscodeWeakness };

/**
 * One transaction. If the passcode was changed meanwhile, that change stays: the one given here is then no longer the
 * current one. Throws SignInNotConfiguredError.
 */
export async function changePasscode(
  deps: ConfirmationDependencies,
  { account, actor, sessionId, passcode }: PasscodeRequest,
): Promise<PasscodeOutcome> {
  const weakness = passcodeWeakness(passcode, account);
  if (weakness) return { outcome: weakness };
  const { db } = deps;
  const hash = await hashPasscode(deps, passcode);
  const [stored] = await db.batch([
    db
      .update(accounts)
      .set({ passcode_hash: hash })
      .where(and(eq(accounts.id, account.id), sql`${accounts.passcode_hash} IS ${account.passcode_hash}`)),
    logActIfChanged(db, actor, { action: "passcode_changed", target: account.id, detail: {} }),
    revokeOthersIfChanged(db, account.id, { nowMs: actor.atMs, keepId: sessionId }),
  ]);
  if (stored.meta.changes === 0) return { outcome: "wrong_passcode" };
  return { outcome: "changed", account: { ...account, passcode_hash: hash } };
}
