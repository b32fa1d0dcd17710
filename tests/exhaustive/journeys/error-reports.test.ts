/** Errors in a visitor's browser are reported to an operator who has set a receiver. */
import { expect, it } from "vitest";
import { startErrorReceiver } from "#tests/support/error-receiver.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { plantInPage, untilHydrated } from "#tests/support/visitor.ts";

const { site, open } = await openSiteAndBrowser(async () => {
  const receiver = await startErrorReceiver();
  const started = await startSite({ vars: receiver.vars });
  const close = async () => {
    await started.close();
    await receiver.close();
  };
  return { ...started, receiver, close };
});

it.each([
  ["that a page's error page shows", `throw new TypeError("planted")`],
  ["in a callback", `setTimeout(()=>{throw new TypeError("planted")});return null`],
  ["in a promise", `Promise.reject(new TypeError("planted"));return null`],
])("an error %s is reported once, with the page's name and its script", async (_where, statement) => {
  const { hooks } = site.receiver;
  hooks.length = 0;
  const { page } = await open("/en/about?ref=somebody");
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
});

it("errors of extensions and unknown scripts, and visits to unknown pages, are not reported", async () => {
  const { hooks } = site.receiver;
  hooks.length = 0;
  const { page } = await open("/en/about");
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
});
