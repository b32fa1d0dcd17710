import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cacheAnswer } from "#client/service-worker/cache-answer.ts";
import { CACHE_ANSWER_MS } from "#shared/limits/browser.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a cache storage that rejects counts as empty", async () => {
  expect(
    await cacheAnswer(Promise.reject(new DOMException("Unexpected internal error", "UnknownError"))),
  ).toBe(undefined);
  expect(await cacheAnswer(Promise.resolve("kept"))).toBe("kept");
});

it("a cache storage that does not answer is waited for once, until it answers", async () => {
  const late = Promise.withResolvers<string>();
  const first = cacheAnswer(late.promise);
  await vi.advanceTimersByTimeAsync(CACHE_ANSWER_MS);
  expect(await first).toBe(undefined);
  expect(await cacheAnswer(new Promise(() => {}))).toBe(undefined);
  late.resolve("late");
  await vi.advanceTimersByTimeAsync(0);
  expect(await cacheAnswer(Promise.resolve("kept"))).toBe("kept");
});
