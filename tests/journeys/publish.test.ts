/** Publishing a signal: no single keystroke can cause a mistake. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { findByAxe } from "#tests/support/examine-page.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { STAFF } from "#tests/support/member.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";

const { site, open } = await openSiteAndBrowser(startSite);
const staff = await staffOf(site.url);

async function openForm(language: string, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page } = await open(`/${language}/admin`, { as: STAFF, ...(before && { before }) });
  await page.locator('main input[name="trader"]').waitFor();
  return page;
}

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const direction = (page: Page, value: string) => page.locator(`main [name="direction"][value="${value}"]`);
const hasFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name") ?? "")).toBe(name);

/** Once it has faded in: axe judges the colours of that moment. */
const untilShown = (dialog: Locator) =>
  dialog.evaluate((node) =>
    Promise.all(node.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => {}))),
  );

async function published(trader: string): Promise<readonly object[]> {
  const answer = await fetch(`${site.url}/api/signals/?trader=${trader}`);
  const { results } = (await answer.json()) as { results: readonly object[] };
  return results;
}

it("a signal is published by keyboard alone in German: trader found by part of a name, doubts confirmed, summary shown, sent once", async () => {
  await staff.addTraders({ nordlicht: "Nördliches Licht", suedlicht: "Südliches Licht" });
  const page = await openForm("de");
  const press = (key: string) => page.keyboard.press(key);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/admin/signals/"))
      writes.push(request.url());
  });

  await tabTo(field(page, "trader"));
  await page.keyboard.type("licht");
  const options = page.getByRole("listbox", { name: "Trader" }).getByRole("option");
  await expect.poll(() => options.allInnerTexts()).toHaveLength(2);
  await page.getByRole("status").getByText("2 Treffer").waitFor({ state: "attached" });
  await page.keyboard.type("Nord");
  await expect.poll(() => options.count()).toBe(0);
  await field(page, "trader").fill("");
  await page.keyboard.type("nördlich");
  await press("ArrowDown");
  await expect.poll(() => options.first().getAttribute("aria-selected")).toBe("true");
  // Leaving the field chooses nothing, and Enter sends nothing as long as the list is open.
  await press("Enter");
  expect(await field(page, "trader").inputValue()).toBe("nordlicht");
  await tabTo(field(page, "asset"));
  await page.keyboard.type("usdsek");
  await press("ArrowDown");
  await press("Enter");
  expect(await field(page, "asset").inputValue()).toBe("USD/SEK");

  // No direction is set: a slip on Enter publishes nothing.
  await press("Enter");
  await hasFocus(page, "direction");
  await press("Space");
  await tabTo(field(page, "payout"));
  await press("Control+A");
  await page.keyboard.type("185");
  await press("Enter");
  await hasFocus(page, "payout");
  await page
    .getByText(/Auszahlung von 0,01 bis 100\s%/)
    .first()
    .waitFor();
  await press("Control+A");
  await page.keyboard.type("85");

  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Endgültig veröffentlichen?" });
  const sentence = dialog.locator(".publish-sentence:focus");
  await sentence.waitFor();
  expect(await sentence.innerText()).toMatch(
    /^USD\/SEK steigend, 85\s%, \d\d\.\d\d\.\d{4}, \d\d:\d\d.+\d\d:\d\d.*, Nördliches Licht$/,
  );
  for (let repeat = 0; repeat < 3; repeat += 1) await press("Enter");
  expect(await dialog.isVisible()).toBe(true);
  await press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(page, "payout");
  expect(await field(page, "trader").inputValue()).toBe("nordlicht");
  expect(await field(page, "asset").inputValue()).toBe("USD/SEK");
  expect(await direction(page, "up").isChecked()).toBe(true);
  expect(await published("nordlicht")).toEqual([]);
  expect(writes).toEqual([]);

  await press("Enter");
  await sentence.waitFor();
  const publish = dialog.getByRole("button", { name: "Endgültig veröffentlichen" });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await press("Tab");
  await press("Enter");
  await press("Enter");
  await page.getByText("Das Signal ist veröffentlicht").waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect(writes).toHaveLength(1);
  expect(await published("nordlicht")).toMatchObject([{ asset: "USD/SEK", direction: "up", payout: 0.85 }]);
});

