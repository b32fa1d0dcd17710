/** One attempt to sign in, counted per account id and per address before anything about the account is looked up. */
import { SIGN_IN_ATTEMPTS_PER_ADDRESS, SIGN_IN_ATTEMPTS_PER_ID } from "#shared/limits.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { hmacSha256, importHmacKey } from "./hmac.ts";
import { readPepper } from "./signing-keys.ts";
import type { SignInLimiter } from "./sign-in-limiter.ts";

export type SignInAttempt =
  | {
      readonly admitted: true;
      readonly succeed: () => Promise<void>;
      readonly giveBack: () => Promise<void>;
    }
  | { readonly admitted: false; readonly retryAfterSeconds: number };

/**
 * `succeed` clears the id's count and takes its attempts out of the address's, those that were asked for the passcode
 * among them; `giveBack` takes this one out of both, where a fault of ours broke it off. Throws SignInNotConfiguredError.
 */
export async function beginSignInAttempt(
  { now, passcodePepper, signInLimiter }: ApiDependencies,
  { pocketoptionId, address }: { readonly pocketoptionId: string; readonly address: string | null },
): Promise<SignInAttempt> {
  const secret = await importHmacKey(readPepper(passcodePepper));
  const nameOf = (key: string) => hmacSha256(secret, `sign-in-limiter\n${key}`);
  const limiters = limiterNamespace(signInLimiter);
  // One count for all spellings, or an id would have as many guesses as it has; but whoever owns one spelling takes back
  // no attempt on another, which may be another's.
  const idName = await nameOf(`id\n${pocketoptionId.toLowerCase()}`);
  const account = await nameOf(`account\n${pocketoptionId}`);

  const ofAddress = limiters.getByName(await nameOf(`address\n${countedNetwork(address)}`));
  const addressAdmission = await ofAddress.admit(SIGN_IN_ATTEMPTS_PER_ADDRESS, account, now());
  if (!addressAdmission.admitted) return addressAdmission;

  // Second, so that an address already refused cannot use up another's id.
  const ofId = limiters.getByName(idName);
  const idAdmission = await ofId.admit(SIGN_IN_ATTEMPTS_PER_ID, account, now());
  if (!idAdmission.admitted) return idAdmission;

  return {
    admitted: true,
    succeed: async () => {
      await Promise.all([ofId.giveBackAll(account), ofAddress.giveBackAll(account)]);
    },
    giveBack: async () => {
      await Promise.all([
        ofId.giveBack(idAdmission.attemptId),
        ofAddress.giveBack(addressAdmission.attemptId),
      ]);
    },
  };
}

/** The binding's class is declared in wrangler.toml, which types cannot see: SIGN_IN_LIMITER is SignInLimiter. */
function limiterNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<SignInLimiter> {
  return namespace as DurableObjectNamespace<SignInLimiter>;
}
