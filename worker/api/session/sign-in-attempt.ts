/** One attempt at a passcode, counted before anything about the account is looked up. */
import { countedNetwork } from "#worker/http/address-network.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { hmacSha256, importHmacKey } from "./hmac.ts";
import type { Device } from "./open-session.ts";
import { readPepper } from "./signing-keys.ts";
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

/** `succeed` takes all attempts on the account out of the counts, `giveBack` this one. */
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
  /** By which this device is known at its next attempt on this id. */
  readonly deviceToken: () => Promise<string>;
}

export interface AttemptOrigin {
  readonly address: string | null;
  /** From an earlier sign-in on this device; whatever else it is counts as none. */
  readonly deviceToken: string | undefined;
}

/**
 * Counted per id and per address; where this device has signed in with this id's passcode before, by an allowance of its own
 * instead, which no stranger can use up. Strangers wait once too many attempts on the whole site have failed. `succeed` takes
 * the attempts on this id out of every count, those that were asked for the passcode among them; `giveBack` this one, where a
 * fault of ours broke it off. Throws SignInNotConfiguredError.
 */
export async function beginSignInAttempt(
  deps: ApiDependencies,
  pocketoptionId: string,
  { address, deviceToken }: AttemptOrigin,
): Promise<AdmittedSignIn | Refused> {
  const nameOf = await createNames(deps);
  // One count for all spellings, or an id would have as many guesses as it has; but whoever owns one spelling takes back
  // no attempt on another, which may be another's.
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
          // The id second, so that an address already refused cannot use up another's.
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
  };
}

/**
 * One attempt of whoever is signed in to confirm it by passcode or passkey; counted per session, and with those of known devices.
 * Throws SignInNotConfiguredError.
 */
export async function beginConfirmation(
  deps: ApiDependencies,
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
 * One sign-in by a passkey; counted per address and per passkey. What all fail at is not: nobody guesses a signature. Throws
 * SignInNotConfiguredError.
 */
export async function beginPasskeyAttempt(
  deps: ApiDependencies,
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

/** Of the accounts that one address makes by itself. Throws SignInNotConfiguredError. */
export interface NewAccountAllowance {
  /** Uses one up. */
  readonly take: () => Promise<Admitted | Refused>;
  /** Seconds until there is one again; null where there is one. */
  readonly waitSeconds: () => Promise<number | null>;
}

/** From where somebody signs in. */
export interface Visit {
  readonly device: Device;
  readonly requestId: string;
  readonly newAccounts: NewAccountAllowance;
}

/** The name of the address's counter is reckoned when it is needed. */
export function newAccountAllowance(deps: ApiDependencies, address: string | null): NewAccountAllowance {
  const nameOfCounter = async () => (await createNames(deps))(`accounts\n${countedNetwork(address)}`);
  return {
    take: async () => begin(deps, "", [[await nameOfCounter(), NEW_ACCOUNTS_PER_ADDRESS]]),
    waitSeconds: async () =>
      limiterNamespace(deps.signInLimiter)
        .getByName(await nameOfCounter())
        .waitFor(NEW_ACCOUNTS_PER_ADDRESS, deps.now()),
  };
}

/** Asked for everybody who is refused, too, in every mode: so it tells neither who would have made an account nor the mode. */
export async function allowNewAccount({ take, waitSeconds }: NewAccountAllowance, isTaken: boolean) {
  if (isTaken) return take();
  const retryAfterSeconds = await waitSeconds();
  return retryAfterSeconds === null ? null : ({ admitted: false, retryAfterSeconds } as const);
}

/** By the first counter that is used up it is refused, and the ones after it do not count it. */
async function begin(
  { now, signInLimiter }: ApiDependencies,
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

/** Names of counters, which tell neither ids nor addresses. */
async function createNames({ passcodePepper }: ApiDependencies): Promise<(key: string) => Promise<string>> {
  const secret = await importHmacKey(readPepper(passcodePepper));
  return (key) => hmacSha256(secret, `sign-in-limiter\n${key}`);
}

/** Null for a token that is none, or was given for another id. */
async function readDevice(
  { signingKeys, now }: ApiDependencies,
  token: string,
  id: string,
): Promise<string | null> {
  const verification = await verifyToken(token, "device", { keys: signingKeys(), nowMs: now() });
  if (!verification.ok || verification.token.claims.user_id !== id) return null;
  return verification.token.claims.sid;
}

/** The binding's class is declared in wrangler.toml, which types cannot see: SIGN_IN_LIMITER is SignInLimiter. */
function limiterNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<SignInLimiter> {
  return namespace as DurableObjectNamespace<SignInLimiter>;
}
