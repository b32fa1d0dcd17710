/** Limits attempts at a passcode; each is counted before anything about the account is looked up. */
import { countedNetwork } from "#worker/http/address-network.ts";
import type { ConfirmationDependencies, SessionDependencies } from "./dependencies.ts";
import { hmacSha256, importHmacKey } from "./hmac.ts";
import type { Device } from "./open-session.ts";
import { readPepper } from "./token-keys.ts";
import type { AttemptLimit, SignInLimiter } from "./sign-in-limiter.ts";
import { createJti, signDeviceToken, verifyToken } from "./tokens.ts";
import {
  NEW_ACCOUNTS_PER_ADDRESS,
  PASSCODE_ATTEMPTS_PER_DEVICE,
  PASSCODE_ATTEMPTS_PER_KNOWN_ID,
  SIGN_IN_ATTEMPTS_OF_ALL,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_ATTEMPTS_PER_ID,
  SIGN_IN_DELAY_MS,
} from "#shared/limits/sessions.ts";

/** `succeed` removes all attempts on the account from the counts, `giveBack` only this one. */
interface Admitted {
  readonly admitted: true;
  readonly succeed: () => Promise<void>;
  readonly giveBack: () => Promise<void>;
}

interface Refused {
  readonly admitted: false;
  readonly retryAfterSeconds: number;
}

interface AdmittedSignIn extends Admitted {
  /** Recognises this device at its next attempt on this id. */
  readonly deviceToken: () => Promise<string>;
  /** For an attempt that may create the account, or only asks whether there is one. */
  readonly allowNewAccount: (mayCreate: boolean) => AllowNewAccount;
}

interface AttemptOrigin {
  readonly address: string | null;
  /** From an earlier sign-in on this device; an invalid one counts as none. */
  readonly deviceToken?: string | undefined;
}

/**
 * Counted per id and per address. If this device has signed in with this id's passcode before, it has an allowance of its
 * own instead, which strangers cannot use up. Strangers wait once too many attempts on the whole site have failed. `succeed`
 * removes the attempts on this id from every count, including those that asked for a passcode; `giveBack` removes this one,
 * if a server error interrupted it. Throws SignInNotConfiguredError.
 */
export async function beginSignInAttempt(
  deps: SessionDependencies,
  pocketoptionId: string,
  { address, deviceToken }: AttemptOrigin,
): Promise<AdmittedSignIn | Refused> {
  const nameOf = await createNames(deps);
  // One count for all spellings, otherwise an id would get guesses for each of its spellings; but `succeed` on one spelling
  // removes no attempt on another, which may belong to somebody else.
  const id = await nameOf(`id\n${pocketoptionId.toLowerCase()}`);
  const account = await nameOf(`account\n${pocketoptionId}`);
  const knownDevice = deviceToken === undefined ? null : await readDevice(deps, deviceToken, id);
  const isKnown = knownDevice !== null;
  const counts = await begin(
    deps,
    account,
    isKnown
      ? [
          [await nameOf(`device\n${id}\n${knownDevice}`), PASSCODE_ATTEMPTS_PER_DEVICE],
          [await nameOf(`known\n${id}`), PASSCODE_ATTEMPTS_PER_KNOWN_ID],
        ]
      : [
          // The id comes second, so that an address that is already refused cannot use up the attempts of another.
          [await nameOf(`address\n${countedNetwork(address)}`), SIGN_IN_ATTEMPTS_PER_ADDRESS],
          [id, SIGN_IN_ATTEMPTS_PER_ID],
        ],
  );
  if (!counts.admitted) return counts;
  const all = isKnown ? null : await begin(deps, account, [[await nameOf("all"), SIGN_IN_ATTEMPTS_OF_ALL]]);
  if (all?.admitted === false) await deps.sleep(SIGN_IN_DELAY_MS);
  const undone = [counts, ...(all?.admitted ? [all] : [])];
  return {
    admitted: true,
    succeed: async () => void (await Promise.all(undone.map(({ succeed }) => succeed()))),
    giveBack: async () => void (await Promise.all(undone.map(({ giveBack }) => giveBack()))),
    deviceToken: () => signDeviceToken(id, knownDevice ?? createJti(), deps.signingKeys()[0], deps.now()),
    allowNewAccount: (mayCreate) => createAllowance(deps, nameOf, { pocketoptionId, address, mayCreate }),
  };
}

/**
 * One attempt of a signed-in member to confirm by passcode or passkey; counted per session, together with those of known
 * devices. Throws SignInNotConfiguredError.
 */
