import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createSessionWorld } from "./session-world.ts";
import { createSigningKeys } from "#worker/api/session/token-keys.ts";

const CALLS = ["login", "refresh", "logout"] as const;

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
});

describe("a sign-in request with hostile input", () => {
  it("does not change the accounts", async () => {
    const { createAccount, post } = createSessionWorld();
    await createAccount();
    const before = await env.DB.prepare("SELECT count(*) AS n FROM accounts").first("n");
    await post("/api/auth/login/", { pocketoption_id: "'; DROP TABLE accounts; --" });
    await post("/api/auth/login/", { pocketoption_id: "newcomer", role: "staff", is_active: true });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM accounts").first("n")).toBe(before);
  });
});
