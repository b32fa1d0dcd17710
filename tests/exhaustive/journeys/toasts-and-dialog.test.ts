/** The sign-in dialog, toasts and the ripple as people meet them. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { addHolder, MEMBER, STAFF, storedTokens } from "#tests/support/member.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";
import { RIPPLE } from "#shared/limits/browser.ts";

const WIDE = { width: 1280, height: 800 };
const SAVED_LIFE_MS = 4000;

const { site, browser, open } = await openSiteAndBrowser();
let traderPath: string;
let traderName: string;

beforeAll(async () => {
  const { trader } = await (await openLiveRecord(site)).publish();
  traderPath = `/en/traders/${trader.handle}`;
  traderName = trader.name;
});
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

/** At the top right, below the header, which stays in sight. */
async function expectAtTopRight(page: Page, toast: Locator): Promise<void> {
  const headerEnd = await page
    .locator(".site-header")
    .evaluate((header) => header.getBoundingClientRect().bottom);
  // Where it stands once it has slid in.
  await toast.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
  const { x = 0, y = -1, width = 0 } = (await toast.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(WIDE.width / 2);
  for (const gap of [y - headerEnd, WIDE.width - (x + width)]) {
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(64);
  }
}

/** From here on the page's time moves only when the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

describe("the sign-in dialog for a visitor who wants to follow a trader", () => {
  const dialogOf = (page: Page) => page.locator("dialog:modal");
  const followOf = (page: Page) => page.getByRole("button", { name: `Follow ${traderName}`, exact: true });

  async function openDialog() {
    const visitor = await open(traderPath, { viewport: WIDE });
    await followOf(visitor.page).press("Enter");
    await dialogOf(visitor.page).waitFor();
    return visitor;
  }

  it("has the login page's form, and is modal on layer 1100", async () => {
    const { page, complaints } = await openDialog();
    const dialog = dialogOf(page);
    expect(await page.getByRole("dialog", { name: "Sign in", exact: true }).count()).toBe(1);
    expect(await dialog.evaluate((element) => getComputedStyle(element).zIndex)).toBe("1100");

    const login = await page.context().newPage();
    await login.goto(`${site.url}/en/login`);
    await untilHydrated(login);
    const form = login.locator("main form", { has: login.locator('input[name="pocketoption_id"]') });
    await form.locator('button[type="submit"]:enabled').waitFor();
    expect(await dialog.locator("form").ariaSnapshot()).toBe(await form.ariaSnapshot());
    expect(complaints).toEqual([]);
  });

  it("closes with Escape and with a click beside it, returns the focus, and stays at a double click", async () => {
    const { page, complaints } = await openDialog();
    const dialog = dialogOf(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await hasFocus(followOf(page))).toBe(true);

    await followOf(page).dblclick();
    // Were it closed by the second press, this would find the button instead.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await dialog.getByRole("heading").click();
    expect(await dialog.count()).toBe(1);
    await page.mouse.click(10, 10);
    await dialog.waitFor({ state: "detached" });
    expect(await hasFocus(followOf(page))).toBe(true);

    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await followOf(page).evaluate(async (follow: HTMLElement) => {
      document.querySelector<HTMLElement>("dialog .dialog__close")?.click();
      await Promise.resolve(); // React is through; the browser tells in a task of its own
      if (!document.querySelector("dialog:modal")) follow.click();
    });
    expect(await dialog.count(), "opened again before the browser's close event").toBe(1);
    expect(complaints).toEqual([]);
  });

  it("closes when going back, with the focus on the page", async () => {
    const { page } = await open("/en/traders", { viewport: WIDE });
    await page.getByRole("link", { name: traderName }).click();
    await page.waitForURL(`**${traderPath}`);
    await page.getByRole("heading", { level: 1, name: traderName }).waitFor();
    await followOf(page).press("Enter");
    await dialogOf(page).waitFor();
    await page.goBack();
    await page.waitForURL("**/en/traders");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await hasFocus(page.locator("main h1"))).toBe(true);
    await page.goForward();
    await followOf(page).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
  });

  it("with input stays open at a click beside it and at a drag into or out of it, and closes with Escape", async () => {
    const { page } = await openDialog();
    const field = dialogOf(page).locator('input[name="pocketoption_id"]');
    await field.fill("DEMO-1001");
    const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
    const inField = { x: x + width / 2, y: y + height / 2 };
    const beside = { x: 10, y: 10 };
    for (const [from, to] of [
      [inField, beside],
      [beside, inField],
      [beside, beside],
    ] as const) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      expect(await field.inputValue()).toBe("DEMO-1001");
    }
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
  });

  it("closes with Escape while it is sending, and the response signs nobody in", async () => {
    const { page, complaints } = await openDialog();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/api/auth/login/", async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.keyboard.type(MEMBER_ID);
    await page.keyboard.press("Enter");
    await dialogOf(page).getByRole("button", { name: "Signing in…" }).waitFor();
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    const isEnded = page.waitForRequest("**/api/auth/logout/");
    answer();
    await isEnded;
    expect(await storedTokens(page)).toEqual({ accessToken: null, refreshToken: null });
    expect(complaints).toEqual([]);
  });

  it("signs in, stays on the page and follows the trader", async () => {
    const { page, complaints } = await openDialog();
    await page.keyboard.type(MEMBER_ID);
    await page.keyboard.press("Enter");
    await dialogOf(page).waitFor({ state: "detached" });
    const unfollow = page.getByRole("button", { name: `Unfollow ${traderName}`, exact: true });
    await unfollow.and(page.locator(":not([aria-busy])")).waitFor();
    expect(await hasFocus(unfollow)).toBe(true);
    expect(page.url()).toBe(site.url + traderPath);
    await page.reload();
    await unfollow.waitFor();
    expect(complaints).toEqual([]);
  });
});

