/** Cloudflare's rate-limit binding in front of the API. Its windows follow the clock, so a run may meet two of them. */
import { createExecutionContext, SELF, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { API_RATE, API_WRITE_RATE } from "#shared/limits.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { limitRate, type RateLimits } from "#worker/gateway/limits/rate-limit.ts";
import type { LogEntry } from "#worker/http/log.ts";
import { testGateway } from "../test-gateway.ts";

const BINDINGS: RateLimits = { calls: env.API_RATE, writes: env.API_WRITE_RATE };

function world(limits = BINDINGS) {
  const logged: LogEntry[] = [];
  const app = new Hono<GatewayEnv>();
  app.use(
    limitRate({
      limits,
      secret: "pepper",
      log: (entry) => logged.push(entry),
    }),
  );
  app.all("*", (c) => c.body(null, 204));
  const call = (address: string | null, { method = "GET", path = "/api/signals/" } = {}) => {
    const headers = new Headers(address === null ? {} : { "CF-Connecting-IP": address });
    const request = new Request(`https://site.example${path}`, { method, headers });
    return Promise.resolve(app.fetch(request));
  };
  return { call, logged };
}

/** Sends calls, 40 at a time, until one is throttled: how many passed before, and the refusal. */
async function untilThrottled(send: () => Promise<Response>, most: number) {
  let passed = 0;
  for (let sent = 0; sent < most; sent += 40) {
    const answers = await Promise.all(Array.from({ length: 40 }, send));
    passed += answers.filter(({ status }) => status !== 429).length;
    const refusal = answers.find(({ status }) => status === 429);
    if (refusal) return { passed, refusal };
  }
  return { passed, refusal: null };
}

describe("calls from one address", () => {
  it("are throttled beyond the limit, and those from another are not", { timeout: 60_000 }, async () => {
    const { call, logged } = world();
    const { passed, refusal } = await untilThrottled(() => call("203.0.113.7"), 3 * API_RATE.maxCalls);
    expect(passed).toBeGreaterThanOrEqual(API_RATE.maxCalls);
    expect(passed).toBeLessThanOrEqual(2 * API_RATE.maxCalls);
    expect(refusal?.headers.get("Retry-After")).toBe(String(API_RATE.periodSeconds));
    expect(await refusal?.json()).toEqual({ code: "throttled", detail: expect.any(String) });
    expect((await call("203.0.113.8")).status).toBe(204);
    expect(JSON.stringify(logged)).toContain("calls_throttled");
    expect(JSON.stringify(logged)).not.toContain("203.0.113");
  });

  it("count with the /64 of an IPv6 address, and writes sooner than reads", async () => {
    const { call } = world();
    let host = 0;
    const { passed } = await untilThrottled(
      () => call(`2001:db8:7::${(host += 1).toString(16)}`, { method: "POST" }),
      3 * API_WRITE_RATE.maxCalls,
    );
    expect(passed).toBeGreaterThanOrEqual(API_WRITE_RATE.maxCalls);
    expect(passed).toBeLessThanOrEqual(2 * API_WRITE_RATE.maxCalls);
    expect((await call("2001:db8:7::ffff")).status).toBe(204);
    expect((await call("2001:db8:7:1::1", { method: "POST" })).status).toBe(204);
  });

  it("to hooks count as reads do, since many members' alerts come from one service", async () => {
    const { call } = world();
    const hook = { method: "POST", path: "/api/hooks/some-key/" };
    const most = 2 * API_WRITE_RATE.maxCalls + 40;
    expect((await untilThrottled(() => call("203.0.113.9", hook), most)).refusal).toBeNull();
  });
});

it("the counter's key tells no address, and differs under another secret", async () => {
  const keys: string[] = [];
  const noting: RateLimit = {
    limit(options) {
      keys.push(options.key);
      return BINDINGS.calls.limit(options);
    },
  };
  const { call } = world({ calls: noting, writes: noting });
  await call("203.0.113.10");
  await call("203.0.113.10");
  await call(null);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it("an address keeps its counter however many others have called since", async () => {
  const keys: string[] = [];
  const noting: RateLimit = {
    async limit({ key }) {
      keys.push(key);
      return { success: true };
    },
  };
  const { call } = world({ calls: noting, writes: noting });
  const others = Array.from({ length: 2_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  for (const address of ["203.0.113.10", ...others, "203.0.113.10"]) await call(address);
  expect(new Set(keys).size).toBe(others.length + 1);
  expect(keys.at(-1)).toBe(keys[0]);
});

it("where the platform cannot count, calls pass and the log says so", async () => {
  const failing: RateLimit = { limit: () => Promise.reject(new Error("no counters here")) };
  const { call, logged } = world({ calls: failing, writes: failing });
  expect((await call("203.0.113.11")).status).toBe(204);
  expect(logged).toMatchObject([{ level: "error", event: "rate_limit_failed" }]);
});

describe("the whole worker", () => {
  const headers = { "CF-Connecting-IP": "203.0.113.12", "Content-Type": "application/json" };
  const write = () =>
    SELF.fetch("https://site.example/api/auth/refresh/", { method: "POST", headers, body: "{}" });

  it("answers a throttled write with JSON, and still serves pages to that address", async () => {
    const { refusal } = await untilThrottled(write, 3 * API_WRITE_RATE.maxCalls);
    expect(await refusal?.json()).toMatchObject({ code: "throttled" });
    expect(refusal?.headers.get("Cache-Control")).toBe("no-store");
    expect(refusal?.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    const page = await SELF.fetch("https://site.example/de/signal", { headers });
    expect(page.status).toBe(200);
    await page.body?.cancel();
  });

  it("counts the sitemaps that are made of the API's answers, and no pages or files", async () => {
    const full: RateLimit = { limit: async () => ({ success: false }) };
    const { gateway } = testGateway({
      upstream: { baseUrl: "https://upstream.invalid", fetch: async () => expect.fail("asks the API") },
      rateLimits: { calls: full, writes: full },
    });
    const statusOf = async (path: string) => {
      const context = createExecutionContext();
      const response = await gateway.fetch(new Request(`https://site.example${path}`), env, context);
      await response.text();
      await waitOnExecutionContext(context);
      return response.status;
    };
    for (const path of ["/sitemap.xml", "/sitemap-record-1.xml", "/sitemap-record-999.xml?x=1"])
      expect(await statusOf(path), path).toBe(429);
    for (const path of ["/sitemap-pages.xml", "/robots.txt", "/de/terms"])
      expect(await statusOf(path), path).toBe(200);
  });
});
