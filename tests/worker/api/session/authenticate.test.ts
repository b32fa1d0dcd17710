import { env } from "cloudflare:workers";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { User } from "#shared/contracts/session.ts";
import { SESSION_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";
import { CHALLENGE, createSessionWorld, describeAnswer, tokensOf } from "./session-world.ts";

const invalidToken = (message: string) => ({
  status: 401,
  challenge: CHALLENGE,
  body: {
    detail: "Given token not valid for any token type",
    code: "token_not_valid",
    messages: [{ token_class: "AccessToken", token_type: "access", message }],
  },
});
const refused = (detail: string, code: string) => ({
  status: 401,
  challenge: CHALLENGE,
  body: { detail, code },
});

describe("the current user", () => {
  it("is returned in full for a valid access token", async () => {
    const { createAccount, me, signIn } = createSessionWorld();
    const account = await createAccount({ name: "Ada", role: "staff", passcode: "correct horse" });
    await env.DB.prepare("UPDATE accounts SET language = 'de', time_zone = 'Europe/Berlin' WHERE id = ?")
      .bind(account.id)
      .run();
    const { access } = await signIn(account);
    const response = await me(`Bearer ${access}`);
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toEqual({
      id: account.id,
      pocketoption_id: account.pocketoptionId,
      name: "Ada",
      role: "staff",
      language: "de",
      time_zone: "Europe/Berlin",
      has_passcode: true,
      has_passkey: false,
      may_change: true,
      needs_passkey: false,
      created_at: "2026-03-01T12:00:00.250Z",
    });
    expect(v.parse(User, body), "nothing of it is replaced").toEqual(body);
  });

  it("is not returned without credentials, or with others than two words of which the first is Bearer", async () => {
    const { me, signIn } = createSessionWorld();
    const { access } = await signIn();
    for (const header of [undefined, " ", "Basic dXNlcjpwYXNz", `bearer ${access}`, `JWT ${access}`])
      expect(await describeAnswer(await me(header))).toEqual(
        refused("Authentication credentials were not provided.", "not_authenticated"),
      );
    for (const header of ["Bearer", "Bearer one two"])
      expect(await describeAnswer(await me(header))).toEqual(
        refused("Authorization header must contain two space-delimited values", "bad_authorization_header"),
      );
  });

  it("is not returned for an invalid token, an expired token or a refresh token", async () => {
    const { me, pass, signIn } = createSessionWorld();
    const { access, refresh } = await signIn();
    expect(await describeAnswer(await me("Bearer undefined"))).toEqual(invalidToken("Token is invalid"));
    expect(await describeAnswer(await me(`Bearer ${refresh}`))).toEqual(invalidToken("Token has wrong type"));
    pass(299_000);
    expect((await me(`Bearer ${access}`)).status).toBe(200);
    pass(1_000);
    expect(await describeAnswer(await me(`Bearer ${access}`))).toEqual(invalidToken("Token is expired"));
  });

  it("is not returned after a sign-out, even if the access token has not expired", async () => {
    const { me, post, signIn } = createSessionWorld();
    const { access, refresh } = await signIn();
    await post("/api/auth/logout/", { refresh });
    expect(await describeAnswer(await me(`Bearer ${access}`))).toEqual(invalidToken("Token is blacklisted"));
  });

  it.each([
    ["DELETE FROM sessions WHERE account_id = ?", invalidToken("Token is blacklisted")],
    ["UPDATE accounts SET is_active = 0 WHERE id = ?", refused("User is inactive", "user_inactive")],
    ["DELETE FROM accounts WHERE id = ?", refused("User not found", "user_not_found")],
  ])("is not returned after %s", async (sql, refusal) => {
    const { createAccount, me, signIn } = createSessionWorld();
    const account = await createAccount();
    const { access } = await signIn(account);
    await env.DB.prepare(sql).bind(account.id).run();
    expect(await describeAnswer(await me(`Bearer ${access}`))).toEqual(refusal);
  });

  it("is not returned once the session has lasted as long as it may, even if the access token has not expired", async () => {
    const { createAccount, me, pass, refresh, signIn } = createSessionWorld();
    const first = await signIn(await createAccount({ role: "staff", passcode: "correct horse" }));
    pass(SESSION_LIFETIME_SECONDS.staff * 1000 - 1_000);
    const { access } = await tokensOf(await refresh(first.refresh));
    expect((await me(`Bearer ${access}`)).status).toBe(200);
    pass(1_000);
    expect(await describeAnswer(await me(`Bearer ${access}`))).toEqual(invalidToken("Token is blacklisted"));
  });

  it("is still returned for the older access token after a refresh", async () => {
    const { me, refresh, signIn } = createSessionWorld();
    const first = await signIn();
    await tokensOf(await refresh(first.refresh));
    expect((await me(`Bearer ${first.access}`)).status).toBe(200);
  });
});

it("staff's calls are refused by the current role of the account, not the role when the token was issued", async () => {
  const { api, createAccount, signIn } = createSessionWorld();
  const account = await createAccount({ role: "staff", passcode: "correct horse" });
  const headers = { Authorization: `Bearer ${(await signIn(account)).access}` };
  const ask = () => api.request("/api/admin/accounts/", { headers });
  expect((await ask()).status).toBe(200);
  await env.DB.prepare("UPDATE accounts SET role = 'member' WHERE id = ?").bind(account.id).run();
  expect(await describeAnswer(await ask())).toEqual({
    status: 403,
    challenge: null,
    body: { detail: "You do not have permission to perform this action.", code: "permission_denied" },
  });
});
