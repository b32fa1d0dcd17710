/** One session in many tabs of one browser. */
import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  askAgain,
  countCalls,
  openMember,
  putExpiredToken,
  storedTokens,
  signOut,
} from "#tests/support/member.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const PROFILE = "/en/profile";

const { site, browser } = await openSiteAndBrowser();
let context: BrowserContext;

/** Tabs of one member, each showing the profile. */
async function openTabs(count: number): Promise<Page[]> {
  context = await openMember(browser, site);
  return Promise.all(Array.from({ length: count }, () => openTab(PROFILE)));
}

async function openTab(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url + path);
  await untilSignedIn(page);
  return page;
}

async function untilSignedIn(page: Page): Promise<void> {
  await page.locator(".account-nav [popovertarget]").waitFor();
  if (page.url().endsWith(PROFILE))
    await page.locator("main").getByText(MEMBER_ID, { exact: true }).waitFor();
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
  if (here) await signOut(here);
  await guarded?.waitForURL(`${site.url}/en/login?next=%2Fen%2Fprofile`);
  await open.locator('.account-nav a[href^="/en/login"]').waitFor();
  expect(open.url()).toBe(`${site.url}/en/about`);
  expect(await storedTokens(open)).toEqual({ accessToken: null, refreshToken: null });
});
