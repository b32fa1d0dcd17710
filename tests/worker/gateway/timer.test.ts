import { describe, expect, it } from "vitest";
import { sleep, startTimer, withDeadline } from "#worker/gateway/timer.ts";
import { createVirtualTime } from "./proxy/virtual-time.ts";

it("a stopped timer never ends", async () => {
  const { over, stop } = startTimer(10);
  stop();
  const first = await Promise.race([over.then(() => "over"), startTimer(60).over.then(() => "another")]);
  expect(first).toBe("another");
});

describe("sleep", () => {
  it("waits as long as it is asked to", async () => {
    const startedMs = Date.now();
    await sleep(startTimer, 30, new AbortController().signal);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(25);
  });

  it("rejects at once with the abort signal's reason and leaves no timer", async () => {
    const time = createVirtualTime();
    const caller = new AbortController();
    const waiting = sleep(time.startTimer, 60_000, caller.signal);
    expect(time.pending()).toBe(1);
    caller.abort(new Error("called off"));
    await expect(waiting).rejects.toThrow("called off");
    await expect(sleep(time.startTimer, 60_000, caller.signal)).rejects.toThrow("called off");
    expect(time.pending()).toBe(0);
  });
});

describe("a deadline", () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      signal.addEventListener("abort", () => resolve("too late"));
    });

  it("aborts the work when its time is over", async () => {
    const time = createVirtualTime();
    const startedMs = time.now();
    expect(await time.run(withDeadline(time.startTimer, 500, untilAborted))).toBe("too late");
    expect(time.now() - startedMs).toBe(500);
  });

  it.each([
    ["done", async () => "done"],
    ["failed", () => Promise.reject(new Error("failed"))],
  ])("leaves no timer if the work is %s in time", async (end, work) => {
    const time = createVirtualTime();
    const result = await withDeadline(time.startTimer, 500, work).catch((error: Error) => error.message);
    expect([result, time.pending()]).toEqual([end, 0]);
  });
});
