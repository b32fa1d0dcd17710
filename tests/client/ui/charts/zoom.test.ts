import { describe, expect, it } from "vitest";
import { between, pinched, scaled } from "#client/ui/charts/zoom.ts";

const WHOLE = { fromMs: 0, toMs: 1000 };

describe("the part of the time axis that is shown", () => {
  it("after a key is narrower around the moment that is read, which stays where it is", () => {
    expect(scaled(WHOLE, 0.5, 400, WHOLE)).toEqual({ fromMs: 200, toMs: 700 });
  });

  it("never leaves the whole", () => {
    expect(scaled({ fromMs: 600, toMs: 1000 }, 2, 600, WHOLE)).toEqual({ fromMs: 200, toMs: 1000 });
    expect(scaled(WHOLE, 3, 500, WHOLE)).toEqual(WHOLE);
  });

  it("is what a drag has passed, to the left as to the right, and never nothing", () => {
    expect(between(WHOLE, 0.2, 0.6, WHOLE)).toEqual({ fromMs: 200, toMs: 600 });
    expect(between(WHOLE, 0.6, 0.2, WHOLE)).toEqual({ fromMs: 200, toMs: 600 });
    expect(between(WHOLE, 0.5, 0.5, WHOLE)).toEqual({ fromMs: 495, toMs: 505 });
  });

  it("keeps under two fingers what they have touched", () => {
    expect(pinched(WHOLE, [0.4, 0.6], [0.2, 0.7], WHOLE)).toEqual({ fromMs: 320, toMs: 720 });
  });

  it("stays while two fingers are at one place or have passed each other", () => {
    expect(pinched(WHOLE, [0.4, 0.6], [0.5, 0.5], WHOLE)).toBe(WHOLE);
    expect(pinched(WHOLE, [0.4, 0.6], [0.6, 0.4], WHOLE)).toBe(WHOLE);
  });
});
