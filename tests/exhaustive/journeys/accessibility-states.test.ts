/** Dialogs, messages, and forms with errors: what no page shows at first. WCAG 2.2 A and AA by axe, targets and reflow. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  findByAxe,
  findLosses,
  findSmallTargets,
  NARROW,
  WIDE,
  ZOOMED_FOURFOLD,
} from "#tests/support/examine-page.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { openHolder, openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();
let page: Page;
let expiresMs: number;

beforeAll(async () => {
  const record = await openLiveRecord(site);
  await record.settle(await record.publish("GBP/USD"), "won");
  const { expires_at } = await record.publish("EUR/USD");
  expiresMs = Date.parse(expires_at);
});
afterEach(() => page.context().close());
async function open(path: string, openAs?: typeof openStaff): Promise<void> {
  const context = openAs
    ? await openAs(browser, site)
    : await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
  page = await context.newPage();
  await page.setViewportSize(WIDE);
  await page.goto(site.url + path);
  await untilHydrated(page);
}

/** The open signal can be settled. */
const untilExpired = () => sleep(Math.max(0, expiresMs - Date.now()));

async function expectNothingFound(): Promise<void> {
  expect(await findByAxe(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect([await findByAxe(page), await findSmallTargets(page)]).toEqual([[], []]);
  await page.setViewportSize(ZOOMED_FOURFOLD);
  expect(await findLosses(page)).toEqual([]);
}

const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
const submitDialog = () => page.locator("dialog[open] button[type=submit]").click();
const untilError = () => page.locator(".field__error").first().waitFor();

const STATES: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    "the login page after a wrong entry",
    async () => {
      await open("/fr/login");
      await page.fill('main input[name="pocketoption_id"]', "not an id!");
      await page.click('main button[type="submit"]');
      await untilError();
    },
  ],
  [
    "the sign-in dialog after a wrong entry",
    async () => {
      await open("/de/traders");
      await page.click('main a[href^="/de/traders/"]');
      // The list has such buttons, too, and a dialog opened there stays behind with it.
      await page.waitForURL(/\/de\/traders\/./);
      await page.locator("main").getByRole("link", { name: "Rangliste" }).waitFor();
      await button(/^Folgen/).click();
      await page.locator("dialog[open] input").fill("not an id!");
      await submitDialog();
      await untilError();
    },
  ],
  [
    "the code to embed a trader's record",
    async () => {
      await open("/fr/traders/north-light");
      await page.locator(".record-details > summary").click();
      await page.locator("details.embed > summary").click();
    },
  ],
  [
    "the calendar",
    async () => {
      await open("/it/signal");
      await page.locator(".filter-box > summary").click();
      await page.locator(".date-field__open").first().click();
      await page.locator(".calendar__days").first().waitFor();
    },
  ],
  [
    "the record, checked",
    async () => {
      await open("/es/signal");
      await page.locator(".ledger-check button").first().click();
      await page.locator(".ledger-check__result").waitFor();
      // Wherever the result is, the header that stays lies over a row, of which axe would measure the rest.
      await page.evaluate(() => scrollTo(0, 0));
    },
  ],
  [
    "the offer to install",
    async () => {
      await open("/de");
      await page.evaluate(() =>
        window.dispatchEvent(
          Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
            prompt: async () => {},
            userChoice: Promise.resolve({ outcome: "accepted" }),
          }),
        ),
      );
      await page.click('header a[href="/de/signal"]');
      await page.locator(".offer").waitFor();
    },
  ],
  [
    "the profile after a wrong entry",
    async () => {
      await open("/fr/profile", openHolder);
      await page.locator('main input[name="name"]').fill("x".repeat(81));
      await page.keyboard.press("Enter");
      await untilError();
    },
  ],
  [
    "a message of success",
    async () => {
      await open("/it/profile", openHolder);
      await page.locator('main input[name="name"]').fill("Ada");
      await page.keyboard.press("Enter");
      await page.locator(".toast--success").waitFor();
      await page.locator(".toast__close").focus();
    },
  ],
  [
    "deleting the account, not confirmed",
    async () => {
      await open("/de/profile", openHolder);
      await page.locator(".button--danger").first().click();
      await page.locator('dialog[open] input[name="confirm"]').fill("somebody else");
      await submitDialog();
      await untilError();
    },
  ],
  [
    "publishing with everything wrong",
    async () => {
      await open("/es/admin", openStaff);
      await page.locator("main form button[type=submit]").first().click();
      await untilError();
    },
  ],
  [
    "traders found by what is typed",
    async () => {
      await open("/de/admin", openStaff);
      await page.locator('main input[name="trader"]').pressSequentially("trader");
      await page.locator(".combobox__option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.locator(".combobox__option[data-highlighted]").waitFor();
    },
  ],
  [
    "the summary of a signal before it is published",
    async () => {
      await open("/fr/admin", openStaff);
      await page.fill('main input[name="trader"]', "nobody");
      await page.fill('main input[name="asset"]', "EUR/USD");
      await page.check('main [name="direction"][value="up"]');
      await page.locator("main form button[type=submit]").first().click();
      await page.locator("dialog[open] .button--primary:enabled").waitFor();
    },
  ],
  [
    "settling without evidence",
    async () => {
      await untilExpired();
      await open("/en/admin?view=queue", openStaff);
      await button(/^won/).first().click();
      await button("Review…").click();
      await submitDialog();
      await untilError();
    },
  ],
  [
    "correcting without an outcome and a reason",
    async () => {
      await open("/en/admin?view=corrections", openStaff);
      await button(/^Correct/).click();
      await submitDialog();
      await untilError();
    },
  ],
  [
    "looking for corrections of a trader that is none",
    async () => {
      await open("/en/admin?view=corrections&trader=!", openStaff);
      await page.getByText("Fix the marked filters to see the list.").waitFor();
    },
  ],
  [
    "adding a trader with a wrong handle",
    async () => {
      await open("/en/admin?view=traders", openStaff);
      await button("Add trader").click();
      await page.getByRole("dialog").getByLabel("Handle").fill("Not A Handle");
      await submitDialog();
      await untilError();
    },
  ],
  [
    "an account's settings",
    async () => {
      await open("/en/admin?view=accounts", openStaff);
      await button(/^Manage/).click();
      await page.locator("dialog[open] form").first().waitFor();
    },
  ],
  [
    "a new key's address",
    async () => {
      await open("/en/admin?view=keys", openStaff);
      await button("Create key").click();
      await submitDialog();
      await untilError();
    },
  ],
  [
    "a part that could not be loaded",
    async () => {
      await open("/fr/profile", openHolder);
      await page.context().setOffline(true);
      await page.click(".view-nav__link:nth-child(3)");
      await page.locator("main button").first().waitFor();
    },
  ],
];

describe("no accessibility problem is found in", () => {
  it.each(STATES)("%s", async (_name, arrive) => {
    await arrive();
    await expectNothingFound();
  });
});