export async function beginConfirmation(
  deps: ConfirmationDependencies,
  { pocketoptionId, sessionId }: { readonly pocketoptionId: string; readonly sessionId: string },
): Promise<Admitted | Refused> {
  const nameOf = await createNames(deps);
  const id = await nameOf(`id\n${pocketoptionId.toLowerCase()}`);
  const account = await nameOf(`account\n${pocketoptionId}`);
  return begin(deps, account, [
    [await nameOf(`session\n${sessionId}`), PASSCODE_ATTEMPTS_PER_DEVICE],
    [await nameOf(`known\n${id}`), PASSCODE_ATTEMPTS_PER_KNOWN_ID],
  ]);
}

/**
 * One sign-in by a passkey; counted per address and per passkey. Failures on the whole site are not counted, because a
 * signature cannot be guessed. Throws SignInNotConfiguredError.
 */
export async function beginPasskeyAttempt(
  deps: ConfirmationDependencies,
  credentialId: string,
  address: string | null,
): Promise<Admitted | Refused> {
  const nameOf = await createNames(deps);
  const passkey = await nameOf(`passkey\n${credentialId}`);
  return begin(deps, passkey, [
    [await nameOf(`address\n${countedNetwork(address)}`), SIGN_IN_ATTEMPTS_PER_ADDRESS],
    [passkey, SIGN_IN_ATTEMPTS_PER_ID],
  ]);
}

/**
 * Asks whether the address may create one more account without staff. If `isTaken`, it uses up one of its allowance: for the
 * account, or for the answer that there is none yet; creating it after that answer uses no other. It is also asked for everybody
 * who is refused, without using one up, so that it reveals neither who would have created an account nor `SIGN_UP`. The
 * answer is then null, or a refusal if the allowance is used up.
 */
type AllowNewAccount = (isTaken: boolean) => Promise<Admitted | Refused | null>;

/** Where a sign-in comes from. */
export interface Visit {
  readonly device: Device;
  readonly requestId: string;
  readonly allowNewAccount: AllowNewAccount;
}

interface NewAccountOptions {
  readonly pocketoptionId: string;
  readonly address: string | null;
  readonly mayCreate: boolean;
}

function createAllowance(
  deps: ConfirmationDependencies,
  nameOf: NameOf,
  { pocketoptionId, address, mayCreate }: NewAccountOptions,
): AllowNewAccount {
  return async (isTaken) => {
    const counter = await nameOf(`accounts\n${countedNetwork(address)}`);
    const limiter = limiterNamespace(deps.signInLimiter).getByName(counter);
    if (!isTaken) {
      const retryAfterSeconds = await limiter.waitFor(NEW_ACCOUNTS_PER_ADDRESS, deps.now());
      return retryAfterSeconds === null ? null : { admitted: false, retryAfterSeconds };
    }
    const asked = await nameOf(`asked\n${pocketoptionId.toLowerCase()}`);
    await limiter.giveBackAll(asked);
    return begin(deps, mayCreate ? "" : asked, [[counter, NEW_ACCOUNTS_PER_ADDRESS]]);
  };
}

/** The first exhausted counter refuses the attempt, and the counters after it do not count it. */
async function begin(
  { now, signInLimiter }: ConfirmationDependencies,
  account: string,
  counters: readonly (readonly [name: string, limit: AttemptLimit])[],
): Promise<Admitted | Refused> {
  const taken: { readonly limiter: DurableObjectStub<SignInLimiter>; readonly attemptId: number }[] = [];
  for (const [name, limit] of counters) {
    const limiter = limiterNamespace(signInLimiter).getByName(name);
    // oxlint-disable-next-line no-await-in-loop -- each only if the one before has admitted it
    const admission = await limiter.admit(limit, account, now());
    if (!admission.admitted) return admission;
    taken.push({ limiter, attemptId: admission.attemptId });
  }
  return {
    admitted: true,
    succeed: async () => {
      await Promise.all(taken.map(({ limiter }) => limiter.giveBackAll(account)));
    },
    giveBack: async () => {
      await Promise.all(taken.map(({ limiter, attemptId }) => limiter.giveBack(attemptId)));
    },
  };
}

type NameOf = (key: string) => Promise<string>;

/** Names of counters, which reveal neither ids nor addresses. */
async function createNames({ passcodePepper }: ConfirmationDependencies): Promise<NameOf> {
  const secret = await importHmacKey(readPepper(passcodePepper));
  return (key) => hmacSha256(secret, `sign-in-limiter\n${key}`);
}

/** Null for an invalid token, or one for another id. */
async function readDevice(
  { signingKeys, now }: ConfirmationDependencies,
  token: string,
  id: string,
): Promise<string | null> {
  const verification = await verifyToken(token, "device", { keys: signingKeys(), nowMs: now() });
  if (!verification.ok || verification.token.claims.user_id !== id) return null;
  return verification.token.claims.sid;
}

/** wrangler.toml declares the binding's class, which types cannot see: SIGN_IN_LIMITER is SignInLimiter. */
function limiterNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<SignInLimiter> {
  return namespace as DurableObjectNamespace<SignInLimiter>;
}
