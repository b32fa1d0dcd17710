/** Errors in a visitor's browser are reported to an operator who has set a receiver. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startErrorReceiver } from "#tests/support/error-receiver.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(async () => {
  const receiver = await startErrorReceiver();
  const started = await startSite({ vars: receiver.vars });
  const close = async () => {
    await started.close();
    await receiver.close();
  };
  return { ...started, receiver, close };
});

/** Leaves the page's component as one that runs `statement`. */
async function plantInPage(page: Page, name: string, statement: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const planted = `function planted(){${statement}}`;
    await route.fulfill({ response, body: body.replace(/export\{[\w$]+ as/, `${planted}export{planted as`) });
  });
}

it.each([
  ["that a page's error page shows", `throw new TypeError("planted")`],
  ["in a callback", `setTimeout(()=>{throw new TypeError("planted")});return null`],
  ["in a promise", `Promise.reject(new TypeError("planted"));return null`],
])("an error %s is reported once, with the page's name and its script", async (_where, statement) => {
  const { hooks } = site.receiver;
  hooks.length = 0;
  const { page, leave } = await openVisitor(browser);
  await page.goto(`${site.url}/en/about?ref=somebody`);
  await untilHydrated(page);
  await plantInPage(page, "instruction-page", statement);
  await page.locator('header a[href="/en/instruction"]').first().click();
  await page.waitForURL("**/en/instruction");
  await expect.poll(() => hooks.length).toBe(1);
  expect(hooks[0]?.data).toMatchObject({
    source: "browser",
    place: "instruction",
    name: "TypeError",
    message: "planted",
  });
  expect(JSON.stringify(hooks[0]?.data["frames"])).toMatch(/assets\/instruction-page-[\w-]+\.js/);
  expect(site.receiver.bodies.join()).not.toContain("somebody");
  await leave();
});

it("errors of extensions and unknown scripts, and visits to unknown pages, are not reported", async () => {
  const { hooks } = site.receiver;
  hooks.length = 0;
  const { page, leave } = await openVisitor(browser);
  await page.goto(`${site.url}/en/about`);
  await untilHydrated(page);
  await page.evaluate(() => {
    const foreign = Object.assign(new Error("of an extension"), {
      stack: "Error\n at x (chrome-extension://a/b.js:1:2)",
    });
    dispatchEvent(new ErrorEvent("error", { error: foreign }));
    dispatchEvent(new ErrorEvent("error", { error: null, message: "Script error." }));
    void Promise.reject("a word");
  });
  await page.goto(`${site.url}/en/no-such-page`);
  await untilHydrated(page);
  await page.goto(`${site.url}/en/terms`);
  await untilHydrated(page);
  expect(hooks).toEqual([]);
  await leave();
});
