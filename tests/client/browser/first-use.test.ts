import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { whenUsed } from "#client/browser/first-use.ts";
import { APPLICATION_START_DELAY_MS } from "#shared/limits.ts";

describe("the application", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "click", "storage"])(
    "starts once with the first %s",
    (sign) => {
      const page = new EventTarget();
      const start = vi.fn();
      whenUsed(page, () => true, start);
      expect(start).not.toHaveBeenCalled();
      page.dispatchEvent(new Event(sign));
      page.dispatchEvent(new Event(sign));
      page.dispatchEvent(new Event("keydown"));
      vi.advanceTimersByTime(APPLICATION_START_DELAY_MS);
      expect(start).toHaveBeenCalledTimes(1);
    },
  );

  it("starts by itself where a page that moves stands open unused", () => {
    const start = vi.fn();
    whenUsed(new EventTarget(), () => true, start);
    vi.advanceTimersByTime(APPLICATION_START_DELAY_MS - 1);
    expect(start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("does not take a pointer for moved under which the page has just appeared", () => {
    const page = new EventTarget();
    const start = vi.fn();
    const move = (movementX: number) =>
      page.dispatchEvent(Object.assign(new Event("pointermove"), { movementX, movementY: 0 }));
    whenUsed(page, () => false, start);
    move(0);
    expect(start).not.toHaveBeenCalled();
    move(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("never starts by itself where nothing moves", () => {
    const page = new EventTarget();
    const start = vi.fn();
    whenUsed(page, () => false, start);
    vi.advanceTimersByTime(100 * APPLICATION_START_DELAY_MS);
    expect(start).not.toHaveBeenCalled();
    page.dispatchEvent(new Event("pointermove"));
    expect(start).toHaveBeenCalledTimes(1);
  });
});
