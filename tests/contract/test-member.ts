/** The member whose credentials the operator lends: one sign-in and one session for all checks. */
import { type Vantage, NotCheckedError } from "./check.ts";
import type { Answer, ContractApi } from "./contract-api.ts";
import { tokensOf } from "./tokens.ts";

export interface Credentials {
  readonly memberId: string | null;
  /** Null for an account that signs in by its id alone. */
  readonly passcode: string | null;
}

export interface TestMember {
  /** Throws `NotCheckedError` where there is none. */
  memberId(): string;
  /** As `memberId`. */
  passcode(): string;
  /** The answer to the one sign-in. */
  signIn(): Promise<Answer>;
  /** The newest tokens. Throws `NotCheckedError` where the sign-in gave none. */
  tokens(): Promise<{ readonly access: string; readonly refresh: string }>;
  /** Refreshes and keeps what comes back, as a browser behind the gateway would. */
  refresh(): Promise<Answer>;
}

export function createTestMember(api: ContractApi, vantage: Vantage, credentials: Credentials): TestMember {
  let signedIn: Promise<Answer> | null = null;
  let held: { access: string; refresh: string } | null = null;

  function memberId(): string {
    if (credentials.memberId === null) throw new NotCheckedError("CONTRACT_MEMBER_ID is not set");
    return credentials.memberId;
  }

  async function postSignIn(): Promise<Answer> {
    const { passcode } = credentials;
    const body = { pocketoption_id: memberId(), ...(passcode !== null && { passcode }) };
    const answer = await api.post("/api/auth/login/", { body });
    const tokens = tokensOf(answer, vantage);
    held = tokens?.refresh ? { access: tokens.access, refresh: tokens.refresh } : null;
    return answer;
  }

  async function signIn(): Promise<Answer> {
    signedIn ??= postSignIn();
    return signedIn;
  }

  async function tokens() {
    await signIn();
    if (held === null) throw new NotCheckedError("the sign-in of CONTRACT_MEMBER_ID gave no tokens");
    return held;
  }

  return {
    memberId,
    passcode() {
      memberId();
      if (credentials.passcode === null) throw new NotCheckedError("CONTRACT_PASSCODE is not set");
      return credentials.passcode;
    },
    signIn,
    tokens,
    async refresh() {
      const { refresh } = await tokens();
      const answer = await api.post("/api/auth/refresh/", { body: { refresh } });
      const fresh = tokensOf(answer, vantage);
      if (fresh) held = { access: fresh.access, refresh: fresh.refresh ?? refresh };
      return answer;
    },
  };
}
