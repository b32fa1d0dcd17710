/**
 * Every page in every language without JavaScript: WCAG 2.2 A and AA by axe, target sizes and what a window cuts off, and no button that
 * nobody can use.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { findByAxe, findLosses, findSmallTargets, NARROW, WIDE } from "#tests/support/examine-page.ts";
import { allPaths, AXE_LANGUAGE, detailPaths } from "#tests/support/examine-pages.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openWithoutScript } from "#tests/support/without-script.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);
const COMPARED = "/traders?with=north-light&with=slow-water";

/** Buttons that neither send a form nor open something. */
const findDeadButtons = (page: Page) =>
  page
    .locator("button:is(:not(form *), [type=button]):not([popovertarget], [form])")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => `(without use) ${one.outerHTML.slice(0, 120)}`),
    );

/** Such a document is the one that script takes over, so it is seen at one width in each language, and at both in all. */
it.each(LANGUAGES.map((language, index) => [language, index % 2 === 0 ? NARROW : WIDE] as const))(
  "without JavaScript each page in %s meets WCAG 2.2 AA, at %o",
  async (language, size) => {
    const page = await (await openWithoutScript(browser)).newPage();
    await page.setViewportSize(size);
    const findings: string[] = [];
    for (const path of [...allPaths(language, details), `/${language}${COMPARED}`]) {
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      const contrast = language === AXE_LANGUAGE;
      const found = [
        ...(await findByAxe(page, { contrast })),
        ...(await findLosses(page)),
        ...(await findSmallTargets(page)),
        ...(await findDeadButtons(page)),
      ];
      findings.push(...found.map((finding) => `${path} ${finding}`));
    }
    expect(findings).toEqual([]);
  },
);
