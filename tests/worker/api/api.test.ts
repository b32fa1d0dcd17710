import { SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { createSessionWorld } from "./session/session-world.ts";

describe("the embedded API", () => {
  it("answers an unknown path with a JSON 404", async () => {
    const response = await createSessionWorld().api.request("/api/nothing/");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: "Not found.", code: "not_found" });
  });

  it("answers 405 with an Allow header if a known path is called with another method", async () => {
    const { api } = createSessionWorld();
    const login = await api.request("/api/auth/login/");
    expect(login.status).toBe(405);
    expect(login.headers.get("Allow")).toBe("POST, OPTIONS");
    expect(await login.json()).toEqual({ detail: 'Method "GET" not allowed.', code: "method_not_allowed" });
    const me = await api.request("/api/auth/me", { method: "DELETE" });
    expect(me.status).toBe(405);
    expect(me.headers.get("Allow")).toBe("GET, HEAD, PATCH, OPTIONS");
  });

  it("answers OPTIONS on a known path with the allowed methods", async () => {
    const response = await createSessionWorld().api.request("/api/auth/login/", { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")).toBe("POST, OPTIONS");
  });

  it("answers with and without the trailing slash", async () => {
    const { api, post } = createSessionWorld();
    const answers = [await post("/api/auth/login", {}), await post("/api/auth/login/", {})];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    const [bare, slashed] = await Promise.all(answers.map((answer) => answer.json()));
    expect(bare).toEqual(slashed);
    expect((await api.request("/api/auth/me")).status).toBe(401);
  });

  it.each([
    ["/api/signals/", {}, 200],
    ["/api/signals/export.csv", {}, 200],
    ["/api/auth/me/", {}, 401],
    ["/api/nothing/", {}, 404],
    ["/api/live/?after=x", { Upgrade: "websocket", Origin: "https://tidemark.example" }, 400],
  ])("forbids caching of the response to %s", async (path, headers: Record<string, string>, status) => {
    const response = await SELF.fetch(`https://tidemark.example${path}`, { headers });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([status, "no-store"]);
    await response.body?.cancel();
  });

  it("answers an internal error with a 500 without details, and logs it once with the gateway's request id", async () => {
    const { createAccount, logged, post } = createSessionWorld();
    const account = await createAccount({ passcode: "correct horse" });
    await env.DB.prepare("UPDATE accounts SET passcode_hash = '$pbkdf2-sha256$i=broken' WHERE id = ?")
      .bind(account.id)
      .run();
    const credentials = { pocketoption_id: account.pocketoptionId, passcode: "correct horse" };
    const response = await post("/api/auth/login/", credentials, { "X-Request-Id": "request-7" });
    expect(response.status).toBe(500);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({ detail: "Internal Server Error", code: "internal_error" });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ level: "error", event: "api_error", requestId: "request-7" });
    expect(JSON.stringify(logged)).not.toContain("correct horse");
    expect(JSON.stringify(logged)).not.toContain(account.pocketoptionId);
  });

  it("leaves accounts, handles and keys out of the log of an internal error", async () => {
    const db: D1Database = new Proxy(env.DB, {
      get(_target, name) {
        if (name === "withSession") return () => db;
        if (name === "getBookmark") return () => null;
        throw new Error("no database");
      },
    });
    const { api, logged } = createSessionWorld({ db: drizzle(db) });
    for (const path of ["/api/traders/north-light/", "/api/signals/018f-42/", "/api/hooks/tmk_s3cret/"]) {
      const method = path.startsWith("/api/hooks/") ? "POST" : "GET";
      expect((await api.request(path, { method })).status).toBe(500);
    }
    expect(JSON.stringify(logged)).not.toMatch(/north-light|018f-42|s3cret/);
    expect(logged.map(({ route }) => route)).toEqual([
      "/api/traders/:handle/",
      "/api/signals/:id/",
      "/api/hooks/:key/",
    ]);
  });

  it("creates a request id if the gateway sends none", async () => {
    const { createAccount, logged, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ role: "staff" });
    await post("/api/auth/login/", { pocketoption_id: pocketoptionId });
    expect(logged[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
