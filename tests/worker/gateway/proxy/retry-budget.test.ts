/** How many calls an upstream gets for what one reader, or many, ask while it fails. */
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { createHttp } from "#client/data/http.ts";
import { createRetryBudget } from "#worker/gateway/proxy/retry-policy.ts";
import { answer, hang, json, reset, testProxy, type Step, type TestProxy } from "./scripted-upstream.ts";
import { RETRY_BUDGET } from "#shared/limits/calls.ts";

const storage = answer(503, '{"code":"storage_unavailable"}', { "X-Should-Retry": "false" });

/** The browser's client, whose calls go through this gateway. */
function browserBefore(proxy: TestProxy) {
  return createHttp({
    fetch: (path, init) => proxy.send(path, init),
    sleep: (delayMs) => proxy.time.run(proxy.time.sleep(delayMs, new AbortController().signal)),
    random: () => 0.5,
    now: proxy.time.now,
  });
}

describe("one reader", () => {
  it.each<[string, Step, number]>([
    ["503", answer(503), 4],
    ["500", answer(500), 4],
    ["503 that asks for a second", answer(503, "{}", { "Retry-After": "1" }), 4],
    ["a broken connection", reset, 4],
    ["silence", hang, 3],
    ["503 that will not change", storage, 1],
  ])("has the upstream asked as often as the gateway repeats, at %s", async (_name, step, calls) => {
    const proxy = testProxy([step]);
    await expect(browserBefore(proxy).get("/api/signals/", v.unknown())).rejects.toThrow("server");
    expect(proxy.calls.length).toBe(calls);
  });

  it("waits as long as an upstream asks that the gateway does not wait for", async () => {
    const proxy = testProxy([answer(503, "{}", { "Retry-After": "7" }), answer(200, "{}")]);
    await browserBefore(proxy).get("/api/signals/", v.unknown());
    expect(proxy.gaps()).toEqual([7_000]);
  });

  it("meets an answer that forbids it once on a sign-in, too", async () => {
    const proxy = testProxy([storage]);
    const response = await proxy.send("/api/auth/login/", json({ pocketoption_id: "1" }));
    expect([response.status, proxy.calls.length]).toEqual([503, 1]);
  });
});

describe("many readers of an upstream that is down", () => {
  it("cost it a quarter more calls than they make, once the reserve is spent", async () => {
    const proxy = testProxy([answer(503)], { random: () => 0 });
    const readers = 400;
    for (let reader = 0; reader < readers; reader += 1) await proxy.send("/api/signals/");
    // The first call finds the reserve full.
    const retries = RETRY_BUDGET.reserve + Math.floor((readers - 1) * RETRY_BUDGET.perCall);
    expect(proxy.calls.length).toBe(readers + retries);
  });

  it("are repeated again after a while", () => {
    let nowMs = 0;
    const budget = createRetryBudget(() => nowMs);
    for (let retry = 0; retry < RETRY_BUDGET.reserve; retry += 1) expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
    nowMs += 1_000;
    const taken = Array.from({ length: 2 * RETRY_BUDGET.perSecond }, () => budget.take()).filter(Boolean);
    expect(taken).toHaveLength(RETRY_BUDGET.perSecond);
  });
});
