/** One session in many tabs of one browser. */
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import {
  askAgain,
  countCalls,
  holdRefreshAnswers,
  openMember,
  putExpiredToken,
  putToSleep,
  storedTokens,
} from "#tests/support/member.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const PROFILE = "/en/profile";

const { site, browser } = await openSiteAndBrowser();
let context: BrowserContext;

afterEach(() => context?.close());
/** Tabs of one member, each showing the page given. */
async function openTabs(count: number, path = PROFILE): Promise<Page[]> {
  context = await openMember(browser, site);
  return Promise.all(Array.from({ length: count }, () => openTab(path)));
}

async function openTab(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url + path);
  await untilSignedIn(page);
  return page;
}

async function untilSignedIn(page: Page): Promise<void> {
  await page.locator('.account-nav a[href$="/profile"]').waitFor();
  if (page.url().endsWith(PROFILE)) await page.getByText(MEMBER_ID, { exact: true }).waitFor();
}

it("five tabs whose access token expires at the same moment refresh once among them and all go on", async () => {
  const tabs = await openTabs(5);
  const [first] = tabs;
  const expired = await putExpiredToken(first);
  const calls = countCalls(context);
  await Promise.all(tabs.map(askAgain));
  await expect.poll(() => calls("GET /api/auth/me/ 200")).toBe(5);
  expect(calls("POST /api/auth/refresh/")).toBe(1);
  expect(calls("GET /api/auth/me/ 401")).toBeGreaterThan(0);
  for (const tab of tabs) {
    expect((await storedTokens(tab)).accessToken).not.toBe(expired);
    expect(tab.url()).toBe(site.url + PROFILE);
  }
});

it("signing out in one tab signs out all of them", async () => {
  const [here, guarded] = await openTabs(2);
  const open = await openTab("/en/about");
  await here?.locator(".account-nav button.button").click();
  await guarded?.waitForURL(`${site.url}/en/login?next=%2Fen%2Fprofile`);
  await open.locator('.account-nav a[href^="/en/login"]').waitFor();
  expect(open.url()).toBe(`${site.url}/en/about`);
  expect(await storedTokens(open)).toEqual({ accessToken: null, refreshToken: null });
});

it("signing in in one tab signs in the others, each on its own page", async () => {
  context = await browser.newContext({ locale: "en-US" });
  const [form, other] = [await context.newPage(), await context.newPage()];
  await form.goto(`${site.url}/en/login`);
  await other.goto(`${site.url}/en/about`);
  await other.locator('.account-nav a[href^="/en/login"]').waitFor();
  await form.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await form.click('main button[type="submit"]');
  await form.waitForURL(site.url + PROFILE);
  await untilSignedIn(other);
  expect(other.url()).toBe(`${site.url}/en/about`);
});

it("a tab that was frozen while another refreshed the tokens continues without a refresh", async () => {
  const [awake, asleep] = await openTabs(2);
  if (!awake || !asleep) throw new Error("Expected two tabs");
  const wakeUp = await putToSleep(asleep);
  await putExpiredToken(awake);
  const calls = countCalls(context);
  await askAgain(awake);
  await expect.poll(() => calls("POST /api/auth/refresh/")).toBe(1);
  await expect.poll(() => calls("GET /api/auth/me/ 200")).toBe(1);

  await wakeUp();
  await askAgain(asleep);
  await expect.poll(() => calls("GET /api/auth/me/ 200")).toBe(2);
  expect(calls("POST /api/auth/refresh/")).toBe(1);
  expect(await storedTokens(asleep)).toEqual(await storedTokens(awake));
  expect(asleep.url()).toBe(site.url + PROFILE);
});

it("a reload before the response to a refresh arrives keeps the session", async () => {
  const [page] = await openTabs(1);
  if (!page) throw new Error("Expected a tab");
  const before = await storedTokens(page);
  await putExpiredToken(page);
  const { rotated, letPass } = await holdRefreshAnswers(context);
  await askAgain(page);
  const lost = await rotated;
  expect(lost.refresh).not.toBe(before.refreshToken);
  expect((await storedTokens(page)).refreshToken).toBe(before.refreshToken);
  await letPass();

  await page.reload();
  await untilSignedIn(page);
  expect((await storedTokens(page)).refreshToken).toBe(lost.refresh);
  expect(page.url()).toBe(site.url + PROFILE);
});

it("closing the tab that refreshes leaves the others signed in", async () => {
  const [closing, staying] = await openTabs(2);
  if (!closing || !staying) throw new Error("Expected two tabs");
  await putExpiredToken(closing);
  const { rotated, letPass } = await holdRefreshAnswers(context);
  await askAgain(closing);
  const lost = await rotated;
  await letPass();
  await closing.close();

  const calls = countCalls(context);
  await askAgain(staying);
  await expect.poll(() => calls("GET /api/auth/me/ 200")).toBe(1);
  expect((await storedTokens(staying)).refreshToken).toBe(lost.refresh);
});
