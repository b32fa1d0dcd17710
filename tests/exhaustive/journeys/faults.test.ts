/** What a visitor's browser shows while the database fails, and that it recovers by itself. */
import { describe, expect, it } from "vitest";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { countCalls, openMember, storedTokens } from "#tests/support/member.ts";
import { listMigrations, MEMBER_ID, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydratedUnderClock, usePage } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(async () => {
  const started = await startSite();
  await listMigrations(started.db);
  return started;
});

describe("while the database fails", () => {
  it("a visitor sees that the list cannot be loaded, and gets it once the database works again", async () => {
    const record = await openLiveRecord(site);
    await record.publish("BACK/AGAIN");
    const { page, leave } = await openVisitor(browser);
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
    await leave();
  });

  it("a visitor without JavaScript sees an error instead of a loading placeholder", async () => {
    const { page, leave } = await openVisitor(browser, { javaScriptEnabled: false });
    await site.db.exec("ALTER TABLE signals RENAME TO signals_away");
    try {
      await page.goto(`${site.url}/fr/signal?asset=NO/SCRIPT`);
      await page.locator("main .empty").first().waitFor();
      expect(await page.locator("main .skeleton:visible").count()).toBe(0);
    } finally {
      await site.db.exec("ALTER TABLE signals_away RENAME TO signals");
    }
    await leave();
  });

  it("a member stays signed in", async () => {
    const context = await openMember(browser, site);
    const page = await context.newPage();
    await page.goto(`${site.url}/en/profile`);
    await usePage(page);
    await page.getByText(MEMBER_ID, { exact: true }).waitFor();
    const before = await storedTokens(page);
    await site.db.exec("ALTER TABLE accounts RENAME TO accounts_away");
    try {
      await page.reload();
      await usePage(page);
      await page.locator(".account-nav button.button").waitFor();
      expect(await storedTokens(page)).toEqual(before);
      expect(page.url()).toBe(`${site.url}/en/profile`);
    } finally {
      await site.db.exec("ALTER TABLE accounts_away RENAME TO accounts");
    }
    await page.reload();
    await usePage(page);
    await page.getByText(MEMBER_ID, { exact: true }).waitFor();
    await context.close();
  });
});

describe("in a browser whose clock is 10 minutes", () => {
  it.each([
    ["ahead", 600_000],
    ["behind", -600_000],
  ])(
    "%s, a member signs in, stays signed in after a reload, and does not refresh repeatedly",
    async (_name, skewMs) => {
      const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
      const calls = countCalls(context);
      const page = await context.newPage();
      await page.clock.install({ time: Date.now() + skewMs });
      await page.goto(`${site.url}/en/login?next=/en/profile`);
      await untilHydratedUnderClock(page);
      await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
      await page.click('main button[type="submit"]');
      await page.getByText(MEMBER_ID, { exact: true }).waitFor();
      expect(calls("POST /api/auth/refresh/")).toBe(0);
      for (let reloads = 1; reloads <= 3; reloads += 1) {
        await page.reload();
        await usePage(page);
        await page.getByText(MEMBER_ID, { exact: true }).waitFor();
        await page.waitForLoadState("networkidle");
        // Against a clock that is ahead the stored token looks expired: one refresh a load, never more.
        expect(calls("POST /api/auth/refresh/")).toBeLessThanOrEqual(skewMs > 0 ? reloads : 0);
      }
      expect(calls("GET /api/auth/me/ 401")).toBe(0);
      await context.close();
    },
  );
});
