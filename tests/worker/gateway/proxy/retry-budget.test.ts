/** How many calls a failing upstream gets for the requests of one client or of many. */
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

describe("a request of one browser", () => {
  it.each<[string, Step, number]>([
    ["503", answer(503), 4],
    ["500", answer(500), 4],
    ["503 that asks for a second", answer(503, "{}", { "Retry-After": "1" }), 4],
    ["a broken connection", reset, 4],
    ["silence", hang, 3],
    ["503 that will not change", storage, 1],
  ])("is repeated by the gateway only, if the upstream fails with %s", async (_name, step, calls) => {
    const proxy = testProxy([step]);
    await expect(browserBefore(proxy).get("/api/signals/", v.unknown())).rejects.toThrow("server");
    expect(proxy.calls.length).toBe(calls);
  });

  it("is repeated by the browser after a Retry-After that is too long for the gateway", async () => {
    const proxy = testProxy([answer(503, "{}", { "Retry-After": "7" }), answer(200, "{}")]);
    await browserBefore(proxy).get("/api/signals/", v.unknown());
    expect(proxy.gaps()).toEqual([7_000]);
  });

  it("is not repeated on sign-in either, if the response forbids it", async () => {
    const proxy = testProxy([storage]);
    const response = await proxy.send("/api/auth/login/", json({ pocketoption_id: "1" }));
    expect([response.status, proxy.calls.length]).toEqual([503, 1]);
  });
});

describe("requests of many clients to a failing upstream", () => {
  it("cause only a quarter more calls, once the reserve of retries is spent", async () => {
    const proxy = testProxy([answer(503)], { random: () => 0 });
    const readers = 400;
    for (let reader = 0; reader < readers; reader += 1) await proxy.send("/api/signals/");
    // The first call finds the reserve full.
    const retries = RETRY_BUDGET.reserve + Math.floor((readers - 1) * RETRY_BUDGET.perCall);
    expect(proxy.calls.length).toBe(readers + retries);
  });

  it("are retried again after a while", () => {
    let nowMs = 0;
    const budget = createRetryBudget(() => nowMs);
    for (let retry = 0; retry < RETRY_BUDGET.reserve; retry += 1) expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
    nowMs += 1_000;
    const taken = Array.from({ length: 2 * RETRY_BUDGET.perSecond }, () => budget.take()).filter(Boolean);
    expect(taken).toHaveLength(RETRY_BUDGET.perSecond);
  });
});
