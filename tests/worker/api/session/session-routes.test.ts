import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { base64url } from "jose";
import { describe, expect, it } from "vitest";
import { createSessionWorld, describeAnswer } from "./session-world.ts";
import { createSigningKeys } from "#worker/api/session/signing-keys.ts";

const CALLS = ["login", "refresh", "logout"] as const;

const invalid = (fields: object) => ({
  status: 400,
  challenge: null,
  body: { ...fields, detail: "Invalid input.", code: "invalid" },
});

describe("a missing or invalid field", () => {
  it.each([
    [{}, "This field is required."],
    [{ pocketoption_id: null }, "This field may not be null."],
    [{ pocketoption_id: "" }, "This field may not be blank."],
    [{ pocketoption_id: "  " }, "This field may not be blank."],
    [{ pocketoption_id: true }, "Not a valid string."],
    [{ pocketoption_id: ["1"] }, "Not a valid string."],
    [{ pocketoption_id: 1e300 }, "Not a valid string."],
    [{ pocketoption_id: "a b" }, "Enter a valid value."],
    [{ pocketoption_id: "1".repeat(65) }, "Enter a valid value."],
  ])("is named in the error: login with %j", async (body, message) => {
    const answer = await describeAnswer(await createSessionWorld().post("/api/auth/login/", body));
    expect(answer).toEqual(invalid({ pocketoption_id: [message] }));
  });

  it.each([
    [null, "This field may not be null."],
    ["", "This field may not be blank."],
    ["12345", "Ensure this field has at least 6 characters."],
    ["x".repeat(129), "Ensure this field has no more than 128 characters."],
    [123456, "Not a valid string."],
  ])("is named in the error: passcode %j", async (passcode, message) => {
    const body = { pocketoption_id: "someone", passcode };
    const answer = await describeAnswer(await createSessionWorld().post("/api/auth/login/", body));
    expect(answer).toEqual(invalid({ passcode: [message] }));
  });

  it.each(["refresh", "logout"])("is named in the error: %s", async (call) => {
    const { post } = createSessionWorld();
    for (const [body, message] of [
      [{}, "This field is required."],
      [{ refresh: null }, "This field may not be null."],
      [{ refresh: "" }, "This field may not be blank."],
      [{ refresh: {} }, "Not a valid string."],
    ]) {
      const answer = await describeAnswer(await post(`/api/auth/${call}/`, body));
      expect(answer).toEqual(invalid({ refresh: [message] }));
    }
  });
});

describe("a deployment that lacks a secret", () => {
  it("answers sign-in with a 503 without signing keys, says which secret to set, and logs it once", async () => {
    const { api, logged, me, post } = createSessionWorld({ signingKeys: createSigningKeys("") });
    for (const response of [
      ...(await Promise.all(CALLS.map((call) => post(`/api/auth/${call}/`, {})))),
      await me(),
    ]) {
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({
        detail: expect.stringMatching(/^Sign-in is not configured: set the secret JWT_SIGNING_KEYS /),
        code: "sign_in_not_configured",
      });
    }
    expect(logged).toEqual([expect.objectContaining({ level: "error", event: "sign_in_not_configured" })]);
    expect((await api.request("/api/nothing/")).status).toBe(404);
  });

  it("answers sign-in with a 503 without a pepper, but still refreshes open sessions", async () => {
    const { refresh: refreshToken } = await createSessionWorld().signIn();
    const { logged, post, refresh } = createSessionWorld({ passcodePepper: "" });
    const response = await post("/api/auth/login/", {});
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining("set the secret PASSCODE_PEPPER"),
      code: "sign_in_not_configured",
    });
    expect(logged).toHaveLength(1);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it("answers with a 503 for a signing key that is too short, and names the key", async () => {
    const { me } = createSessionWorld({ signingKeys: createSigningKeys("tiny:c2hvcnQ") });
    const response = await me();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('key "tiny" has 5 bytes'),
    });
  });
});

describe("a sign-in request with any input", () => {
  const { api } = createSessionWorld();
  const send = (call: string, body: BodyInit, headers: Record<string, string>) =>
    api.request(`/api/auth/${call}/`, { method: "POST", body, headers });
  const anyToken = fc
    .tuple(fc.json(), fc.json(), fc.uint8Array())
    .map((parts) => parts.map((part) => base64url.encode(part)).join("."));
  const likelyHeader = fc.record(
    {
      alg: fc.constantFrom("HS256", "none", "RS256", null),
      typ: fc.constantFrom("JWT", 1, ""),
      kid: fc.oneof(fc.constant("test-1"), fc.anything()),
      crit: fc.anything(),
      b64: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const likelyToken = fc.tuple(likelyHeader, fc.json(), fc.string()).map(([header, payload, signature]) =>
    [safeJson(header), payload]
      .map((part) => base64url.encode(part))
      .join(".")
      .concat(".", signature),
  );

  it("is never a 500, whatever its body", async () => {
    const bodies = fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.uint8Array());
    const types = fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", "{}");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CALLS), bodies, types, async (call, body, type) => {
        const { status } = await send(call, body instanceof Uint8Array ? new Uint8Array(body) : body, {
          "Content-Type": type,
        });
        expect([400, 415]).toContain(status);
      }),
    );
  });

  it("is never a 500, whatever its fields", async () => {
    const fields = fc.record(
      { pocketoption_id: fc.anything(), passcode: fc.oneof(fc.string(), fc.anything()) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (body) => {
        const { status } = await send("login", safeJson(body), { "Content-Type": "application/json" });
        expect([400, 401, 429]).toContain(status);
      }),
    );
  });

  it("is never a 500, whatever the token in its body or header", async () => {
    const tokens = fc.oneof(anyToken, likelyToken, fc.string({ minLength: 1, unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("refresh", "logout"), tokens, async (call, refresh) => {
        const headers = { "Content-Type": "application/json" };
        expect((await send(call, JSON.stringify({ refresh }), headers)).status).toBe(401);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyToken, likelyToken.filter(isPrintable)), async (token) => {
        const response = await api.request("/api/auth/me/", {
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(response.status).toBe(401);
      }),
    );
  });

  it("does not change the accounts", async () => {
    const { createAccount, post } = createSessionWorld();
    await createAccount();
    const before = await env.DB.prepare("SELECT count(*) AS n FROM accounts").first("n");
    await post("/api/auth/login/", { pocketoption_id: "'; DROP TABLE accounts; --" });
    await post("/api/auth/login/", { pocketoption_id: "newcomer", role: "staff", is_active: true });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM accounts").first("n")).toBe(before);
  });
});

function isPrintable(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** JSON of anything, bigints and cycles left out. */
function safeJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint" ? member.toString() : member,
  );
}
