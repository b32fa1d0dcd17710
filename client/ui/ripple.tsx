/**
 * The ripple effect on a press. Every press has its own element and its own timer, so fast clicks cannot cut each other short.
 */
import { useEffect, useRef } from "react";
import { after, type After } from "./scheduling.ts";
import { RIPPLE } from "#shared/limits/browser.ts";

/** Must be the first child of a positioned button or link of class `button`: presses on it ripple. */
export function RippleSurface() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const surface = ref.current;
    const control = surface?.parentElement;
    if (!surface || !control) return undefined;
    return rippleOnPress(control, surface);
  }, []);
  return <span ref={ref} className="ripple" aria-hidden="true" />;
}

function rippleOnPress(control: HTMLElement, surface: HTMLElement): () => void {
  const listening = new AbortController();
  const world = {
    after,
    prefersReducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    draw: (ink: Ink) => drawInk(surface, ink),
  };
  function press(point: { readonly x: number; readonly y: number } | null) {
    if (!control.matches(":disabled, [aria-disabled='true']")) {
      startRipple(world, inkAt(control.getBoundingClientRect(), point));
    }
  }
  control.addEventListener("pointerdown", (event) => event.button === 0 && press(event), listening);
  control.addEventListener(
    "keydown",
    ({ key, repeat }) =>
      !repeat && (key === "Enter" || (key === " " && control.tagName === "BUTTON")) && press(null),
    listening,
  );
  return () => listening.abort();
}

function drawInk(surface: HTMLElement, { centerX, centerY, diameter }: Ink): () => void {
  const ink = document.createElement("span");
  ink.className = "ripple__ink";
  ink.style.setProperty("--ink-x", `${centerX}px`);
  ink.style.setProperty("--ink-y", `${centerY}px`);
  ink.style.setProperty("--ink-size", `${diameter}px`);
  surface.append(ink);
  return () => ink.remove();
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A circle of ink inside a box, in pixels from the box's upper left corner. */
export interface Ink {
  readonly centerX: number;
  readonly centerY: number;
  readonly diameter: number;
}

interface RippleWorld {
  readonly after: After;
  readonly prefersReducedMotion: () => boolean;
  /** Draws the ink; returns a function that removes it. */
  readonly draw: (ink: Ink) => () => void;
}

/** Ink that starts where the box was pressed, in the box's coordinates; for a key press, in its centre. */
export function inkAt(box: Box, point: { readonly x: number; readonly y: number } | null): Ink {
  return {
    centerX: point ? point.x - box.x : box.width / 2,
    centerY: point ? point.y - box.y : box.height / 2,
    diameter: Math.max(box.width, box.height),
  };
}

/** Draws one ripple and removes it 401 ms later; draws none if the user prefers reduced motion. */
export function startRipple(world: RippleWorld, ink: Ink): void {
  if (!world.prefersReducedMotion()) world.after(RIPPLE.cleanupMs, world.draw(ink));
}