it("the form warns of values outside the trader's usual range, and names limits in the language's number format", async () => {
  await staff.addTraders({ habit: "Creature Of Habit" });
  for (let seq = 0; seq < 20; seq += 1)
    await staff.publish({ trader: "habit", payout: (80 + seq) / 100 }, 3_600, 4_200 + seq * 60);
  const page = await openForm("fr");
  // By the whole name.
  await field(page, "trader").fill("Creature of Habit");
  await field(page, "asset").fill("EURUSD_otc");
  await direction(page, "down").check();
  const review = page.getByRole("button", { name: "Vérifier le signal…" });
  await field(page, "payout").fill("75");
  await review.click();
  const dialog = page.getByRole("dialog");
  const warnings = dialog.getByRole("status");
  await warnings.getByText("aucun des 20 derniers signaux de Creature Of Habit").waitFor();
  await warnings.getByText(/75\s%, c’est inhabituel.+de 80\s% à 99\s%/).waitFor();
  expect(await warnings.locator(".callout--caution").count()).toBe(2);
  await untilShown(dialog);
  expect(await findByAxe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Revenir au formulaire" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await field(page, "payout").inputValue()).toBe("75");
  await review.click();
  await dialog.getByRole("button", { name: "Publier définitivement" }).dblclick();
  await page.getByText("Le signal est publié").waitFor();
  const signals = await published("habit");
  expect(signals).toHaveLength(21);
  expect(signals[0]).toMatchObject({ asset: "EURUSD_otc", direction: "down", payout: 0.75 });
});

it("the summary asks again if the entry time has passed, so that a held key publishes nothing late", async () => {
  await staff.addTraders({ tardy: "Tardy" });
  const page = await openForm("en");
  await field(page, "trader").fill("tardy");
  await field(page, "asset").fill("EUR/CZK");
  await direction(page, "up").check();
  await field(page, "payout").press("Enter");
  const dialog = page.getByRole("dialog");
  const publish = dialog.getByRole("button", { name: "Publish for good" });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.focus();
  await page.clock.setFixedTime(Date.now() + 10 * 60_000);
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await dialog.getByRole("alert").getByText("The entry time is in the past.").waitFor();
  await untilShown(dialog);
  expect(await findByAxe(page)).toEqual([]);
  expect(await dialog.isVisible()).toBe(true);
  expect(await published("tardy")).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  expect(await published("tardy")).toHaveLength(1);
});

it("the summary cannot be closed while a signal is being published, and input is kept on failure", async () => {
  await staff.addTraders({ steady: "Steady" });
  const page = await openForm("en");
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const BUSY = { status: 503, json: { detail: "Too many writers.", code: "ledger_busy" } };
  const keys: (string | undefined)[] = [];
  await page.route("**/api/admin/signals/", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length === 1) return route.fulfill(BUSY);
    await isAnswered;
    return route.continue();
  });
  const asset = field(page, "asset");
  const dialog = page.getByRole("dialog");
  const publish = dialog.getByRole("button", { name: "Publish for good" });
  await field(page, "trader").fill("steady");
  await direction(page, "up").check();
  await asset.fill("EUR/NOK");
  await asset.press("Escape");
  await asset.press("Enter");
  await publish.click();
  await page
    .getByRole("alert")
    .filter({ hasText: "Too many requests are writing at once, so nothing was written." })
    .waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect(await asset.inputValue()).toBe("EUR/NOK");
  expect(await asset.evaluate((input) => input === document.activeElement)).toBe(true);
  await asset.press("Enter");
  await publish.click();
  await page.locator('form[aria-busy="true"]').waitFor();
  await page.keyboard.press("Escape");
  await publish.dispatchEvent("click");
  expect(await dialog.isVisible()).toBe(true);
  answer();
  await page.getByText("The signal is published").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await hasFocus(page, "trader");
  expect(await published("steady")).toMatchObject([{ asset: "EUR/NOK" }]);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it("the trader field reads all pages of traders, shows the first ones and their number, and finds the last", async () => {
  const [sample] = (await (await fetch(`${site.url}/api/traders/?limit=1`)).json()).results;
  const traders = Array.from({ length: 120 }, (_, index) => ({
    ...sample,
    handle: `trader-${index}`,
    name: `Name ${index}`,
  }));
  const page = await openForm("en", (tab) =>
    tab.route("**/api/traders/?sort=handle&limit=100*", (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      const next = start === 0 ? "100" : null;
      return route.fulfill({
        json: { results: traders.slice(start, start + 100), next, m: 120, mark: 20_000 },
      });
    }),
  );
  const trader = field(page, "trader");
  const options = page.getByRole("listbox", { name: "Trader" }).getByRole("option");
  const status = page.getByRole("status");
  await trader.pressSequentially("name");
  await status.getByText("50 of 120 matches. Type more to see the others.").waitFor({ state: "attached" });
  expect(await options.count()).toBe(50);
  await trader.pressSequentially(" 119");
  await status.getByText("1 match").waitFor({ state: "attached" });
  await options.click();
  expect(await trader.inputValue()).toBe("trader-119");
  expect(await options.count()).toBe(0);
});

it("the trader field is a plain field if the API has no list of traders, and says what could not be checked", async () => {
  await staff.addTraders({ plain: "Plain" });
  const page = await openForm("en", async (tab) => {
    const absent = { status: 404, json: { detail: "Not found." } };
    await tab.route("**/api/traders/**", (route) => route.fulfill(absent));
    const refused = { status: 400, json: { trader: ["Unknown filter."] } };
    await tab.route("**/api/signals/?trader=**", (route) => route.fulfill(refused));
  });
  await field(page, "trader").fill("plain");
  expect(await field(page, "trader").getAttribute("aria-expanded")).toBe("false");
  await field(page, "asset").fill("EUR/PLN");
  await direction(page, "up").check();
  // Nobody knows who that is but the API.
  await field(page, "payout").press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It could not be compared with the last signals of plain.").waitFor();
  await dialog.getByRole("button", { name: "Publish for good" }).click();
  await page.getByText("The signal is published").waitFor();
  expect(await published("plain")).toHaveLength(1);
});
