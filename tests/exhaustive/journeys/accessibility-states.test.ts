/** Dialogs, messages, and forms with errors: what no page shows at first. WCAG 2.2 A and AA by axe, targets and reflow. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  findByAxe,
  findLosses,
  findSmallTargets,
  NARROW,
  WIDE,
  ZOOMED_FOURFOLD,
} from "#tests/support/examine-page.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { addHolder, type Holder, STAFF } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, open } = await openSiteAndBrowser();
const holder = await addHolder(site);
const record = await openLiveRecord(site);
await record.settle(await record.publish("GBP/USD"), "won");
const signal = await record.publish("EUR/USD");

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const submitDialog = (page: Page) => page.locator("dialog[open] button[type=submit]").click();
const errorOf = (page: Page) => page.locator(".field__error").first();

interface State {
  readonly path: string;
  readonly as?: Holder;
  /** Leads there, and returns what shows it. */
  readonly act: (page: Page) => Promise<Locator>;
}

const STATES: Readonly<Record<string, State>> = {
  "the sign-in dialog after a wrong entry": {
    path: "/de/traders/north-light",
    async act(page) {
      await button(page, /^Folgen/).click();
      await page.locator("dialog[open] input").fill("not an id!");
      await submitDialog(page);
      return errorOf(page);
    },
  },
  "the code to embed a trader's record": {
    path: "/fr/traders/north-light",
    async act(page) {
      await page.locator(".record-details > summary").click();
      await page.locator("details.embed > summary").click();
      return page.locator("details.embed[open]");
    },
  },
  "the calendar": {
    path: "/it/signal",
    async act(page) {
      await page.locator(".filter-box > summary").click();
      await page.locator(".date-field__open").first().click();
      return page.locator(".calendar__days").first();
    },
  },
  "the record, checked": {
    path: "/es/signal",
    async act(page) {
      await page.locator(".ledger-check button").first().click();
      await page.locator(".ledger-check__result").waitFor();
      // Wherever the result is, the header that stays lies over a row, of which axe would measure the rest.
      await page.evaluate(() => scrollTo(0, 0));
      return page.locator(".ledger-check__result");
    },
  },
  "the offer to install": {
    path: "/de",
    async act(page) {
      await page.evaluate(() =>
        window.dispatchEvent(
          Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
            prompt: async () => {},
            userChoice: Promise.resolve({ outcome: "accepted" }),
          }),
        ),
      );
      await page.click('header a[href="/de/signal"]');
      return page.locator(".offer");
    },
  },
  "a message of success": {
    path: "/it/profile",
    as: holder,
    async act(page) {
      await page.locator('main input[name="name"]').fill("Ada");
      await page.keyboard.press("Enter");
      await page.locator(".toast__close").focus();
      return page.locator(".toast--success");
    },
  },
  "deleting the account, not confirmed": {
    path: "/de/profile",
    as: holder,
    async act(page) {
      await page.locator(".button--danger").first().click();
      await page.locator('dialog[open] input[name="confirm"]').fill("somebody else");
      await submitDialog(page);
      return errorOf(page);
    },
  },
  "a part that could not be loaded": {
    path: "/fr/profile",
    as: holder,
    async act(page) {
      await page.context().setOffline(true);
      await page.click(".view-nav__link:nth-child(3)");
      return page.locator("main button").first();
    },
  },
  "publishing with everything wrong": {
    path: "/es/admin",
    as: STAFF,
    async act(page) {
      await page.locator("main form button[type=submit]").first().click();
      return errorOf(page);
    },
  },
  "traders found by what is typed": {
    path: "/de/admin",
    as: STAFF,
    async act(page) {
      await page.locator('main input[name="trader"]').pressSequentially("trader");
      await page.locator(".combobox__option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      return page.locator(".combobox__option[data-highlighted]");
    },
  },
  "the summary of a signal before it is published": {
    path: "/fr/admin",
    as: STAFF,
    async act(page) {
      await page.fill('main input[name="trader"]', "nobody");
      await page.fill('main input[name="asset"]', "EUR/USD");
      await page.check('main [name="direction"][value="up"]');
      await page.locator("main form button[type=submit]").first().click();
      return page.locator("dialog[open] .button--primary:enabled");
    },
  },
  "settling without evidence": {
    path: "/en/admin?view=queue",
    as: STAFF,
    async act(page) {
      await sleep(Math.max(0, Date.parse(signal.expires_at) - Date.now()));
      await page.reload();
      await button(page, /^won/).click();
      await button(page, "Review…").click();
      await submitDialog(page);
      return errorOf(page);
    },
  },
  "correcting without an outcome and a reason": {
    path: "/en/admin?view=corrections",
    as: STAFF,
    async act(page) {
      await button(page, /^Correct/).click();
      await submitDialog(page);
      return errorOf(page);
    },
  },
  "an account's settings": {
    path: "/en/admin?view=accounts",
    as: STAFF,
    async act(page) {
      await button(page, /^Manage/).click();
      return page.locator("dialog[open] form").first();
    },
  },
  "a new key without a trader": {
    path: "/en/admin?view=keys",
    as: STAFF,
    async act(page) {
      await button(page, "Create key").click();
      await submitDialog(page);
      return errorOf(page);
    },
  },
};

it.each(Object.entries(STATES))(
  "no accessibility problem is found in %s",
  async (_name, { path, as, act }) => {
    const { page } = await open(path, { viewport: WIDE, ...(as && { as }) });
    await (await act(page)).waitFor();
    expect(await findByAxe(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    expect([await findByAxe(page), await findSmallTargets(page)]).toEqual([[], []]);
    await page.setViewportSize(ZOOMED_FOURFOLD);
    expect(await findLosses(page)).toEqual([]);
  },
);