it("a toast is at the top right, announced politely without the focus, stays while the pointer is over it, and closes with Escape", async () => {
  const { page } = await open("/en/profile", { as: await addHolder(site), viewport: WIDE });
  const name = page.getByLabel("Display name");
  await name.waitFor();
  await page.clock.install();
  const toast = page.locator(".toast--success");
  const save = async (value: string) => {
    // None of the toast's life is over when it appears.
    await stopClock(page);
    await name.fill(value);
    await name.press("Enter");
    await toast.waitFor();
  };
  await save("Ada of the Tides");
  await expectAtTopRight(page, toast);
  expect(await page.locator('[aria-live="polite"]', { has: toast }).count()).toBe(1);
  expect(await hasFocus(name)).toBe(true);
  await toast.hover();
  await page.clock.fastForward(10 * SAVED_LIFE_MS);
  expect(await toast.count()).toBe(1);
  await page.mouse.move(200, WIDE.height - 50);
  await page.clock.fastForward(SAVED_LIFE_MS - 1);
  expect(await toast.count()).toBe(1);
  await page.clock.fastForward(1);
  await toast.waitFor({ state: "detached" });

  await save("Ada of the Cliffs");
  await page.keyboard.press("Escape");
  expect(await toast.count()).toBe(1);
  await toast.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await toast.waitFor({ state: "detached" });
  expect(await hasFocus(name)).toBe(true);
});

it("a toast over a dialog is announced, and closed by a click or with Escape before the dialog is", async () => {
  const { page } = await open("/en/admin?view=accounts", {
    as: STAFF,
    viewport: WIDE,
    before: (tab) =>
      tab.route("**/end-sessions/", (route) =>
        route.fulfill({ status: 503, json: { detail: "Maintenance.", code: "upstream_error" } }),
      ),
  });
  await page.getByRole("button", { name: `Manage… ${MEMBER.id}` }).click();
  const dialog = page.getByRole("dialog");
  const passcode = dialog.getByLabel("New passcode");
  await passcode.fill("half of a pass");
  const end = dialog.getByRole("button", { name: "End all sessions" });
  // The page behind has it as well.
  const close = page.locator(".toast__close").last();
  await end.press("Enter");
  await close.waitFor();
  expect(await page.locator(".toast:visible").count()).toBe(1);
  await expectAtTopRight(page, page.locator(".toast:visible"));
  const { x = 0, y = 0 } = (await close.boundingBox()) ?? {};
  await page.mouse.click(x + 10, y + 10);
  await page.locator(".toast").first().waitFor({ state: "detached" });
  expect(await passcode.inputValue()).toBe("half of a pass");

  await end.press("Enter");
  await dialog.locator('[aria-live="assertive"] .toast--error').waitFor();
  await page.keyboard.press("Tab");
  while (!(await hasFocus(close))) await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.locator(".toast").first().waitFor({ state: "detached" });
  expect(await hasFocus(end)).toBe(true);

  await end.press("Enter");
  await close.waitFor();
  await passcode.fill("");
  await page.mouse.click(10, 10);
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator(".toast:visible").count()).toBe(1);
});

it("a press on a button ripples for 400 ms, and nothing is left after 401", async () => {
  const { page } = await openVisitor(browser);
  await page.clock.install();
  await page.goto(`${site.url}/en/signal`);
  await untilHydratedUnderClock(page);
  await stopClock(page);
  const button = page.getByRole("button", { name: "Check this record" });
  const ink = button.locator(".ripple > .ripple__ink");
  await button.click();
  const motions = await ink.evaluate((node) =>
    node.getAnimations().map((motion) => motion.effect?.getTiming().duration),
  );
  expect(motions).toEqual([RIPPLE.durationMs]);
  await page.clock.fastForward(RIPPLE.cleanupMs - 1);
  expect(await ink.count()).toBe(1);
  await page.clock.fastForward(1);
  expect(await ink.count()).toBe(0);
});
