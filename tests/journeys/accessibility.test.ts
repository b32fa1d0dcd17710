/** Every page at two widths, read by axe: WCAG 2.2 A and AA. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageHref, PAGES } from "#shared/routes.ts";
import { launchChromium } from "#tests/support/chromium.ts";
import { startSite, type Site } from "#tests/support/site.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What the injected script leaves on the page. */
interface Axe {
  readonly axe: {
    run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

let site: Site;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchChromium()]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe.each([
  ["de", 390],
  ["en", 1280],
] as const)("in %s at %i px", (language, width) => {
  it.each([...PAGES.map((page) => pageHref(language, page)), `/${language}/no-such-page`])(
    "axe finds nothing on %s",
    async (path) => {
      const { page, leave } = await openVisitor(browser, { viewport: { width, height: 900 } });
      await page.goto(site.url + path);
      await untilHydrated(page);
      await page.evaluate(AXE);
      const violations = await page.evaluate(async (values) => {
        const found = await (globalThis as unknown as Axe).axe.run({ runOnly: { type: "tag", values } });
        return found.violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
      }, STANDARDS);
      expect(violations).toEqual([]);
      await leave();
    },
  );
});
