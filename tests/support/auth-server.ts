/**
 * A fake of the session API as a browser sees it: sign-in, refresh with rotation and a 30 s grace window, the current user,
 * sign-out, and any other path as a resource for members. Records every request.
 */
import { NetworkError } from "#client/data/http-error.ts";
import { REFRESH_GRACE_SECONDS } from "#shared/limits/sessions.ts";

interface Call {
  readonly path: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly body: string;
  readonly init: RequestInit;
}

type Answer = () => Response | Promise<Response>;

export interface AuthServer {
  readonly calls: readonly Call[];
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Number of requests to a path so far. */
  count(path: string): number;
  /** The answer to the next request to the path; a function that throws simulates a network fault. */
  answerNext(path: string, answer: Answer): void;
  /** The answer to all further requests to the path. */
  answerAlways(path: string, answer: Answer): void;
  /** Holds requests to the path before they are handled, until the returned function is called. */
  holdBefore(path: string): () => void;
  /** Handles requests to the path at once, but holds their answers. */
  holdAfter(path: string): () => void;
  /** Never releases requests already held on the path; later ones are not held. */
  letNewOnesPass(path: string): void;
  /** Revokes every access token issued so far. */
  expireAccessTokens(): void;
  /** Issues a token pair, as a sign-in elsewhere would. */
  issue(member: string): { access: string; refresh: string };
}

interface Family {
  readonly member: string;
  current: string;
  previous: { token: string; atMs: number } | null;
  successor: { access: string; refresh: string } | null;
  isRevoked: boolean;
}

const ACCESS_LIFE_SECONDS = 300;

export function createAuthServer(now: () => number): AuthServer {
  const calls: Call[] = [];
  const families: Family[] = [];
  const access = new Map<string, string>();
  const once = new Map<string, Answer[]>();
  const always = new Map<string, Answer>();
  const gates = new Map<string, { before?: Promise<void>; after?: Promise<void> }>();
  let serial = 0;

  function issueAccess(member: string): string {
    serial += 1;
    const iat = Math.floor(now() / 1000);
    const token = jwt({ user_id: member, iat, exp: iat + ACCESS_LIFE_SECONDS, jti: String(serial) });
    access.set(token, member);
    return token;
  }

  function issue(member: string) {
    const refresh = `refresh-${member}-${(serial += 1)}`;
    families.push({ member, current: refresh, previous: null, successor: null, isRevoked: false });
    return { access: issueAccess(member), refresh };
  }

  function rotate(refresh: string): Response {
    const family = families.find(
      ({ current, previous }) => current === refresh || previous?.token === refresh,
    );
    if (!family || family.isRevoked) return problem(401, "token_not_valid");
    if (family.current !== refresh) {
      const isInGrace = family.previous && now() - family.previous.atMs <= REFRESH_GRACE_SECONDS * 1000;
      if (isInGrace && family.successor) return Response.json(family.successor);
      family.isRevoked = true;
      return problem(401, "token_not_valid");
    }
    family.previous = { token: refresh, atMs: now() };
    family.current = `refresh-${family.member}-${(serial += 1)}`;
    family.successor = { access: issueAccess(family.member), refresh: family.current };
    return Response.json(family.successor);
  }

  function handle(call: Call): Response {
    const body: Record<string, string> = call.body ? JSON.parse(call.body) : {};
    if (call.path === "/api/auth/login/") return Response.json(issue(body["pocketoption_id"] ?? ""));
    if (call.path === "/api/auth/refresh/") return rotate(body["refresh"] ?? "");
    if (call.path === "/api/auth/logout/") {
      for (const family of families) if (family.current === body["refresh"]) family.isRevoked = true;
      return new Response(null, { status: 204 });
    }
    const member = access.get(call.authorization?.replace("Bearer ", "") ?? "");
    if (member === undefined) return problem(401, "token_not_valid");
    if (call.path === "/api/auth/me/") return Response.json({ id: member, pocketoption_id: member });
    return Response.json({ member });
  }

  async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const call: Call = {
      path,
      method: init.method ?? "GET",
      authorization: new Headers(init.headers).get("Authorization"),
      body: typeof init.body === "string" ? init.body : "",
      init,
    };
    calls.push(call);
    const gate = gates.get(path);
    await gate?.before;
    await Promise.resolve();
    const answer = once.get(path)?.shift() ?? always.get(path);
    const response = answer ? await answer() : handle(call);
    await gate?.after;
    return response;
  }

  function hold(path: string, side: "before" | "after"): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.set(path, { [side]: promise });
    return () => {
      gates.delete(path);
      resolve();
    };
  }

  return {
    calls,
    fetch,
    count: (path) => calls.filter((call) => call.path === path).length,
    answerNext: (path, answer) => void once.set(path, [...(once.get(path) ?? []), answer]),
    answerAlways: (path, answer) => void always.set(path, answer),
    holdBefore: (path) => hold(path, "before"),
    holdAfter: (path) => hold(path, "after"),
    letNewOnesPass: (path) => void gates.delete(path),
    expireAccessTokens: () => access.clear(),
    issue,
  };
}

export function problem(status: number, code: string, headers: HeadersInit = {}): Response {
  return Response.json({ detail: code, code }, { status, headers });
}

/** What a session's `fetch` throws where the network fails. */
export function networkFault(): never {
  throw new NetworkError(new TypeError("fetch failed"));
}

/** A token with these claims and a unique ending; the browser never verifies signatures. */
export function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.${part(claims).slice(-16)}`;
}
