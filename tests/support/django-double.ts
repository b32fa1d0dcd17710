/**
 * A fake of an operator's own backend for sign-in: Django REST framework with SimpleJWT, its settings, statuses, bodies and
 * HTML error pages. Over HTTP on a port of its own. worker/gateway/DJANGO.md lists what it imitates; wording from
 * rest_framework/exceptions.py and rest_framework_simplejwt/{views,serializers}.py.
 */
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { listen, stop } from "./local-server.ts";

/** The comments give Django's own names. */
export interface DjangoSettings {
  /** ROTATE_REFRESH_TOKENS. */
  readonly rotates: boolean;
  /** BLACKLIST_AFTER_ROTATION, and the blacklist app with TokenBlacklistView at /api/auth/logout/. */
  readonly blacklists: boolean;
  /** GATEWAY_SECRETS of the middleware in DJANGO.md; empty disables the check. */
  readonly gatewaySecret: string;
}

export interface DjangoAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DjangoCall {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Replaces the proper answer. */
export type Distortion = (call: DjangoCall, proper: DjangoAnswer) => DjangoAnswer;

export interface DjangoDouble {
  /** `http://127.0.0.1:{port}`. */
  readonly url: string;
  readonly calls: readonly DjangoCall[];
  /** Resets it: no calls, no sessions, no distortion, default settings except for these. */
  reset(settings?: Partial<DjangoSettings>): void;
  distort(distortion: Distortion): void;
  close(): Promise<void>;
}

export interface DjangoAccount {
  readonly pocketoptionId: string;
  /** Null if the account id alone is enough. */
  readonly passcode: string | null;
}

const DEFAULTS: DjangoSettings = { rotates: false, blacklists: false, gatewaySecret: "" };
const ACCESS_SECONDS = 300;
const REFRESH_SECONDS = 86_400;
const KEY = new TextEncoder().encode("django-insecure-a-secret-key-for-tests-only-0123456789");
const REQUIRED = ["This field is required."];

export async function startDjango(accounts: readonly DjangoAccount[]): Promise<DjangoDouble> {
  const world: World = { accounts, settings: DEFAULTS, blacklist: new Set() };
  const calls: DjangoCall[] = [];
  let distortion: Distortion = (_call, proper) => proper;
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url: path = "", headers } = request;
      const call = { method, path, headers, body: await text(request) };
      calls.push(call);
      const answer = distortion(call, await answerCall(world, call));
      response.writeHead(answer.status, { ...answer.headers, Server: "gunicorn", "X-Frame-Options": "DENY" });
      response.end(answer.body);
    })();
  });
  return {
    url: await listen(server),
    calls,
    reset(settings = {}) {
      world.settings = { ...DEFAULTS, ...settings };
      world.blacklist.clear();
      calls.length = 0;
      distortion = (_call, proper) => proper;
    },
    distort(next) {
      distortion = next;
    },
    close: () => stop(server),
  };
}

