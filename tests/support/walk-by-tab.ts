/** Goes through pages from the first to the last control by the Tab key. */
import type { Page } from "playwright-core";
import { untilHydrated } from "./visitor.ts";

/** More than any page has; a focus that is trapped never gets to the end. */
const MOST_CONTROLS = 200;

/** What is wrong with the control that has the focus; null once the focus has left the page. */
function examineFocus(): string[] | null {
  const { activeElement: control } = document;
  if (!(control instanceof HTMLElement) || control === document.body) return null;
  const { left, width, top, bottom, height } = control.getBoundingClientRect();
  const { outlineStyle, boxShadow } = getComputedStyle(control);
  const hit = document.elementFromPoint(
    Math.min(Math.max(left + width / 2, 0), innerWidth - 1),
    Math.min(Math.max(top + height / 2, 0), innerHeight - 1),
  );
  // A slider lies under the chart whose points it reads.
  const isCovered = hit && !control.contains(hit) && !hit.contains(control) && !control.closest(".chart");
  const name = `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent?.trim()}`;
  const problems = [
    (bottom < 0 || top > innerHeight) && "outside the window (2.4.7)",
    outlineStyle === "none" && boxShadow === "none" && "without a visible focus (2.4.7)",
    isCovered && `covered by ${hit.outerHTML.slice(0, 80)} (2.4.11)`,
  ];
  return problems.flatMap((problem) => (problem ? [`${name}: ${problem}`] : []));
}

async function walk(page: Page): Promise<string[]> {
  const findings: string[] = [];
  // A list of staff takes the focus when it has loaded.
  await page.locator(".skip-link").focus();
  for (let count = 0; count < MOST_CONTROLS; count += 1) {
    const found = await page.evaluate(examineFocus);
    if (found === null) return count > 10 ? findings : [...findings, `only ${count} controls`];
    findings.push(...found);
    await page.keyboard.press("Tab");
  }
  return [...findings, "the focus never leaves the page (2.1.2)"];
}

/** What is wrong with the focus of any control of these pages, each with its address. */
export async function walkAll(page: Page, urls: readonly string[]): Promise<string[]> {
  const findings: string[] = [];
  for (const url of urls) {
    await page.goto(url);
    await untilHydrated(page);
    await page.waitForFunction(() => !document.querySelector("main .skeleton, main [aria-busy=true]"));
    findings.push(...(await walk(page)).map((finding) => `${url} ${finding}`));
  }
  return findings;
}
