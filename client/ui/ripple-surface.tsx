/** Put first inside a positioned button or link of class `button`: presses on it ripple. */
import { useEffect, useRef } from "react";
import { after } from "./after.ts";
import { inkAt, startRipple, type Ink } from "./ripple.ts";

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
