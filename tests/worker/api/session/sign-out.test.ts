import { describe, expect, it } from "vitest";
import { CHALLENGE, createSessionWorld, describeAnswer, tokensOf } from "./session-world.ts";

const LOGOUT = "/api/auth/logout/";

describe("a sign-out", () => {
  it("answers 204, ends this session alone, and may be repeated", async () => {
    const { createAccount, post, refresh, signIn } = createSessionWorld();
    const account = await createAccount();
    const [tokens, other] = [await signIn(account), await signIn(account)];
    for (const _ of ["first", "again"]) {
      const response = await post(LOGOUT, { refresh: tokens.refresh });
      expect(response.status).toBe(204);
      expect(await response.text()).toBe("");
    }
    expect((await refresh(tokens.refresh)).status).toBe(401);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  it("ends the session even with a rotated or expired token", async () => {
    const { pass, post, refresh, signIn } = createSessionWorld();
    const first = await signIn();
    pass(23 * 60 * 60 * 1000);
    const second = await tokensOf(await refresh(first.refresh));
    pass(2 * 60 * 60 * 1000);
    expect((await post(LOGOUT, { refresh: first.refresh })).status).toBe(204);
    expect((await describeAnswer(await refresh(second.refresh))).body).toMatchObject({
      detail: "Token is blacklisted",
    });
  });

  it("is refused for a forged token and for an access token", async () => {
    const { me, post, signIn } = createSessionWorld();
    const { access, refresh } = await signIn();
    const [header, payload] = refresh.split(".");
    const forged = `${header}.${payload}.${"A".repeat(43)}`;
    for (const [token, detail] of [
      [forged, "Token is invalid"],
      [access, "Token has wrong type"],
    ]) {
      expect(await describeAnswer(await post(LOGOUT, { refresh: token }))).toEqual({
        status: 401,
        challenge: CHALLENGE,
        body: { detail, code: "token_not_valid" },
      });
    }
    expect((await me(`Bearer ${access}`)).status).toBe(200);
  });
});
