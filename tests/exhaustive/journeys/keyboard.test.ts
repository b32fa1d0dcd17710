/** Whole journeys by keyboard alone: no pointer is moved, and the focus is always visible. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { readFocus, tabTo } from "#tests/support/keyboard.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { addHolder } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilStarted, type Visitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** A browser that has no pointer to speak of. */
async function openKeyboard(path: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { viewport: { width: 1280, height: 800 } });
  await visitor.page.goto(site.url + path);
  return visitor;
}

/** The focus is on what a screen reader would read out first after a change. */
const focused = (page: Page) => page.locator(":focus");

/** A client navigation puts the focus on the new page's heading, a moment after its address is there. */
async function untilArrived(page: Page): Promise<void> {
  await expect.poll(() => focused(page).evaluate((element) => element.tagName)).toBe("H1");
}

it("a visitor changes language, filters, opens a signal, follows by signing in, changes the profile, signs out", async () => {
  const { page, complaints, leave } = await openKeyboard("/en");
  const press = (key: string) => page.keyboard.press(key);

  await press("Tab");
  expect(await focused(page).getAttribute("href")).toBe("#main");
  expect(await readFocus(page)).toMatchObject({ problem: null });
  await press("Enter");
  await expect.poll(() => focused(page).getAttribute("id")).toBe("main");

  await tabTo(page.locator('button[name="language"][value="de"]'), "Shift+Tab");
  await press("Enter");
  await page.waitForURL(`${site.url}/de#main`);

  // Round the page's end, past the switch for the colours: a control, so the application starts.
  await tabTo(page.locator('header a[href="/de/signal"]'));
  await untilStarted(page);
  await press("Enter");
  await page.waitForURL(`${site.url}/de/signal`);
  await untilArrived(page);

  await tabTo(page.locator("input[name=trader]"));
  await page.keyboard.type("north-light");
  await tabTo(page.locator("select[name=outcome]"));
  await page.keyboard.type("gew");
  await tabTo(page.locator("form.filters button[type=submit]"));
  await press("Enter");
  await page.waitForURL(/trader=north-light&outcome=won/);
  await expect.poll(() => page.locator("tbody tr:not(:has(.badge--won))").count()).toBe(0);

  await tabTo(page.locator("tbody tr:first-child th a"));
  await press("Enter");
  await page.waitForURL(/\/de\/signal\/[\w-]+$/);
  await untilArrived(page);
  await tabTo(page.locator('main a[href="/de/traders/north-light"]').first());
  await press("Enter");
  await page.waitForURL(`${site.url}/de/traders/north-light`);
  await untilArrived(page);

  const follow = page.getByRole("button", { name: "Folgen North Light", exact: true });
  await tabTo(follow);
  await press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expect.poll(() => focused(page).getAttribute("name")).toBe("pocketoption_id");
  await press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await follow.evaluate((element) => element === document.activeElement)).toBe(true);
  await press("Enter");
  await expect.poll(() => focused(page).getAttribute("name")).toBe("pocketoption_id");
  await page.keyboard.type("nobody here");
  await press("Enter");
  await page.locator("dialog .field__error").waitFor();
  expect(await focused(page).getAttribute("name")).toBe("pocketoption_id");
  await press("Control+a");
  const holder = await addHolder(site);
  await page.keyboard.type(holder.id);
  await press("Enter");
  await expect.poll(() => focused(page).getAttribute("name")).toBe("passcode");
  // Chromium tells of the answer that asks for the passcode.
  complaints.splice(0);
  await page.keyboard.type(holder.passcode);
  await press("Enter");
  await dialog.waitFor({ state: "hidden" });
  const unfollow = page.getByRole("button", { name: "Nicht mehr folgen North Light", exact: true });
  await unfollow.and(page.locator(":not([aria-busy])")).waitFor();
  expect(await unfollow.evaluate((element) => element === document.activeElement)).toBe(true);

  await tabTo(page.locator('header a[href="/de/profile"]'), "Shift+Tab");
  await press("Enter");
  await page.waitForURL(`${site.url}/de/profile`);
  await untilArrived(page);
  const name = page.locator('main input[name="name"]');
  await name.waitFor();
  await tabTo(name);
  await page.keyboard.type("Ada");
  await press("Enter");
  await page.locator(".toast--success").waitFor();
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);

  await tabTo(page.locator(".account-nav button.button"), "Shift+Tab");
  await press("Enter");
  await page.waitForURL(`${site.url}/de`);
  await page.locator('.account-nav a[href^="/de/login"]').waitFor();
  await untilArrived(page);
  expect(complaints).toEqual([]);
  await leave();
});

