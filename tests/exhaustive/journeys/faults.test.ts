/** What a visitor's browser shows while the database fails, and that it recovers by itself. */
import { expect, it } from "vitest";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { listMigrations, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydratedUnderClock } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(async () => {
  const started = await startSite();
  await listMigrations(started.db);
  return started;
});

it("while the database fails, a visitor sees that the list cannot be loaded, and gets it once the database works again", async () => {
  const record = await openLiveRecord(site);
  await record.publish("BACK/AGAIN");
  const { page } = await openVisitor(browser);
  await page.clock.install();
  await site.db.exec("ALTER TABLE signals RENAME TO signals_away");
  try {
    await page.goto(`${site.url}/de/signal?asset=BACK/AGAIN`);
    await untilHydratedUnderClock(page);
    await page.locator("main").getByText("Das ließ sich nicht laden.").waitFor();
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("main").textContent()).not.toMatch(/SQLITE|D1_|undefined/);
  } finally {
    await site.db.exec("ALTER TABLE signals_away RENAME TO signals");
  }
  for (let waits = 0; waits < 20 && (await page.getByText("BACK/AGAIN").count()) === 0; waits += 1) {
    await page.clock.fastForward(5_000);
    await page.waitForTimeout(100);
  }
  await page.locator("main :is(tr, li)", { hasText: "BACK/AGAIN" }).first().waitFor();
});
