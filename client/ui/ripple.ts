/**
 * The ripple that answers a press. Every press has its own ink and its own end, so fast clicks cannot cut each other short.
 * Source: spec section 9.
 */
import { RIPPLE } from "#shared/limits.ts";
import type { After } from "./after.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A round of ink inside a box, in pixels from the box's upper left corner. */
export interface Ink {
  readonly centerX: number;
  readonly centerY: number;
  readonly diameter: number;
}

export interface RippleWorld {
  readonly after: After;
  readonly prefersReducedMotion: () => boolean;
  /** Draws the ink and returns what removes it. */
  readonly draw: (ink: Ink) => () => void;
}

/** Ink that starts where the box was pressed, in the same coordinates as the box; with a key, in its middle. */
export function inkAt(box: Box, point: { readonly x: number; readonly y: number } | null): Ink {
  return {
    centerX: point ? point.x - box.x : box.width / 2,
    centerY: point ? point.y - box.y : box.height / 2,
    diameter: Math.max(box.width, box.height),
  };
}

/** Draws one ripple and removes it 401 ms later; draws none for those who prefer less motion. */
export function startRipple(world: RippleWorld, ink: Ink): void {
  if (!world.prefersReducedMotion()) world.after(RIPPLE.cleanupMs, world.draw(ink));
}
