/** Cloudflare's rate-limit binding in front of the API. Its windows follow the clock, so a run may meet two of them. */
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { CallsThrottled, createCallCounter, type RateLimits } from "#worker/gateway/limits/rate-limit.ts";
import type { LogEntry } from "#worker/http/logger.ts";
import { testGateway } from "../test-gateway.ts";
import { API_RATE, API_WRITE_RATE } from "#shared/limits/requests.ts";

const BINDINGS: RateLimits = { calls: env.API_RATE, writes: env.API_WRITE_RATE };

function world(limits = BINDINGS) {
  const logged: LogEntry[] = [];
  const app = new Hono<GatewayEnv>();
  const countCall = createCallCounter({ limits, secret: "pepper", log: (entry) => logged.push(entry) });
  app.all("*", async (c) => {
    await countCall(c);
    return c.body(null, 204);
  });
  app.onError((error, c) => c.body(null, error instanceof CallsThrottled ? 429 : 500));
  const call = (address: string | null, { method = "GET", path = "/api/signals/" } = {}) => {
    const headers = new Headers(address === null ? {} : { "CF-Connecting-IP": address });
    const request = new Request(`https://site.example${path}`, { method, headers });
    return Promise.resolve(app.fetch(request));
  };
  return { call, logged };
}

/** Notes by which key each counter counts. */
function noting() {
  const keys = { calls: [] as string[], writes: [] as string[] };
  const counter = (noted: string[]): RateLimit => ({
    limit: async ({ key }) => ({ success: noted.push(key) > 0 }),
  });
  return { keys, limits: { calls: counter(keys.calls), writes: counter(keys.writes) } };
}

it("writes from one address are throttled above their limit, but not those from another", async () => {
  const { call, logged } = world();
  const write = () => call("203.0.113.7", { method: "POST" });
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 3 * API_WRITE_RATE.maxCalls) {
    const answers = await Promise.all(Array.from({ length: 40 }, write));
    statuses.push(...answers.map(({ status }) => status));
  }
  const passed = statuses.filter((status) => status !== 429).length;
  expect(passed).toBeGreaterThanOrEqual(API_WRITE_RATE.maxCalls);
  expect(passed).toBeLessThanOrEqual(2 * API_WRITE_RATE.maxCalls);
  expect((await call("203.0.113.7")).status).toBe(204);
  expect((await call("203.0.113.8", { method: "POST" })).status).toBe(204);
  expect(JSON.stringify(logged)).toContain("calls_throttled");
  expect(JSON.stringify(logged)).not.toContain("203.0.113");
});

it("calls are counted per /64 of an IPv6 address, whoever calls meanwhile, by a key that does not name it", async () => {
  const { keys, limits } = noting();
  const { call } = world(limits);
  const others = Array.from({ length: 2_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  for (const address of ["2001:db8:7::1", ...others, "2001:db8:7::ffff"]) await call(address);
  expect(new Set(keys.calls).size).toBe(1 + others.length);
  expect(keys.calls.at(-1)).toBe(keys.calls[0]);
  await call("2001:db8:7:1::1");
  await call(null);
  expect(new Set(keys.calls).size).toBe(1 + others.length + 2);
  for (const key of keys.calls) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

it("messages to webhooks have the limit of reads, since many members' alerts come from one service", async () => {
  const { keys, limits } = noting();
  const { call } = world(limits);
  for (const path of ["/api/hooks/some-key/", "/api/signals/"])
    await call("203.0.113.9", { method: "POST", path });
  expect([keys.calls.length, keys.writes.length]).toEqual([2, 1]);
});

it("if the rate limiter fails, calls pass and the failure is logged", async () => {
  const failing: RateLimit = { limit: () => Promise.reject(new Error("no counters here")) };
  const { call, logged } = world({ calls: failing, writes: failing });
  expect((await call("203.0.113.11")).status).toBe(204);
  expect(logged).toMatchObject([{ level: "error", event: "rate_limit_failed" }]);
});

describe("the whole gateway", () => {
  const full: RateLimit = { limit: async () => ({ success: false }) };

  function site(calls: RateLimit, writes = calls) {
    const asked: string[] = [];
    const { ask, logged } = testGateway({
      rateLimits: { calls, writes },
      upstream: {
        baseUrl: "https://upstream.invalid",
        async fetch(url) {
          asked.push(new URL(url).pathname);
          return Response.json({ detail: "Not here." }, { status: 404 });
        },
      },
    });
    const get = async (path: string, init?: RequestInit) => {
      const response = await ask(path, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    return { get, asked, logged };
  }

  it("answers a throttled call with JSON and Retry-After", async () => {
    const json = { "Content-Type": "application/json" };
    const write = { method: "POST", headers: json, body: "{}" };
    for (const answer of [
      await site(full).get("/api/signals/"),
      await site(noting().limits.calls, full).get("/api/auth/refresh/", write),
      await site(full).get("/en/signal/_payload.json?asset=A1"),
    ]) {
      expect(answer.status).toBe(429);
      expect(JSON.parse(answer.text)).toEqual({ code: "throttled", detail: expect.any(String) });
      expect(answer.headers.get("Retry-After")).toBe(String(API_RATE.periodSeconds));
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it.each([
    "/api/signals/?asset=A1",
    "/en/signal/_payload.json?asset=A1",
    "/de/signal/some-id",
    "/",
    "/sitemap.xml",
    "/sitemap-record-1.xml",
  ])("counts each call that %s makes to the API once", async (path) => {
    const { keys, limits } = noting();
    const open = site(limits.calls);
    await open.get(path);
    expect(open.asked.length).toBeGreaterThan(0);
    expect(keys.calls.length).toBe(open.asked.length);

    const closed = site(full);
    expect((await closed.get(path)).status).toBe(429);
    expect(closed.asked).toEqual([]);
  });

  it("refuses a throttled page in the page's language", async () => {
    const { get, asked } = site(full);
    const page = await get("/de/signal?asset=A1");
    expect(page.headers.get("Content-Language")).toBe("de");
    expect(page.headers.get("Retry-After")).toBe(String(API_RATE.periodSeconds));
    expect(page.text).toContain("<h1>Zu viele Anfragen</h1>");
    expect(asked).toEqual([]);
  });

  it("counts neither files nor pages without data", async () => {
    const { get } = site(full);
    for (const path of ["/sitemap-pages.xml", "/robots.txt", "/de/terms", "/de/login", "/sw.js"])
      expect((await get(path)).status, path).toBe(200);
  });
});
