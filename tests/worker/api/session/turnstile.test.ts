import { afterEach, expect, it, vi } from "vitest";
import { testDependencies } from "#tests/worker/api/test-dependencies.ts";
import { createApi } from "#worker/api/api.ts";

afterEach(() => vi.unstubAllGlobals());

it("a sign-in that fails is not sent again, because its Turnstile token is spent", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: true }));
  const api = createApi(testDependencies({ turnstileSecret: "a secret" }));
  const answer = await api.request("https://api.example/api/auth/login/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ pocketoption_id: "nobody-has-it", turnstile_token: "valid once" }),
  });
  expect([answer.status, answer.headers.get("X-Should-Retry")]).toEqual([401, "false"]);
});
