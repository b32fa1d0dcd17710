import { describe, expect, it } from "vitest";
import { createRepeatedCheck } from "#client/browser/repeated-check.ts";
import { SERVICE_WORKER_CHECK_INTERVAL_MS } from "#shared/limits.ts";
import { createVirtualClock, settle } from "./virtual-clock.ts";

function world() {
  const clock = createVirtualClock();
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

describe("the update check", () => {
  it("comes every 20 s", async () => {
    const { clock, checks, repeated } = world();
    repeated.update();
    await clock.advance(65_000);
    expect(checks).toEqual([20, 40, 60]);
  });

  it("rests in a hidden or offline tab and comes at once on return", async () => {
    const { clock, state, checks, repeated } = world();
    repeated.update();
    state.isWanted = false;
    repeated.update();
    await clock.advance(120_000);
    expect(checks).toEqual([]);
    expect(clock.pending()).toBe(0);
    state.isWanted = true;
    repeated.update();
    await settle();
    expect(checks).toEqual([120]);
  });

  it("backs off while it fails and is as often as before once it works", async () => {
    const { clock, state, checks, repeated } = world();
    state.isFailing = true;
    repeated.update();
    await clock.advance(300_000);
    expect(checks).toEqual([20, 60, 140, 300]);
    state.isFailing = false;
    await clock.advance(345_000);
    expect(checks.slice(4)).toEqual([620, 640]);
  });
});
