/** No page shows a control where nobody can use it: on paper, and without JavaScript. */
import { expect, it } from "vitest";
import { PAGES, PAGES_BEHIND_SIGN_IN, pageHref } from "#shared/site/routes.ts";
import { detailPaths, ERROR_PATHS, hrefs } from "#tests/support/examine-pages.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();
const paths = [
  ...PAGES.filter((page) => !PAGES_BEHIND_SIGN_IN.has(page)).map((page) => pageHref("en", page)),
  ...hrefs("en", [
    ...(await detailPaths(site)),
    ...ERROR_PATHS,
    "/traders?compare=north-light&compare=slow-water",
  ]),
];

it("a printed page has no controls", { timeout: 120_000 }, async () => {
  const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
  const found: string[] = [];
  for (const path of paths) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(site.url + path);
    await untilHydrated(page);
    await page.emulateMedia({ media: "print" });
    const controls = await page
      .locator("button, input, select, summary, nav, [role=dialog], .button, .offer, .toast, .news")
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientHeight > 1)
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    found.push(...controls.map((control) => `${path} ${control}`));
  }
  expect(found).toEqual([]);
  await leave();
});

it("without JavaScript every button sends a form or opens something", { timeout: 120_000 }, async () => {
  const { page, leave } = await openVisitor(browser, { javaScriptEnabled: false });
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(site.url + path);
    const dead = await page
      .locator("button:is(:not(form *), [type=button]):not([popovertarget], [form])")
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    found.push(...dead.map((button) => `${path} ${button}`));
  }
  expect(found).toEqual([]);
  await leave();
});
