/**
 * Baseline: the current user and a refresh as bare Hono routes. `/crypto/…` signs, verifies and hashes as often as the
 * product does and nothing else; `/stored/…` asks the database as often, too.
 */
import type { D1Database } from "@cloudflare/workers-types";
import { Hono } from "hono";
import { base64url, jwtVerify, SignJWT } from "jose";

export interface BareEnv {
  readonly DB: D1Database;
  readonly KEY_ID: string;
  /** Base64url. */
  readonly KEY: string;
}

const encoder = new TextEncoder();

/** Answers nothing but these two calls, each in both ways. */
export const bareRoutes = new Hono<{ Bindings: BareEnv }>();

bareRoutes.get("/crypto/me/", async (c) => {
  const { user_id: id } = await verify(c.env, c.req.header("Authorization")?.slice("Bearer ".length) ?? "");
  return c.json({ id, pocketoption_id: "BENCH-1", name: "", role: "member" });
});

bareRoutes.get("/stored/me/", async (c) => {
  const claims = await verify(c.env, c.req.header("Authorization")?.slice("Bearer ".length) ?? "");
  const found = await c.env.DB.prepare(
    `SELECT account.*, session.id AS session_id, session.revoked_at FROM accounts AS account
     LEFT JOIN sessions AS session ON session.id = ?2 AND session.account_id = account.id WHERE account.id = ?1`,
  )
    .bind(claims["user_id"], claims["sid"])
    .first();
  return found?.["session_id"] ? c.json(found) : c.json({ code: "user_not_found" }, 401);
});

bareRoutes.post("/crypto/refresh/", async (c) => {
  const { refresh } = await c.req.json();
  const { claims, jti } = await prove(c.env, refresh);
  return c.json(await signPair(c.env, claims, jti));
});

bareRoutes.post("/stored/refresh/", async (c) => {
  const { refresh } = await c.req.json();
  const { claims, jti, presented, successor } = await prove(c.env, refresh);
  const nowMs = Date.now();
  const { DB } = c.env;
  const found = await DB.prepare(
    `SELECT account.is_active, account.role, session.* FROM accounts AS account
     LEFT JOIN sessions AS session ON session.id = ?2 AND session.account_id = account.id WHERE account.id = ?1`,
  )
    .bind(claims["user_id"], claims["sid"])
    .first();
  if (!found?.["is_active"] || found["revoked_at"] !== null) return c.json({ code: "token_not_valid" }, 401);
  const results = await DB.batch<Record<string, unknown>>([
    DB.prepare(
      `UPDATE session_tokens SET jti_hash = ?3, issued_at = ?4, expires_at = ?5, signing_key_id = ?6, earlier = '[]'
       WHERE session_id = ?1 AND jti_hash = ?2`,
    ).bind(claims["sid"], presented, successor, nowMs, nowMs + 86_400_000, c.env.KEY_ID),
    DB.prepare("SELECT * FROM session_tokens WHERE session_id = ?1").bind(claims["sid"]),
  ]);
  const [row] = results.at(-1)?.results ?? [];
  if (row?.["jti_hash"] !== successor) return c.json({ code: "token_not_valid" }, 401);
  return c.json(await signPair(c.env, claims, jti));
});

type Claims = Readonly<Record<string, unknown>>;

let imported: Promise<CryptoKey> | undefined;

/** Once for all requests, as the product does. */
function keyOf({ KEY }: BareEnv): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  imported ??= crypto.subtle.importKey("raw", new Uint8Array(base64url.decode(KEY)), algorithm, false, [
    "sign",
    "verify",
  ]);
  return imported;
}

async function verify(env: BareEnv, token: string): Promise<Claims> {
  const { payload } = await jwtVerify(token, await keyOf(env), { algorithms: ["HS256"] });
  return payload;
}

/** What a refresh token says, the identifier of its successor, and the hashes of both by which they are stored. */
async function prove(env: BareEnv, token: string) {
  const claims = await verify(env, token);
  const derived = await crypto.subtle.sign(
    "HMAC",
    await keyOf(env),
    encoder.encode(`refresh-successor\n${String(claims["jti"])}`),
  );
  const jti = toHex(derived).slice(0, 32);
  return { claims, jti, presented: await sha256(String(claims["jti"])), successor: await sha256(jti) };
}

async function signPair(env: BareEnv, claims: Claims, jti: string) {
  const sign = async (type: string, id: string, lifetime: string) =>
    new SignJWT({ ...claims, token_type: type, jti: id })
      .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: env.KEY_ID })
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(await keyOf(env));
  return {
    access: await sign("access", crypto.randomUUID(), "5m"),
    refresh: await sign("refresh", jti, "24h"),
  };
}

async function sha256(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
