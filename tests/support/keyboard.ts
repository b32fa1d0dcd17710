/** A visitor without a pointer: navigates with Tab; at every stop the focus must be visible. */
import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

const MAX_STOPS = 120;

/** Presses the key until `target` has the focus. At every stop on the way the focus must be visible (WCAG 2.4.7, 2.4.11). */
export async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const page = target.page();
  const stops: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    const { name, problem } = await readFocus(page);
    expect(problem, name).toBeNull();
    stops.push(name);
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
  }
  throw new Error(`${String(target)} was not reached; the focus went to ${stops.join(" | ")}`);
}

/** The focused element, and why its focus is not visible. */
export function readFocus(page: Page): Promise<{ readonly name: string; readonly problem: string | null }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // Beyond either end of a page the focus is in the browser's own interface.
    if (!element || element === document.body) return { name: "window", problem: null };
    const name = element.outerHTML.slice(0, 120);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2)
      return { name, problem: "has no outline" };
    const boxes = [...element.getClientRects()];
    const isSeen = boxes.some(({ left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
      const seen = document.elementFromPoint(x, y);
      return seen !== null && (element.contains(seen) || seen.contains(element));
    });
    return { name, problem: isSeen ? null : "is covered or out of sight" };
  });
}
