/** Automated checks of a page against WCAG 2.2 AA, in its current state. Findings are sentences. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 390, height: 844 };
/** 1280 px at 400 %: WCAG 1.4.10 requires that this needs no scrolling in two directions. */
export const ZOOMED_FOURFOLD = { width: 320, height: 256 };

/** WCAG 2.5.8, in CSS pixels. */
const MIN_TARGET = 24;

/** Global variable that the injected script sets. */
interface Axe {
  readonly axe?: {
    run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/**
 * axe's violations of WCAG 2.0, 2.1 and 2.2, A and AA. Contrast, by far the slowest check, can be omitted if the same page was
 * checked at another width, because no style rule changes colours with the width.
 */
export async function findByAxe(page: Page, { contrast = true } = {}): Promise<string[]> {
  const isThere = await page.evaluate(() => (globalThis as unknown as Axe).axe !== undefined);
  if (!isThere) await page.evaluate(AXE);
  const rules = { "color-contrast": { enabled: contrast } };
  const runOnly = { type: "tag", values: STANDARDS };
  return page.evaluate(
    async (options) => {
      // A toast that is fading in has another contrast for 200 ms.
      const motions = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.all(motions.map(({ finished }) => finished.catch(() => {})));
      const found = await (globalThis as unknown as Axe).axe?.run(options);
      if (!found) throw new Error("axe is not on the page");
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { runOnly, rules, resultTypes: ["violations"], preload: false },
  );
}

/** Controls below the minimum target size; links within a sentence are exempt (WCAG 2.5.8). */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
    const isInSentence = (element: Element) =>
      element.matches("a") &&
      getComputedStyle(element).display === "inline" &&
      (element.parentElement?.textContent?.trim() ?? "") !== element.textContent?.trim();
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInSentence(element))
      .filter((element) => !element.matches(".skip-link"))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        // A hundredth of a pixel allows for rounding.
        if (Math.min(width, height) > least - 0.01) return [];
        return [`${width.toFixed(1)} x ${height.toFixed(1)} px: ${element.outerHTML.slice(0, 160)}`];
      });
  }, MIN_TARGET);
}

/**
 * What is lost in a narrow window: horizontal scrolling, text cut off, text beyond the window's sides. Tables in a scrolling
 * box of their own are exempt (WCAG 1.4.10), and so is text that is hidden on purpose, that a button beside it reveals, or that
 * an ellipsis ends in a link to the page that shows it whole.
 */
export function findLosses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const surplus = root.scrollWidth - root.clientWidth;
    const losses = surplus > 0 ? [`scrolls sideways by ${surplus} px`] : [];
    const isHidden = (element: Element) =>
      element.closest(".visually-hidden, .skip-link, .table-scroll, .formula, dialog:not([open])") !== null ||
      getComputedStyle(element).clipPath !== "none";
    const isRevealed = (element: Element) =>
      element.closest(".trader-name > a") !== null ||
      element
        .closest<HTMLButtonElement>("[popovertarget]")
        ?.popoverTargetElement?.textContent.includes(element.textContent) === true;
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      );
      if (!hasText || !element.checkVisibility({ visibilityProperty: true }) || isHidden(element)) continue;
      if (isRevealed(element)) continue;
      const what = element.outerHTML.slice(0, 160);
      const { left, right } = element.getBoundingClientRect();
      if (left < -1 || right > root.clientWidth + 1) losses.push(`beyond the window: ${what}`);
      const { overflowX, overflowY, display } = getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (display === "inline") continue;
      if (overflowX !== "visible" && scrollWidth > clientWidth + 1)
        losses.push(`cut off at its side: ${what}`);
      if (overflowY !== "visible" && scrollHeight > clientHeight + 1) losses.push(`cut off below: ${what}`);
    }
    return losses;
  });
}

/** Words that are broken although a line has room for them, and words that overflow their cell, list item or field. */
export function findSpilledWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const spilled = new Set<string>();
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest(".trader-name > a, .visually-hidden, script, code, dialog:not([open]), option") ===
        null &&
      [element, element.closest("thead")].every((one) => !one || getComputedStyle(one).clipPath === "none");
    // Width of a line: that of the block around the text, without its padding.
    const roomOf = (element: Element): number => {
      const { display, paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
      if (display === "inline" && element.parentElement) return roomOf(element.parentElement);
      return (
        element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
      );
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const element = currentNode.parentElement;
      if (!element || !isShown(element)) continue;
      const cell = element.closest("td, th, dt, dd, li, .field");
      // A cell without a box of its own lays its content out in the row.
      const hasBox = cell === null || getComputedStyle(cell).display !== "contents";
      const place = (hasBox ? cell : cell.parentElement)?.getBoundingClientRect();
      const partsOf = (index: number, text: string) => {
        range.setStart(currentNode, index);
        range.setEnd(currentNode, index + text.length);
        return Array.from(range.getClientRects()).filter(({ width }) => width > 0);
      };
      for (const { 0: run, index } of (currentNode.nodeValue ?? "").matchAll(/\S+/gu)) {
        // An address or a date that no line can hold may be broken.
        const length = partsOf(index, run).reduce((sum, { width }) => sum + width, 0);
        for (const { 0: word, index: start } of run.matchAll(/[\p{L}\p{N}_]+/gu)) {
          const parts = partsOf(index + start, word);
          const isBroken = new Set(parts.map(({ top }) => Math.round(top))).size > 1;
          if (isBroken && length < roomOf(element)) spilled.add(`"${word}" is broken`);
          // A pixel allows for rounding.
          if (place && parts.some(({ left, right }) => left < place.left - 1 || right > place.right + 1))
            spilled.add(`"${word}" leaves its place`);
        }
      }
    }
    return [...spilled];
  });
}

/** Overlapping texts: words in different elements whose boxes intersect. */
export function findOverprints(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest(
        ".trader-name > a, .visually-hidden, .skip-link, .table-scroll, script, select, dialog:not([open])",
      ) === null &&
      !isClipped(element);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxes: { readonly rect: DOMRect; readonly element: Element; readonly text: string }[] = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const element = currentNode.parentElement;
      const text = currentNode.nodeValue?.trim() ?? "";
      if (!element || text === "" || !isShown(element)) continue;
      range.selectNodeContents(currentNode);
      for (const rect of range.getClientRects()) {
        if (rect.width > 1) boxes.push({ rect, element, text: text.slice(0, 40) });
      }
    }
    boxes.sort((one, other) => one.rect.top - other.rect.top);
    const overprints = new Set<string>();
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        // Line boxes touch and have space above and below the letters, so an overlap counts from half the height of the smaller
        // box.
        const least = Math.min(one.rect.height, other.rect.height) / 2;
        if (other.rect.top > one.rect.bottom - least) break;
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const along = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top;
        if (across > 2 && along > least && one.element !== other.element)
          overprints.add(`"${one.text}" lies over "${other.text}"`);
      }
    }
    return [...overprints];
  });
}

/** Applies the text spacing of WCAG 1.4.12, until the returned function is called. */
export async function spaceText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }
    `);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  return () =>
    page.evaluate(() => void (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)));
}
