/** When a page that can be read without the application gets it all the same. */
import { APPLICATION_START_DELAY_MS } from "#shared/limits.ts";

/**
 * Whatever comes before a press, so that the application is there when the press comes; and the press itself, which is all
 * that some assistive technology sends.
 */
const SIGNS_OF_USE = [
  "pointermove",
  "pointerdown",
  "touchstart",
  "keydown",
  "focusin",
  "wheel",
  "click",
  // Another tab has stored something: a member may have signed in there.
  "storage",
] as const;

/**
 * Calls `start` once: with the first sign of use or, where by then the page `movesByItself`, when it has stood open unused for
 * a while.
 */
export function whenUsed(target: EventTarget, movesByItself: () => boolean, start: () => void): void {
  const used = new AbortController();
  const startOnce = () => {
    used.abort();
    clearTimeout(timer);
    start();
  };
  const timer = setTimeout(() => movesByItself() && startOnce(), APPLICATION_START_DELAY_MS);
  const take = (event: Event) => {
    if (!isPointerAtRest(event)) startOnce();
  };
  for (const sign of SIGNS_OF_USE) {
    target.addEventListener(sign, take, { capture: true, passive: true, signal: used.signal });
  }
}

/** Chrome tells of a move when a page appears under a pointer that nobody has touched. */
function isPointerAtRest(event: Event): boolean {
  return (
    event.type === "pointermove" &&
    "movementX" in event &&
    "movementY" in event &&
    event.movementX === 0 &&
    event.movementY === 0
  );
}
