/** How many elements Chromium restyles when one changes: an expensive selector can make it all of them. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** A page of signals has hundreds of elements; the header and what stands over the page are fewer than these. */
const MAX_RESTYLED = 60;

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly elementCount?: number };
}

/** The most elements that were restyled at once while `act` went on. */
async function mostRestyled(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const finished = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline"] },
  });
  await act();
  await session.send("Tracing.end");
  await finished;
  const counts = events
    .filter(({ name }) => name === "UpdateLayoutTree")
    .map(({ args }) => args.elementCount ?? 0);
  return Math.max(...counts);
}

const untilPainted = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))));

it.each(["/de", "/de/signal", "/de/about"])("using the header of %s restyles few elements", async (path) => {
  const { page, leave } = await openVisitor(browser);
  await page.goto(site.url + path);
  await untilHydrated(page);
  // Lists hydrate when the browser is idle, and then say how long signals run.
  if (path === "/de/signal") await page.locator(".open-time").first().waitFor();
  await page.evaluate(untilPainted);
  const link = page.locator('header a[href="/de/traders"]');
  const everything = await page.locator("*").count();
  expect(everything).toBeGreaterThan(2 * MAX_RESTYLED);
  const restyled = await mostRestyled(page, async () => {
    await link.hover();
    await page.mouse.down();
    await link.focus();
    await page.evaluate(untilPainted);
    await page.mouse.move(400, 400);
    await page.mouse.up();
  });
  expect(restyled).toBeGreaterThan(0);
  expect(restyled).toBeLessThan(MAX_RESTYLED);
  await leave();
});
