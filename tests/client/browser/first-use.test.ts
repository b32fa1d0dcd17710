import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { whenUsed } from "#client/browser/first-use.ts";
import { APPLICATION_START_DELAY_MS } from "#shared/limits.ts";

describe("the application", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel"])(
    "starts once with the first %s",
    (sign) => {
      const page = new EventTarget();
      const start = vi.fn();
      whenUsed(page, start);
      expect(start).not.toHaveBeenCalled();
      page.dispatchEvent(new Event(sign));
      page.dispatchEvent(new Event(sign));
      page.dispatchEvent(new Event("keydown"));
      vi.advanceTimersByTime(APPLICATION_START_DELAY_MS);
      expect(start).toHaveBeenCalledTimes(1);
    },
  );

  it("starts by itself where the page stands open unused", () => {
    const start = vi.fn();
    whenUsed(new EventTarget(), start);
    vi.advanceTimersByTime(APPLICATION_START_DELAY_MS - 1);
    expect(start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(start).toHaveBeenCalledTimes(1);
  });
});
