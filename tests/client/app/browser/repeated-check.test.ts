import { describe, expect, it } from "vitest";
import { createRepeatedCheck } from "#client/app/browser/repeated-check.ts";
import { createFakeClock, settle } from "#tests/client/fake-clock.ts";
import { SERVICE_WORKER_CHECK_INTERVAL_MS } from "#shared/limits/browser.ts";

function checkWorld() {
  const clock = createFakeClock();
  const state = { isWanted: true, isFailing: false };
  const checks: number[] = [];
  const repeated = createRepeatedCheck({
    after: clock.after,
    intervalMs: SERVICE_WORKER_CHECK_INTERVAL_MS,
    isWanted: () => state.isWanted,
    check: async () => {
      checks.push(clock.now() / 1000);
      if (state.isFailing) throw new TypeError("offline");
    },
  });
  return { clock, state, checks, repeated };
}

describe("a repeated check", () => {
  it("runs once per interval", async () => {
    const { clock, checks, repeated } = checkWorld();
    repeated.update();
    await clock.advanceSettled(65_000);
    expect(checks).toEqual([20, 40, 60]);
  });

  it("pauses while the tab is hidden or offline, and runs at once when it returns", async () => {
    const { clock, state, checks, repeated } = checkWorld();
    repeated.update();
    state.isWanted = false;
    repeated.update();
    await clock.advanceSettled(120_000);
    expect(checks).toEqual([]);
    expect(clock.pending()).toBe(0);
    state.isWanted = true;
    repeated.update();
    await settle();
    expect(checks).toEqual([120]);
  });

  it("runs at once when a tab that was opened hidden is shown", async () => {
    const { state, checks, repeated } = checkWorld();
    state.isWanted = false;
    repeated.update();
    state.isWanted = true;
    repeated.update();
    await settle();
    expect(checks).toEqual([0]);
  });

  it("waits longer after each failure, and returns to the normal interval after a success", async () => {
    const { clock, state, checks, repeated } = checkWorld();
    state.isFailing = true;
    repeated.update();
    await clock.advanceSettled(300_000);
    expect(checks).toEqual([20, 60, 140, 300]);
    state.isFailing = false;
    await clock.advanceSettled(345_000);
    expect(checks.slice(4)).toEqual([620, 640]);
  });
});
