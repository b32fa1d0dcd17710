import { base64url, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { readSigningKeys } from "#worker/api/session/token-keys.ts";
import { signAccessToken, successorJti, verifyToken } from "#worker/api/session/tokens.ts";

const keys = readSigningKeys(`current:${"D".repeat(88)},former:${"C".repeat(42)}A`);
const [key] = keys;
const nowMs = Date.UTC(2026, 2, 1);
const iat = nowMs / 1000;

/** A token that would do, but for what a test changes. */
function forge(changes: {
  readonly header?: object;
  readonly claims?: object;
  readonly secret?: Uint8Array;
}): Promise<string> {
  const claims = {
    token_type: "access",
    jti: "0".repeat(32),
    user_id: "account",
    sid: "session",
    iss: "tidemark",
    aud: "tidemark-api",
    iat,
    exp: iat + 300,
    ...changes.claims,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: "current", ...changes.header })
    .sign(changes.secret ?? key.secret);
}

const verify = (token: string) => verifyToken(token, "access", { keys, nowMs });
const invalid = { ok: false, fault: "Token is invalid" };

describe("verifyToken", () => {
  it("accepts tokens of signAccessToken, signed by the current or a former key", async () => {
    for (const signer of keys) {
      const token = await signAccessToken({ accountId: "account", sessionId: "session" }, signer, nowMs);
      expect(await verify(token)).toMatchObject({
        ok: true,
        token: { claims: { user_id: "account", sid: "session" }, key: { id: signer.id } },
      });
    }
  });

  it("accepts the token that the forgeries below change, so that each fails because of its change", async () => {
    expect(await verify(await forge({}))).toMatchObject({ ok: true });
  });

  it.each([
    ["another signature", { secret: new Uint8Array(32) }],
    ["another algorithm of the same key", { header: { alg: "HS512" } }],
    ["another type in the header", { header: { typ: "at+jwt" } }],
    ["no type in the header", { header: { typ: undefined } }],
    ["an unknown key id", { header: { kid: "elsewhere" } }],
    ["the id of a key that did not sign it", { header: { kid: "former" } }],
    ["no key id", { header: { kid: undefined } }],
    ["a foreign issuer", { claims: { iss: "elsewhere" } }],
    ["no issuer", { claims: { iss: undefined } }],
    ["a foreign audience", { claims: { aud: "elsewhere" } }],
    ["no audience", { claims: { aud: undefined } }],
    ["no expiry", { claims: { exp: undefined } }],
    ["no account", { claims: { user_id: undefined } }],
    ["no session", { claims: { sid: undefined } }],
    ["a session that is no text", { claims: { sid: { $ne: null } } }],
    ["a time before it begins", { claims: { nbf: iat + 60 } }],
  ])("refuses a token with %s", async (_, changes) => {
    expect(await verify(await forge(changes))).toEqual(invalid);
  });

  it("refuses the algorithm none, with and without a signature", async () => {
    const [, payload, signature] = (await forge({})).split(".");
    const header = base64url.encode(JSON.stringify({ alg: "none", typ: "JWT", kid: "current" }));
    expect(await verify(`${header}.${payload}.`)).toEqual(invalid);
    expect(await verify(`${header}.${payload}.${signature}`)).toEqual(invalid);
  });

  it("refuses a header that asks for extensions", async () => {
    const [, payload, signature] = (await forge({})).split(".");
    for (const extension of [{ crit: ["b64"], b64: false }, { crit: ["exp"] }, { crit: 1 }, { b64: "no" }]) {
      const header = { alg: "HS256", typ: "JWT", kid: "current", ...extension };
      expect(await verify(`${base64url.encode(JSON.stringify(header))}.${payload}.${signature}`)).toEqual(
        invalid,
      );
    }
  });
});

describe("successorJti", () => {
  it("depends on the previous token and the key only, and has the usual format", async () => {
    const claims = { token_type: "refresh", jti: "1", user_id: "a", sid: "s" };
    const jti = await successorJti({ claims, key });
    expect(jti).toMatch(/^[0-9a-f]{32}$/);
    expect(await successorJti({ claims, key })).toBe(jti);
    const [other] = readSigningKeys(`other:${"B".repeat(88)}`);
    expect(await successorJti({ claims, key: other })).not.toBe(jti);
  });
});
