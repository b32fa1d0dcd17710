/** The sign-in dialog, toasts and the ripple as people meet them. */
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { askAgain, openHolder, openStaff, storedTokens } from "#tests/support/member.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import {
  openVisitor,
  untilHydrated,
  untilHydratedUnderClock,
  withoutWorkers,
} from "#tests/support/visitor.ts";
import { RIPPLE } from "#shared/limits/browser.ts";

const WIDE = { width: 1280, height: 800 };
const SAVED_LIFE_MS = 4000;

const { site, browser } = await openSiteAndBrowser();
let traderUrl: string;
let traderName: string;
let leave: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const { trader } = await (await openLiveRecord(site)).publish();
  traderUrl = `${site.url}/en/traders/${trader.handle}`;
  traderName = trader.name;
});
afterEach(async () => {
  await leave?.();
  leave = undefined;
});
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

/** How far down the header reaches, which stays in sight. */
const headerEnd = (page: Page) =>
  page.locator(".site-header").evaluate((header) => header.getBoundingClientRect().bottom);

/** From here on the page's time moves only when the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

describe("the sign-in dialog for a visitor who wants to follow a trader", () => {
  const dialogOf = (page: Page) => page.locator("dialog:modal");
  const followOf = (page: Page) => page.getByRole("button", { name: `Follow ${traderName}`, exact: true });

  async function openDialog() {
    const visitor = await openVisitor(browser, { viewport: WIDE });
    leave = visitor.leave;
    await withoutWorkers(visitor.page);
    await visitor.page.goto(traderUrl);
    await untilHydrated(visitor.page);
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

  it("closes with Escape and returns the focus to the button", async () => {
    const { page, complaints } = await openDialog();
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await hasFocus(followOf(page))).toBe(true);
    await page.keyboard.press("Enter");
    await dialogOf(page).waitFor();
    expect(complaints).toEqual([]);
  });

  it("closes when going back, with the focus on the page", async () => {
    const visitor = await openVisitor(browser, { viewport: WIDE });
    leave = visitor.leave;
    const { page } = visitor;
    await page.goto(`${site.url}/en/traders`);
    await untilHydrated(page);
    await page.getByRole("link", { name: traderName }).click();
    await page.waitForURL(traderUrl);
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

  it("closes with a click beside it, but not inside it", async () => {
    const { page } = await openDialog();
    await dialogOf(page).getByRole("heading").click();
    expect(await dialogOf(page).count()).toBe(1);
    await page.mouse.click(10, 10);
    await dialogOf(page).waitFor({ state: "detached" });
    expect(await hasFocus(followOf(page))).toBe(true);
  });

  it("stays open at the second click of the double click that opened it", async () => {
    const { page } = await openDialog();
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    await followOf(page).dblclick();
    // Were it closed by the second press, this would find the button instead.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await dialogOf(page).count()).toBe(1);
    await page.mouse.click(10, 10);
    await dialogOf(page).waitFor({ state: "detached" });
  });

  it("stays open if a drag begins or ends in it, with its input", async () => {
    const { page } = await openDialog();
    const field = dialogOf(page).locator('input[name="pocketoption_id"]');
    await field.fill("DEMO-1001");
    const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
    const inField = { x: x + width / 2, y: y + height / 2 };
    const beside = { x: 10, y: 10 };
    for (const [from, to] of [
      [inField, beside],
      [beside, inField],
    ] as const) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      expect(await dialogOf(page).count()).toBe(1);
      expect(await field.inputValue()).toBe("DEMO-1001");
    }
  });

  it("stays open after a click beside it while it contains input", async () => {
    const { page } = await openDialog();
    const field = dialogOf(page).locator('input[name="pocketoption_id"]');
    await field.fill("DEMO-1001");
    await page.mouse.click(10, 10);
    expect(await dialogOf(page).count()).toBe(1);
    expect(await field.inputValue()).toBe("DEMO-1001");
    await field.fill("");
    await page.mouse.click(10, 10);
    await dialogOf(page).waitFor({ state: "detached" });
    await followOf(page).press("Enter");
    await field.fill("DEMO-1001");
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
  });

  it("stays open if it is opened again before the browser's close event", async () => {
    const { page } = await openDialog();
    await followOf(page).evaluate(async (follow: HTMLElement) => {
      document.querySelector<HTMLElement>("dialog .dialog__close")?.click();
      await Promise.resolve(); // React is through; the browser tells in a task of its own
      if (!document.querySelector("dialog:modal")) follow.click();
    });
    expect(await dialogOf(page).count()).toBe(1);
  });

  it.each([
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
    ["its button", (page: Page) => dialogOf(page).getByRole("button", { name: "Not now" }).click()],
  ])("closes with %s while it is sending, and the response signs nobody in", async (_name, close) => {
    const { page, complaints } = await openDialog();
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/api/auth/login/", async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.keyboard.type(MEMBER_ID);
    await page.keyboard.press("Enter");
    await dialogOf(page).getByRole("button", { name: "Signing in…" }).waitFor();
    await close(page);
    await dialogOf(page).waitFor({ state: "detached" });
    const isEnded = page.waitForRequest("**/api/auth/logout/");
    answer();
    await isEnded;
    expect(await storedTokens(page)).toEqual({ accessToken: null, refreshToken: null });
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
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
    expect(page.url()).toBe(traderUrl);
    await page.reload();
    await unfollow.waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("a toast", () => {
  async function openProfile(): Promise<Page> {
    const context = await openHolder(browser, site);
    leave = () => context.close();
    const page = await context.newPage();
    await page.setViewportSize(WIDE);
    await page.clock.install();
    await page.goto(`${site.url}/en/profile`);
    await page.getByLabel("Display name").waitFor();
    await untilHydratedUnderClock(page);
    return page;
  }

  /** Stops the clock first, so that none of the toast's life is over when it appears. */
  async function saveName(page: Page, name: string): Promise<Locator> {
    await stopClock(page);
    await page.getByLabel("Display name").fill(name);
    await page.getByLabel("Display name").press("Enter");
    const toast = page.locator(".toast--success");
    await toast.waitFor();
    return toast;
  }

  it("about an ended session is at the top right, interrupts screen readers and takes no focus", async () => {
    const page = await openProfile();
    const { refreshToken } = await storedTokens(page);
    await fetch(`${site.url}/api/auth/logout/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ refresh: refreshToken }),
    });
    await askAgain(page);
    const toast = page.locator(".toast--warn", { hasText: "Your session has ended" });
    await toast.waitFor();
    await page.waitForURL(/\/en\/login/);
    // Where it stands once it has slid in.
    await toast.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
    const { x = 0, y = -1, width = 0 } = (await toast.boundingBox()) ?? {};
    expect(x).toBeGreaterThan(WIDE.width / 2);
    for (const gap of [y - (await headerEnd(page)), WIDE.width - (x + width)]) {
      expect(gap).toBeGreaterThanOrEqual(0);
      expect(gap).toBeLessThan(64);
    }

    const area = page.getByRole("region", { name: "Messages" });
    expect(await area.locator('[aria-live="assertive"]', { has: toast }).count()).toBe(1);
    expect(await area.locator(":focus").count()).toBe(0);
    await toast.getByRole("button", { name: "Close" }).click();
    await toast.waitFor({ state: "detached" });
  });

  it("stays for its lifetime, hovering not counted, is announced politely and takes no focus", async () => {
    const page = await openProfile();
    const toast = await saveName(page, "Ada of the Tides");
    expect(await page.locator('[aria-live="polite"]', { has: toast }).count()).toBe(1);
    expect(await hasFocus(page.getByLabel("Display name"))).toBe(true);
    await toast.hover();
    await page.clock.fastForward(10 * SAVED_LIFE_MS);
    expect(await toast.count()).toBe(1);
    await page.mouse.move(200, WIDE.height - 50);
    await page.clock.fastForward(SAVED_LIFE_MS - 1);
    expect(await toast.count()).toBe(1);
    await page.clock.fastForward(1);
    await toast.waitFor({ state: "detached" });
  });

  it("closes with Escape while it has the focus, which returns to where it was", async () => {
    const page = await openProfile();
    const toast = await saveName(page, "Ada of the Cliffs");
    await page.keyboard.press("Escape");
    expect(await toast.count()).toBe(1);
    await toast.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await toast.waitFor({ state: "detached" });
    expect(await hasFocus(page.getByLabel("Display name"))).toBe(true);
  });
});

describe("a toast over a dialog", () => {
  async function openAccount() {
    const context = await openStaff(browser, site);
    leave = () => context.close();
    const page = await context.newPage();
    await page.setViewportSize(WIDE);
    await page.route("**/end-sessions/", (route) =>
      route.fulfill({ status: 503, json: { detail: "Maintenance.", code: "upstream_error" } }),
    );
    await page.goto(`${site.url}/en/admin?view=accounts`);
    await page.getByRole("button", { name: `Manage… ${MEMBER_ID}` }).click();
    const dialog = page.getByRole("dialog");
    const passcode = dialog.getByLabel("New passcode");
    await passcode.fill("half of a pass");
    const end = dialog.getByRole("button", { name: "End all sessions" });
    const fail = () => end.press("Enter");
    // The page behind has it as well.
    const close = page.locator(".toast__close").last();
    return { page, dialog, passcode, end, fail, close };
  }

  it("is at the top right, is announced, and is closed by a click that leaves the dialog open", async () => {
    const { page, dialog, passcode, fail, close } = await openAccount();
    await fail();
    await close.waitFor();
    const { x = 0, y = WIDE.height } = (await close.boundingBox()) ?? {};
    expect(x).toBeGreaterThan(WIDE.width / 2);
    expect(y - (await headerEnd(page))).toBeLessThan(64);
    expect(await page.locator(".toast:visible").count()).toBe(1);
    await page.mouse.click(x + 10, y + 10);
    await page.locator(".toast").first().waitFor({ state: "detached" });
    expect(await passcode.inputValue()).toBe("half of a pass");
    await fail();
    await dialog.locator('[aria-live="assertive"] .toast--error').waitFor();
    await passcode.fill("");
    await page.mouse.click(10, 10);
    await dialog.waitFor({ state: "detached" });
    expect(await page.locator(".toast:visible").count()).toBe(1);
  });

  it("closes with Escape before the dialog does, and the focus returns to the dialog", async () => {
    const { page, dialog, end, fail, close } = await openAccount();
    await fail();
    await close.waitFor();
    await page.keyboard.press("Tab");
    while (!(await hasFocus(close))) await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await page.locator(".toast").first().waitFor({ state: "detached" });
    expect(await hasFocus(end)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

describe("a press on a button", () => {
  const buttonOf = (page: Page) => page.getByRole("button", { name: "Check this record" });
  const inkOf = (page: Page) => buttonOf(page).locator(".ripple > .ripple__ink");
  const PRESSES: readonly [string, (page: Page) => Promise<void>][] = [
    ["the mouse", (page) => buttonOf(page).click()],
    ["Enter", (page) => buttonOf(page).press("Enter")],
  ];

  it.each(PRESSES)("by %s ripples for 400 ms, and nothing is left after 401", async (_name, press) => {
    const { page, ...visitor } = await openVisitor(browser, { serviceWorkers: "block" });
    leave = visitor.leave;
    await page.clock.install();
    await page.goto(`${site.url}/en/signal`);
    await untilHydratedUnderClock(page);
    await stopClock(page);
    await press(page);
    const motions = await inkOf(page).evaluate((ink) =>
      ink.getAnimations().map((motion) => motion.effect?.getTiming().duration),
    );
    expect(motions).toEqual([RIPPLE.durationMs]);
    expect(await inkOf(page).count()).toBe(1);
    await page.clock.fastForward(RIPPLE.cleanupMs - 1);
    expect(await inkOf(page).count()).toBe(1);
    await page.clock.fastForward(1);
    expect(await inkOf(page).count()).toBe(0);
    await page.getByText(/The record holds/).waitFor();
  });
});
