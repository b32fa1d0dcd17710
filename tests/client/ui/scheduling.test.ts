import { afterEach, expect, it, vi } from "vitest";
import { whenIdle } from "#client/ui/scheduling.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("what waits for an idle browser runs after two seconds in one that never is", () => {
  vi.useFakeTimers();
  const neverIdle = (task: () => void, options?: IdleRequestOptions) =>
    options?.timeout === undefined ? 0 : setTimeout(task, options.timeout);
  vi.stubGlobal("window", { requestIdleCallback: neverIdle });
  vi.stubGlobal("requestIdleCallback", neverIdle);
  vi.stubGlobal("cancelIdleCallback", clearTimeout);
  const ran: string[] = [];
  whenIdle(() => ran.push("kept"));
  whenIdle(() => ran.push("cancelled"))();
  vi.advanceTimersByTime(1_999);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(["kept"]);
});