it("staff sign in with a passcode, publish a signal and settle another", async () => {
  // A second try meets what the first has left on the record.
  const tryId = Date.now() % 100_000;
  const [above, below] = [`ABOVE/${tryId}`, `BELOW/${tryId}`];
  const record = await openLiveRecord(site);
  await record.publish(above);
  const { trader, expires_at } = await record.publish(below);
  const { page, leave } = await openKeyboard("/en/login?next=%2Fen%2Fadmin");
  const press = (key: string) => page.keyboard.press(key);

  await tabTo(page.locator('main input[name="pocketoption_id"]'));
  await page.keyboard.type(STAFF_ID);
  await press("Enter");
  await expect.poll(() => focused(page).getAttribute("name")).toBe("passcode");
  await page.keyboard.type(STAFF_PASSCODE);
  await press("Enter");
  await page.waitForURL(`${site.url}/en/admin`);

  await page.getByRole("combobox", { name: "Trader" }).waitFor();
  await tabTo(page.getByRole("combobox", { name: "Asset" }));
  await page.keyboard.type("EUR/JPY");
  await press("Escape");
  await press("Enter");
  // The first wrong field takes the focus.
  await expect.poll(() => focused(page).getAttribute("name")).toBe("trader");
  await page.keyboard.type(trader.handle);
  await press("Escape");
  await press("Enter");
  await expect.poll(() => focused(page).getAttribute("name")).toBe("direction");
  await page.keyboard.type("up");
  await tabTo(page.getByRole("button", { name: "Review signal…" }));
  await press("Enter");
  const publish = page.getByRole("button", { name: "Publish for good" });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await tabTo(publish);
  await press("Enter");
  await page.getByText("The signal is published").waitFor();

  const settle = page.getByRole("button", { name: `Settle… ${above}, ${trader.name}` });
  await page.waitForTimeout(Math.max(0, Date.parse(expires_at) - Date.now()));
  await tabTo(page.getByRole("link", { name: /^To settle/ }), "Shift+Tab");
  await press("Enter");
  await settle.waitFor();
  await tabTo(settle);
  await press("Enter");
  const dialog = page.getByRole("dialog");
  await expect.poll(() => focused(page).getAttribute("name")).toBe("outcome");
  await page.keyboard.type("wo");
  await tabTo(dialog.getByRole("button", { name: "Settle for good" }));
  await press("Enter");
  await page.getByText(`${above} is now: won`).waitFor();
  await dialog.waitFor({ state: "hidden" });
  // The button that had the focus is gone with its row, and the row below has taken its place.
  await settle.waitFor({ state: "detached" });
  const next = page.getByRole("button", { name: `Settle… ${below}, ${trader.name}` });
  await expect.poll(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
  await leave();
});

it("a visitor goes through the pages of a list, and the focus is on the heading of each", async () => {
  const { page, complaints, leave } = await openKeyboard("/en/signal");
  await untilStarted(page);
  for (const link of ["Older signals", "Newest signals"]) {
    await tabTo(page.getByRole("link", { name: link }));
    await page.keyboard.press("Enter");
    await untilArrived(page);
    expect(page.url().includes("cursor=")).toBe(link === "Older signals");
  }
  await tabTo(page.getByRole("link", { name: "Older signals" }));
  await page.keyboard.press("Enter");
  await untilArrived(page);
  await tabTo(page.locator("input[name=asset]"));
  await page.keyboard.type("EUR/USD");
  await page.keyboard.press("Enter");
  await page.waitForURL(/asset=EUR/);
  await page.locator("tbody tr").first().waitFor();
  expect(await focused(page).getAttribute("name")).toBe("asset");
  expect(complaints).toEqual([]);
  await leave();
});
