/** Every page in every language without JavaScript: WCAG 2.2 A and AA by axe, target sizes and what a window cuts off. */
import type { BrowserContext } from "playwright-core";
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { findByAxe, findLosses, findSmallTargets, NARROW, WIDE } from "#tests/support/examine-page.ts";
import { allPaths, AXE_LANGUAGE, detailPaths } from "#tests/support/examine-pages.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

/**
 * The document as it stands where script is off. Script itself has to be on, because axe waits by timers, which a browser
 * without script does not run: so the page's own is taken out, and what only shows without it is put in.
 */
async function openWithoutScript(): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
  await context.route("**/assets/*.js", (route) => route.abort());
  await context.route(
    ({ pathname }) => !pathname.includes("."),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(/<script(?![^>]*json)[^>]*>.*?<\/script>/gs, "")
        .replaceAll(/<(\/?)noscript>/g, "<$1div>")
        .replaceAll(/\(scripting: ?none\)/g, "all");
      // The policy lets the style sheet through as it was sent.
      const { "content-security-policy": _, ...headers } = response.headers();
      await route.fulfill({ response, headers, body });
    },
  );
  return context;
}

/** Such a document is the one that script takes over, so it is seen at one width in each language, and at both in all. */
it.each(LANGUAGES.map((language, index) => [language, index % 2 === 0 ? NARROW : WIDE] as const))(
  "without JavaScript each page in %s meets WCAG 2.2 AA, at %o",
  async (language, size) => {
    const page = await (await openWithoutScript()).newPage();
    await page.setViewportSize(size);
    const findings: string[] = [];
    for (const path of allPaths(language, details)) {
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      const contrast = language === AXE_LANGUAGE;
      const found = [
        ...(await findByAxe(page, { contrast })),
        ...(await findLosses(page)),
        ...(await findSmallTargets(page)),
      ];
      findings.push(...found.map((finding) => `${path} ${finding}`));
    }
    expect(findings).toEqual([]);
  },
);
