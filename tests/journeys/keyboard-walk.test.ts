/** Every page from its first to its last control by the Tab key, on a phone's window: tests/journeys/ACCESSIBILITY.md. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { PAGES } from "#shared/routes.ts";
import { detailPaths } from "#tests/support/examine-pages.ts";
import { openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

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
  for (let count = 0; count < MOST_CONTROLS; count += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(examineFocus);
    if (found === null) return count > 10 ? findings : [...findings, `only ${count} controls`];
    findings.push(...found);
  }
  return [...findings, "the focus never leaves the page (2.1.2)"];
}

const size = { width: 390, height: 844 };

async function walkAll(page: Page, paths: readonly string[]): Promise<string[]> {
  const findings: string[] = [];
  for (const path of paths) {
    await page.goto(`${site.url}/en${path}`);
    await untilHydrated(page);
    await page.waitForFunction(() => !document.querySelector("main .skeleton, main [aria-busy=true]"));
    findings.push(...(await walk(page)).map((finding) => `${path} ${finding}`));
  }
  return findings;
}

it(
  "staff reach every control with Tab, and its focus is visible and not covered",
  { timeout: 180_000 },
  async () => {
    const context = await openStaff(browser, site);
    const page = await context.newPage();
    await page.setViewportSize(size);
    // Whoever is signed in is led on from there.
    const pages = PAGES.filter((name) => name !== "login").map((name) => (name === "home" ? "" : `/${name}`));
    const others = [
      "/traders?with=north-light&with=atlas-m5",
      ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`),
    ];
    expect(await walkAll(page, [...pages, ...details, ...others])).toEqual([]);
    await context.close();
  },
);

it("visitors reach every control of the login, home and trader pages", { timeout: 60_000 }, async () => {
  const { page, leave } = await openVisitor(browser, { viewport: size });
  expect(await walkAll(page, ["/login", "", "/traders/north-light"])).toEqual([]);
  await leave();
});
