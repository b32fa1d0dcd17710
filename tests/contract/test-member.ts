/** The member whose credentials the operator lends: one sign-in and one session for all checks. */
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { UpstreamTokens } from "#worker/gateway/proxy/token-dialect.ts";
import { type Vantage, NotCheckedError } from "./check.ts";
import type { Answer, ContractApi } from "./contract-api.ts";

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

interface Tokens {
  readonly access: string;
  /** Absent or null where a backend gave none. */
  readonly refresh?: string | null | undefined;
}

/** The tokens of a 200; null for any other answer, and at the site for one that lacks either of the two. */
export function tokensOf({ status, json }: Answer, vantage: Vantage): Tokens | null {
  const parsed = v.safeParse(vantage === "site" ? TokenPair : UpstreamTokens, json);
  return status === 200 && parsed.success ? parsed.output : null;
}

/** Seconds between a JWT's `iat` and its `exp`; null where the token does not say. */
export function lifeSecondsOf(token: string): number | null {
  const claims = v.safeParse(v.object({ iat: v.number(), exp: v.number() }), payloadOf(token));
  return claims.success ? claims.output.exp - claims.output.iat : null;
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null; // Not a JWT, which no backend has to issue.
  }
}
