import { describe, expect, it } from "vitest";
import { createLoadingBarState, progressAfter } from "#client/ui/loading-bar/loading-bar-state.ts";
import { createFakeClock } from "#tests/client/fake-clock.ts";
import { LOADING_BAR } from "#shared/limits/browser.ts";

function createBar() {
  const clock = createFakeClock();
  const bar = createLoadingBarState(clock);
  return { bar, clock };
}

/** One frame to take the time, one to draw it. */
const TWO_FRAMES_MS = 20;

describe("the loading bar", () => {
  it("has the documented durations and height", () => {
    expect(LOADING_BAR).toEqual({
      throttleMs: 200,
      durationMs: 2000,
      hideDelayMs: 500,
      resetDelayMs: 400,
      heightPx: 3,
    });
  });

  it("appears 200 ms after a navigation starts, not before", () => {
    const { bar, clock } = createBar();
    bar.start();
    clock.advance(199);
    expect(bar.current().visible).toBe(false);
    clock.advance(1);
    expect(bar.current()).toEqual({ progress: 0, visible: true, failed: false });
  });

  it("never appears for a navigation that takes 199 ms", () => {
    const { bar, clock } = createBar();
    const seen: boolean[] = [];
    bar.subscribe(() => seen.push(bar.current().visible));
    bar.start();
    clock.advance(199);
    bar.finish();
    clock.advance(10_000);
    expect(seen).not.toContain(true);
    expect(bar.current().progress).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it("fills, stays 500 ms, fades, and is empty again 400 ms later", () => {
    const { bar, clock } = createBar();
    bar.start();
    clock.advance(300);
    bar.finish();
    clock.advance(499);
    expect(bar.current()).toEqual({ progress: 100, visible: true, failed: false });
    clock.advance(1);
    expect(bar.current()).toEqual({ progress: 100, visible: false, failed: false });
    clock.advance(399);
    expect(bar.current().progress).toBe(100);
    clock.advance(1);
    expect(bar.current().progress).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it("is half full after half its duration and never completes by itself", () => {
    const { bar, clock } = createBar();
    bar.start();
    clock.advance(LOADING_BAR.throttleMs + TWO_FRAMES_MS / 2 + 1000);
    expect(bar.current().progress).toBeCloseTo(50, 5);
    clock.advance(60_000);
    expect(bar.current().progress).toBeGreaterThan(98);
    expect(bar.current().progress).toBeLessThan(100);
  });

  it.each([
    [500, 29.5],
    [1000, 50],
    [2000, 70.5],
    [60_000, 98.9],
  ])("is after %i ms at %f percent", (elapsedMs, percent) => {
    expect(progressAfter(elapsedMs)).toBeCloseTo(percent, 1);
  });

  it("never goes back while one navigation is under way", () => {
    const { bar, clock } = createBar();
    const seen: number[] = [];
    bar.start();
    bar.subscribe(() => seen.push(bar.current().progress));
    clock.advance(3000);
    expect(seen.length).toBeGreaterThan(100);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it("restarts its delay when another navigation replaces the first, and ends once", () => {
    const { bar, clock } = createBar();
    bar.start();
    clock.advance(100);
    bar.start();
    clock.advance(199);
    expect(bar.current().visible).toBe(false);
    clock.advance(1);
    expect(bar.current().visible).toBe(true);
    clock.advance(1000);
    expect(bar.current().progress).toBeLessThan(100);
    bar.fail();
    bar.finish();
    expect(bar.current()).toEqual({ progress: 100, visible: true, failed: true });
  });

  it("does not appear if no navigation is in progress", () => {
    const { bar, clock } = createBar();
    bar.fail();
    bar.finish();
    expect(bar.current()).toEqual({ progress: 0, visible: false, failed: false });
    expect(clock.pending()).toBe(0);
  });

  it("stays visible when the next navigation starts, and restarts at zero", () => {
    const { bar, clock } = createBar();
    bar.start();
    clock.advance(1000);
    bar.finish();
    clock.advance(300);
    bar.start();
    expect(bar.current()).toEqual({ progress: 0, visible: true, failed: false });
    clock.advance(5000);
    expect(bar.current().visible).toBe(true);
  });

  it("shows a failure until the next navigation starts", () => {
    const { bar, clock } = createBar();
    bar.start();
    clock.advance(300);
    bar.fail();
    expect(bar.current()).toEqual({ progress: 100, visible: true, failed: true });
    clock.advance(5000);
    expect(bar.current()).toEqual({ progress: 0, visible: false, failed: true });
    bar.start();
    expect(bar.current().failed).toBe(false);
  });
});
