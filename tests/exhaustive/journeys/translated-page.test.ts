/** A page that the browser has translated goes on saying what is so. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { addHolder } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilPainted } from "#tests/support/until-painted.ts";
import { openVisitor, untilHydratedUnderClock, untilWhollyHydrated } from "#tests/support/visitor.ts";

const { site, browser, open: openPage } = await openSiteAndBrowser();

/** As Chrome does it: each text is taken out, and two elements with its translation, here the same words, come in its place. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, noscript, svg, title")) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

it("a button says what the next press does", async () => {
  const { page } = await openPage("/en/traders/north-light", { as: await addHolder(site) });
  await untilWhollyHydrated(page);
  const [follow, unfollow] = ["Follow North Light", "Unfollow North Light"].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  await follow?.waitFor();
  await translate(page);
  await follow?.click();
  await unfollow?.click();
  await follow?.click();
  await unfollow?.waitFor();
  expect(await follow?.count()).toBe(0);
});

it("times and outcomes change with the minutes, and nothing is said twice", async () => {
  const { publish } = await openLiveRecord(site);
  await publish("TRANS/LATED");
  // Before its entry.
  const fromMs = Date.now() - MINUTE_MS;
  const open = async (isTranslated: boolean) => {
    const { page } = await openVisitor(browser);
    await page.clock.install({ time: fromMs });
    await page.clock.pauseAt(fromMs + 1_000);
    await page.goto(`${site.url}/en/signal?asset=TRANS/LATED`);
    await untilHydratedUnderClock(page);
    if (isTranslated) await translate(page);
    const row = page.locator("main tbody tr");
    const before = await row.innerText();
    await page.clock.runFor(5 * MINUTE_MS);
    const after = await row.innerText();
    return { before, after };
  };
  const plain = await open(false);
  expect(plain.after).not.toBe(plain.before);
  expect(await open(true)).toEqual(plain);
});

it.each([
  ["/en/signal?outcome=won", ".chips a"],
  ["/en/traders", 'a.sort-link[href*="net"]'],
  ["/en/traders/north-light?by=weekday", 'nav a[href*="by=hour"]'],
])("%s says after a press on %s what it says without a translator", async (path, link) => {
  const follow = async (isTranslated: boolean) => {
    const { page, complaints } = await openVisitor(browser);
    await page.goto(site.url + path);
    await untilWhollyHydrated(page);
    const read = () =>
      page.evaluate(() => {
        const main = document.querySelector("main")?.cloneNode(true) as HTMLElement;
        // How a list is kept up to date depends on when its connection is made, and minutes pass between the two visits.
        for (const line of main.querySelectorAll(".news")) line.remove();
        return main.textContent.replaceAll(/\d+/g, "0");
      });
    const before = await read();
    if (isTranslated) await translate(page);
    await page.locator(`main ${link}`).first().click();
    await page.waitForURL((url) => url.href !== site.url + path);
    await expect.poll(read).not.toBe(before);
    await page.evaluate(untilPainted);
    expect(complaints).toEqual([]);
    return read;
  };
  const [translated, plain] = [await follow(true), await follow(false)];
  await expect.poll(translated).toBe(await plain());
});
