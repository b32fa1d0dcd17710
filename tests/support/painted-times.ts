/** The texts of times in each painted frame. */

declare global {
  interface Window {
    paintedTimes: Map<Element, Set<string>>;
  }
}

/** Runs in the page, before its scripts: collects in `window.paintedTimes` every text that each `time` has had in a frame. */
export function watchPaintedTimes(): void {
  window.paintedTimes = new Map();
  const look = () => {
    for (const time of document.querySelectorAll("time")) {
      const texts = window.paintedTimes.get(time) ?? new Set();
      window.paintedTimes.set(time, texts.add(time.textContent));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** For `page.evaluate`: the texts of each `time` so far, in the order of their first frame. */
export function paintedTimes(): string[][] {
  return Array.from(window.paintedTimes.values(), (texts) => Array.from(texts));
}
