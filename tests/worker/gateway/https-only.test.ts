/** The whole worker, with requests over plain HTTP. */
import { env } from "cloudflare:workers";
import { createExecutionContext, SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { readConfig } from "#worker/config.ts";
import { testGateway } from "./test-gateway.ts";

const ask = (address: string, init: RequestInit = {}) => SELF.fetch(address, { redirect: "manual", ...init });

describe("over plain HTTP", () => {
  it.each([
    ["http://tidemark.example/", "https://tidemark.example/"],
    ["http://tidemark.example/en/about?a=b%20c&d", "https://tidemark.example/en/about?a=b%20c&d"],
    ["http://tidemark.example//evil.example/x", "https://tidemark.example//evil.example/x"],
    ["http://tidemark.example:8080/api/signals/?limit=1", "https://tidemark.example/api/signals/?limit=1"],
    ["http://[2001:db8::1]:8080/sw.js", "https://[2001:db8::1]/sw.js"],
    ["http://localhost.evil.example/en", "https://localhost.evil.example/en"],
    ["http://127.0.0.1.evil.example/en", "https://127.0.0.1.evil.example/en"],
  ])("%s redirects to %s", async (address, location) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await ask(address, { method });
      expect([response.status, response.headers.get("Location")]).toEqual([308, location]);
      expect(response.headers.has("Strict-Transport-Security")).toBe(false);
      expect(await response.text()).toBe("");
    }
  });

  it("a write is refused", async () => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    const response = await ask("http://tidemark.example/api/auth/login/", init);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "https_required" });
  });

  it.each(["http://127.0.0.1:8787", "http://site.localhost"])(
    "%s is the same machine and is served",
    async (origin) => {
      const page = await ask(`${origin}/en/about`);
      await page.text();
      const headers = { "Content-Type": "application/json" };
      const write = await ask(`${origin}/api/auth/refresh/`, { method: "POST", headers, body: "{}" });
      expect([page.status, write.status]).toEqual([200, 400]);
      await write.text();
    },
  );

  it("any host is served by `npm start`, which may be behind a proxy that terminates TLS", async () => {
    const { gateway } = testGateway({ config: readConfig({ ...env, LOCAL: "1" }) });
    const request = new Request("http://tunnel.example/healthz");
    expect((await gateway.fetch(request, env, createExecutionContext())).status).toBe(200);
  });
});

describe("Strict-Transport-Security", () => {
  it.each([
    [{}, "max-age=63072000"],
    [{ HSTS_INCLUDE_SUBDOMAINS: "off" }, "max-age=63072000"],
    [{ HSTS_INCLUDE_SUBDOMAINS: "on" }, "max-age=63072000; includeSubDomains"],
    [{ HSTS_INCLUDE_SUBDOMAINS: "on", HSTS_PRELOAD: "on" }, "max-age=63072000; includeSubDomains; preload"],
  ])("with %j includes subdomains and preload only if the operator says so", async (vars, expected) => {
    const { ask } = testGateway({ config: readConfig({ ...env, ...vars }) });
    expect((await ask("/healthz")).headers.get("Strict-Transport-Security")).toBe(expected);
    expect((await ask("/sw.js")).headers.get("Strict-Transport-Security")).toBe(expected);
  });

  it("allows preload only together with subdomains", () => {
    expect(() => readConfig({ ...env, HSTS_PRELOAD: "on" })).toThrow("Configuration: HSTS_PRELOAD: needs");
  });
});
