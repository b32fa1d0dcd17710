import { describe, expect, it } from "vitest";
import { inkAt, startRipple, type Ink } from "#client/ui/ripple.tsx";
import { createFakeClock } from "../fake-clock.ts";

function createSurface({ prefersReducedMotion = false } = {}) {
  const clock = createFakeClock();
  const drawn = new Set<Ink>();
  const world = {
    after: clock.after,
    prefersReducedMotion: () => prefersReducedMotion,
    draw: (ink: Ink) => {
      drawn.add(ink);
      return () => drawn.delete(ink);
    },
  };
  return {
    clock,
    drawn,
    press: () => startRipple(world, inkAt({ x: 0, y: 0, width: 80, height: 40 }, null)),
  };
}

describe("the ripple", () => {
  it("is removed 401 ms after its press, however fast others follow", () => {
    const { clock, drawn, press } = createSurface();
    press();
    clock.advance(200);
    press();
    clock.advance(200);
    press();
    expect(drawn.size).toBe(3);
    clock.advance(1);
    expect(drawn.size).toBe(2);
    clock.advance(200);
    expect(drawn.size).toBe(1);
    clock.advance(200);
    expect(drawn.size).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it("is not drawn for people who prefer reduced motion", () => {
    const { clock, drawn, press } = createSurface({ prefersReducedMotion: true });
    press();
    expect(drawn.size).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it("starts at the pressed point, relative to the control, and in the middle for a key press", () => {
    const box = { x: 100, y: 700, width: 120, height: 44 };
    expect(inkAt(box, { x: 110, y: 720 })).toEqual({ centerX: 10, centerY: 20, diameter: 120 });
    expect(inkAt(box, null)).toEqual({ centerX: 60, centerY: 22, diameter: 120 });
  });
});