/** JSON as a Django REST view renders it. */
export function restAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): DjangoAnswer {
  const challenge = status === 401 ? { "WWW-Authenticate": 'Bearer realm="api"' } : {};
  return {
    status,
    headers: {
      "Content-Type": "application/json",
      Allow: "GET, POST, HEAD, OPTIONS",
      ...challenge,
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** Django's own error page. */
export function htmlAnswer(status: number, title: string): DjangoAnswer {
  const body = `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}

interface World {
  readonly accounts: readonly DjangoAccount[];
  settings: DjangoSettings;
  readonly blacklist: Set<string>;
}

type View = (world: World, call: DjangoCall, fields: Record<string, unknown>) => Promise<DjangoAnswer>;

const VIEWS: ReadonlyMap<string, View> = new Map([
  ["POST /api/auth/login/", obtain],
  ["POST /api/auth/refresh/", refresh],
  ["POST /api/auth/logout/", blacklist],
  ["GET /api/auth/me/", currentUser],
]);

const PATHS = new Set([...VIEWS.keys()].map((route) => route.split(" ")[1]));

async function answerCall(world: World, call: DjangoCall): Promise<DjangoAnswer> {
  const { gatewaySecret } = world.settings;
  if (gatewaySecret !== "" && call.headers["x-gateway-secret"] !== gatewaySecret)
    return restAnswer(403, { detail: "Call the site instead.", code: "permission_denied" });
  const { pathname } = new URL(call.path, "http://django.invalid");
  const hasNoBlacklist = pathname === "/api/auth/logout/" && !world.settings.blacklists;
  if (!PATHS.has(pathname) || hasNoBlacklist) return htmlAnswer(404, "Not Found");
  const allow = { Allow: methodsOf(pathname).join(", ") };
  if (call.method === "OPTIONS")
    return restAnswer(200, { name: "View", renders: ["application/json"] }, allow);
  const view = VIEWS.get(`${call.method} ${pathname}`);
  if (!view) return restAnswer(405, { detail: `Method "${call.method}" not allowed.` }, allow);
  const fields = parseFields(call.body);
  if (!fields)
    return restAnswer(400, {
      detail: "JSON parse error - Expecting property name enclosed in double quotes",
    });
  return view(world, call, fields);
}

/** As APIView.allowed_methods. */
function methodsOf(pathname: string): string[] {
  const methods = [...VIEWS.keys()].flatMap((route) => {
    const [method = "", path] = route.split(" ");
    return path === pathname ? [method] : [];
  });
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}

/** TokenObtainPairView with a serializer that takes `pocketoption_id`, as DJANGO.md shows. */
async function obtain(
  world: World,
  _call: DjangoCall,
  fields: Record<string, unknown>,
): Promise<DjangoAnswer> {
  const { pocketoption_id: id, passcode } = fields;
  if (id === undefined) return restAnswer(400, { pocketoption_id: REQUIRED });
  const account = world.accounts.find(({ pocketoptionId }) => pocketoptionId === id);
  if (account?.passcode && passcode === undefined)
    return restAnswer(401, { detail: "Sign in with your passcode.", code: "passcode_required" });
  if (!account || (account.passcode !== null && account.passcode !== passcode))
    return restAnswer(401, { detail: "No active account found with the given credentials" });
  return restAnswer(200, {
    refresh: await issue("refresh", account.pocketoptionId),
    access: await issue("access", account.pocketoptionId),
  });
}

/** TokenRefreshView. */
async function refresh(
  world: World,
  _call: DjangoCall,
  fields: Record<string, unknown>,
): Promise<DjangoAnswer> {
  if (fields["refresh"] === undefined) return restAnswer(400, { refresh: REQUIRED });
  const claims = await readToken(fields["refresh"], "refresh");
  if (typeof claims === "string") return refuseToken(claims);
  if (world.blacklist.has(claims.jti)) return refuseToken("Token is blacklisted");
  const access = await issue("access", claims.user);
  const { rotates, blacklists } = world.settings;
  if (!rotates) return restAnswer(200, { access });
  if (blacklists) world.blacklist.add(claims.jti);
  return restAnswer(200, { access, refresh: await issue("refresh", claims.user) });
}

/** TokenBlacklistView. */
async function blacklist(
  world: World,
  _call: DjangoCall,
  fields: Record<string, unknown>,
): Promise<DjangoAnswer> {
  if (fields["refresh"] === undefined) return restAnswer(400, { refresh: REQUIRED });
  const claims = await readToken(fields["refresh"], "refresh");
  if (typeof claims === "string") return refuseToken(claims);
  world.blacklist.add(claims.jti);
  return restAnswer(200, {});
}

/** A view with JWTAuthentication and IsAuthenticated. */
async function currentUser(_world: World, { headers }: DjangoCall): Promise<DjangoAnswer> {
  const [scheme, token] = headers.authorization?.split(/\s+/) ?? [];
  if (scheme !== "Bearer")
    return restAnswer(401, { detail: "Authentication credentials were not provided." });
  const claims = await readToken(token, "access");
  if (typeof claims !== "string") return restAnswer(200, { id: 7, pocketoption_id: claims.user });
  return restAnswer(401, {
    detail: "Given token not valid for any token type",
    code: "token_not_valid",
    messages: [{ token_class: "AccessToken", token_type: "access", message: claims }],
  });
}

function refuseToken(detail: string): DjangoAnswer {
  return restAnswer(401, { detail, code: "token_not_valid" });
}

function issue(type: "access" | "refresh", user: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ token_type: type, jti: crypto.randomUUID().replaceAll("-", ""), user_id: user })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + (type === "access" ? ACCESS_SECONDS : REFRESH_SECONDS))
    .sign(KEY);
}

/** The token's claims, or SimpleJWT's message for what is wrong with it. */
async function readToken(
  token: unknown,
  type: "access" | "refresh",
): Promise<{ readonly user: string; readonly jti: string } | string> {
  if (typeof token !== "string") return "Token is invalid";
  try {
    await jwtVerify(token, KEY, { algorithms: ["HS256"] });
  } catch (error) {
    const isExpired = error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
    return isExpired ? "Token is expired" : "Token is invalid";
  }
  const { jti = "", token_type: actualType, user_id: user } = decodeJwt(token);
  return actualType === type ? { user: String(user), jti } : "Token has wrong type";
}

/** An empty body counts as no fields. */
function parseFields(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body || "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return null;
  }
}
