/** Members of a site at `ORIGIN` who register passkeys and sign in by them. */
import * as v from "valibot";
import { Passkey } from "#shared/contracts/passkeys.ts";
import type { ApiDependencies } from "#worker/api/api.ts";
import { createMemberWorld, type MemberWorld, PASSCODE, type SignedIn } from "../member-world.ts";
import { type Authenticator, ORIGIN, type Twist } from "./authenticator.ts";

export const OWN = "/api/profile/passkeys/";
export const OPTIONS = "/api/auth/passkeys/options/";
export const LOGIN = "/api/auth/passkeys/login/";
/** What every fault of a sign-in by passkey is answered with. */
export const REFUSED = { status: 401, code: "no_active_account" };

export const SIGN_UP = "/api/auth/passkeys/sign-up/";
export const CONFIRMATION = `${OWN}confirmation/`;

const Challenge = v.object({ challenge: v.string() });
const Creation = v.object({ challenge: v.string(), user: v.object({ id: v.string() }) });

/** Who comes in by a new passkey. */
export interface PasskeyNewcomer {
  readonly pocketoption_id: string;
  readonly invite?: string | undefined;
}

export interface PasskeyWorld extends MemberWorld {
  /** A challenge for whoever is to sign in. */
  readonly signInChallenge: () => Promise<string>;
  /** A challenge for a new passkey of whoever is signed in. */
  readonly registrationChallenge: (who: SignedIn) => Promise<string>;
  readonly register: (who: SignedIn, authenticator: Authenticator, twist?: Twist) => Promise<Response>;
  readonly registered: (who: SignedIn, authenticator: Authenticator, twist?: Twist) => Promise<Passkey>;
  /** A first sign-in by a new passkey, and the handle by which that knows the account, in base64url. */
  readonly signUpBy: (
    authenticator: Authenticator,
    newcomer: PasskeyNewcomer,
    twist?: Twist,
  ) => Promise<{ readonly answer: Response; readonly handle: string }>;
  /** Confirms what is done next in the session. */
  readonly confirmBy: (authenticator: Authenticator, who: SignedIn, twist?: Twist) => Promise<Response>;
  readonly signInBy: (authenticator: Authenticator, who: SignedIn, twist?: Twist) => Promise<Response>;
}

export function createPasskeyWorld(overrides: Partial<ApiDependencies> = {}): PasskeyWorld {
  return withPasskeys(createMemberWorld({ origin: ORIGIN, ...overrides }));
}

/** Another world's members with passkeys. */
export function withPasskeys(world: MemberWorld): PasskeyWorld {
  const signInChallenge = async () => challengeOf(await world.post(OPTIONS, undefined));
  const registrationChallenge = async (who: SignedIn) =>
    challengeOf(await who.ask("POST", `${OWN}options/`, { current_passcode: PASSCODE }));
  const register: PasskeyWorld["register"] = async (who, authenticator, twist) => {
    const credential = await authenticator.create(await registrationChallenge(who), twist);
    return who.ask("POST", OWN, { label: "Phone", credential });
  };

  return {
    ...world,
    signInChallenge,
    registrationChallenge,
    register,
    registered: async (who, authenticator, twist) =>
      v.parse(Passkey, await (await register(who, authenticator, twist)).json()),
    async signUpBy(authenticator, newcomer, twist) {
      const { pocketoption_id } = newcomer;
      const options = await world.post(`${SIGN_UP}options/`, { pocketoption_id });
      const { challenge, user } = v.parse(Creation, await options.json());
      const credential = await authenticator.create(challenge, twist);
      const answer = await world.post(SIGN_UP, { ...newcomer, label: "First passkey", credential });
      return { answer, handle: user.id };
    },
    async confirmBy(authenticator, who, twist) {
      const challenge = await challengeOf(await who.ask("POST", `${CONFIRMATION}options/`));
      const credential = await authenticator.get(challenge, who.account.id, twist);
      return who.ask("POST", CONFIRMATION, { credential });
    },
    signInBy: async (authenticator, { account }, twist) =>
      world.post(LOGIN, {
        credential: await authenticator.get(await signInChallenge(), account.id, twist),
      }),
  };
}

export async function challengeOf(response: Response): Promise<string> {
  return v.parse(Challenge, await response.json()).challenge;
}
