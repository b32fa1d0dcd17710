/** Sign-in by a passkey: from what the browser answers to a new session of the passkey's owner. */
import { and, eq, exists, getTableColumns, lt, or, sql } from "drizzle-orm";
import type { PasskeySignIn } from "#shared/contracts/passkeys.ts";
import type { TokenPair } from "#shared/contracts/session.ts";
import { insertIf } from "#worker/api/database.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type Device, openSession } from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/session/tables.ts";
import { isUnspent, spentChallenge } from "./challenges.ts";
import { check, PasskeyFault } from "./passkey-fault.ts";
import { passkeys, spentChallenges } from "./tables.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Throws PasskeyFault, whatever it is that does not let in; whoever asks is not told what. */
export async function signInByPasskey(
  deps: ApiDependencies,
  credential: PasskeySignIn["credential"],
  party: RelyingParty,
  device: Device,
): Promise<TokenPair> {
  const { db, now } = deps;
  const found = await db
    .select({ passkey: getTableColumns(passkeys), account: getTableColumns(accounts) })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.account_id))
    .where(eq(passkeys.credential_id, credential.id))
    .get();
  if (!found) throw new PasskeyFault("unknown_passkey");
  const { account, passkey } = found;
  const { verifySignIn } = await import("./verify-response.ts");
  const { challenge, counter } = await verifySignIn(deps, credential, party, {
    accountId: account.id,
    publicKey: passkey.public_key,
    counter: passkey.counter,
  });
  check(account.is_active, "inactive_account");
  // Of two answers at the same moment, one.
  const isNext = and(
    eq(passkeys.id, passkey.id),
    or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`)),
  );
  const current = db.select({ id: passkeys.id }).from(passkeys).where(isNext);
  const nowMs = now();
  const [spent] = await db.batch([
    insertIf(
      db,
      spentChallenges,
      spentChallenge(challenge, nowMs),
      sql`${isUnspent(db, challenge)} AND ${exists(current)}`,
    ),
    db
      .update(passkeys)
      .set({ counter, last_used_at: nowMs })
      .where(and(eq(passkeys.id, passkey.id), sql`changes() > 0`)),
  ]);
  check(spent.meta.changes > 0, "answered_before");
  const isKept = exists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, passkey.id)));
  const tokens = await openSession(deps, account, device, isKept);
  if (!tokens) throw new PasskeyFault("account_changed");
  return tokens;
}
