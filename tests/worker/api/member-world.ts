/** A session world in which members and staff call the API by their tokens. */
import { env } from "cloudflare:workers";
import type { TokenPair } from "#shared/contracts/session.ts";
import type { ApiDependencies } from "#worker/api/api.ts";
import {
  createSessionWorld,
  type NewAccount,
  type SessionWorld,
  type TestAccount,
} from "./session/session-world.ts";
import { MINUTE_MS } from "./signals/record.ts";

export const PASSCODE = "correct horse";
/** Confirms an act of somebody whose account has this passcode. */
export const CONFIRMED = { current_passcode: PASSCODE };

/** Somebody signed in. */
export interface SignedIn {
  readonly account: TestAccount;
  readonly tokens: TokenPair;
  /** Asks with the bearer token; a body goes as JSON. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
}

export interface MemberWorld extends SessionWorld {
  readonly visitor: (method: string, path: string, body?: unknown) => Promise<Response>;
  readonly signInMember: (account?: Partial<NewAccount>) => Promise<SignedIn>;
  /** A member whose account has a passcode. */
  readonly signInHolder: (account?: Partial<NewAccount>) => Promise<SignedIn>;
  readonly signInStaff: (account?: Partial<NewAccount>) => Promise<SignedIn>;
  /** Another session of the same account. */
  readonly signInAgain: (who: SignedIn) => Promise<SignedIn>;
  /** The same session, of whichever world over this database. */
  readonly askAs: (who: Pick<SignedIn, "tokens">) => SignedIn["ask"];
}

export function createMemberWorld(overrides: Partial<ApiDependencies> = {}): MemberWorld {
  const world = createSessionWorld(overrides);
  const askWith =
    (headers: Record<string, string>) =>
    async (method: string, path: string, body?: unknown): Promise<Response> =>
      world.api.request(path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  const askAs: MemberWorld["askAs"] = ({ tokens }) =>
    askWith({
      Authorization: `Bearer ${tokens.access}`,
      "X-Forwarded-For": "203.0.113.77",
      "X-Request-Id": "request-1",
    });
  const open = async (account: TestAccount): Promise<SignedIn> => {
    const tokens = await world.signIn(account);
    return { account, tokens, ask: askAs({ tokens }) };
  };
  return {
    ...world,
    visitor: askWith({}),
    signInMember: async (account) => open(await world.createAccount(account)),
    signInHolder: async (account) => open(await world.createAccount({ passcode: PASSCODE, ...account })),
    signInStaff: async (account) =>
      open(await world.createAccount({ role: "staff", passcode: PASSCODE, ...account })),
    signInAgain: async ({ account }) => open(account),
    askAs,
  };
}

/** The same, its clock behind everything that stands on the ledger, so that it can publish. */
export async function createPublishingWorld(overrides: Partial<ApiDependencies> = {}): Promise<MemberWorld> {
  const world = createMemberWorld(overrides);
  const head = await env.DB.prepare("SELECT coalesce(max(at), 0) AS at FROM ledger").first<number>("at");
  world.pass(Math.max(0, (head ?? 0) - world.deps.now()) + MINUTE_MS);
  return world;
}

/** Status and code of a refusal. */
export async function refusalOf(response: Response): Promise<{ status: number; code: unknown }> {
  const { code } = await response.json<{ code?: unknown }>();
  return { status: response.status, code };
}

/** What a call that changes something answers to a member whose account has no passcode. */
export const NOT_SET = { status: 403, code: "passcode_not_set" };

export const NOT_FOUND = { status: 404, code: "not_found" };
export const INVALID = { status: 400, code: "invalid" };
