/** Failures around a session: only its real end signs a member out. */
import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import texts from "#shared/locales/de/session.json" with { type: "json" };
import { callApi } from "#tests/support/api-client.ts";
import {
  addHolder,
  askAgain,
  countCalls,
  type Holder,
  MEMBER,
  openMember,
  storedTokens,
} from "#tests/support/member.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";
import { ACCESS_TOKEN_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const PROFILE = "/en/profile";

const { site, browser, open } = await openSiteAndBrowser();
const shownOn = (page: Page) => page.locator("main").getByText(MEMBER_ID, { exact: true });

async function openProfile(path = PROFILE): Promise<Page> {
  const { page } = await open(path, { as: MEMBER });
  await shownOn(page).waitFor();
  return page;
}

it("a member stays signed in while offline beyond the access token's lifetime, and continues when online", async () => {
  const page = await (await openMember(browser, site)).newPage();
  await page.clock.install();
  await page.goto(site.url + PROFILE);
  await shownOn(page).waitFor();
  const before = await storedTokens(page);
  const calls = countCalls(page.context());
  await page.context().setOffline(true);
  await page.clock.fastForward(ACCESS_TOKEN_LIFETIME_SECONDS * 1000);
  await askAgain(page);
  await expect.poll(() => calls("POST /api/auth/refresh/")).toBeGreaterThan(0);
  await page.locator(".account-nav [popovertarget]").waitFor();
  expect(await storedTokens(page)).toEqual(before);

  await page.context().setOffline(false);
  await page.clock.fastForward(3_000);
  await askAgain(page);
  await expect.poll(() => calls("GET /api/auth/me/ 200")).toBeGreaterThan(0);
  expect((await storedTokens(page)).refreshToken).not.toBe(before.refreshToken);
  expect(page.url()).toBe(site.url + PROFILE);
});

it.each([
  [PROFILE, MEMBER_ID],
  ["/en/admin", "Staff only"],
])("%s says that the member cannot be loaded and tries again", async (path, shown) => {
  const maintenance = { status: 503, json: { detail: "Maintenance.", code: "upstream_error" } };
  const { page } = await open(path, {
    as: MEMBER,
    before: (tab) => tab.route("**/api/auth/me/", (route) => route.fulfill(maintenance)),
  });
  const failed = page.locator("main").getByRole("alert");
  await failed.getByText("This could not be loaded.").waitFor();
  await page.unroute("**/api/auth/me/");
  await failed.getByRole("button", { name: "Try again" }).click();
  await page.locator("main").getByText(shown).first().waitFor();
});

it("ending the session elsewhere leads to the login page and back, with a notice", async () => {
  const page = await openProfile("/de/profile?from=mail");
  const { refreshToken } = await storedTokens(page);
  await callApi(site.url, null, "POST", "/api/auth/logout/", { refresh: refreshToken });
  const calls = countCalls(page.context());
  await askAgain(page);
  await page.waitForURL(`${site.url}/de/login?next=%2Fde%2Fprofile%3Ffrom%3Dmail`);
  const toast = page.locator(".toast--warn");
  await toast.waitFor();
  expect(await toast.textContent()).toContain(texts.toast.ended.summary);
  expect(await toast.textContent()).toContain(texts.toast.ended.detail);
  expect(await storedTokens(page)).toEqual({ accessToken: null, refreshToken: null });
  expect(calls("POST /api/auth/refresh/")).toBe(1);

  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await page.click('main button[type="submit"]');
  await page.waitForURL(`${site.url}/de/profile?from=mail`);
  // Long before its time is over.
  await toast.waitFor({ state: "detached", timeout: 3_000 });
});

it("the page says that the server cannot be reached to refresh a session, and why that of a deleted account has ended", async () => {
  const page = await openProfile("/de/profile");
  const answer = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { detail: "", code } });
  await page.route("**/api/auth/me/", answer(401, "token_not_valid"));
  await page.route("**/api/auth/refresh/", answer(500, "upstream_error"));
  await askAgain(page);
  const toast = page.locator(".toast--warn");
  await toast.getByText(texts.toast.unreachable.summary).waitFor();
  await page.route("**/api/auth/me/", answer(401, "user_not_found"));
  await askAgain(page);
  await page.waitForURL(`${site.url}/de/login?next=%2Fde%2Fprofile`);
  await toast.getByText(texts.toast.ended.noMember).waitFor();
  expect(await toast.count()).toBe(1);
  expect(await storedTokens(page)).toEqual({ accessToken: null, refreshToken: null });
});

it("input typed before the session ended is restored when its member signs in again, and for nobody else", async () => {
  const [member, other] = [await addHolder(site), await addHolder(site)];
  const { page } = await open(PROFILE, { as: member });
  const name = page.getByLabel("Display name");
  await name.waitFor();
  async function endSession(typed: string): Promise<void> {
    const { refreshToken } = await storedTokens(page);
    await callApi(site.url, null, "POST", "/api/auth/logout/", { refresh: refreshToken });
    await name.fill(typed);
    await name.press("Enter");
    await page.waitForURL(/\/en\/login/);
    await page.locator(".toast--warn").getByText("What you typed is kept").waitFor();
    expect(await page.locator(".toast--error").count()).toBe(0);
  }
  async function signIn({ id, passcode }: Holder): Promise<void> {
    await page.fill('input[name="pocketoption_id"]', id);
    await page.keyboard.press("Enter");
    await page.locator('input[name="passcode"]').fill(passcode);
    await page.keyboard.press("Enter");
    await page.waitForURL(site.url + PROFILE);
    await page.locator("main").getByText(id, { exact: true }).waitFor();
  }
  await endSession("Ada at length");
  await page.reload();
  await signIn(member);
  await expect.poll(() => name.inputValue()).toBe("Ada at length");

  await endSession("Ada in private");
  await signIn(other);
  expect(await name.inputValue()).toBe("");
  expect(await page.evaluate(() => sessionStorage.getItem("tidemark:interrupted-form"))).toBeNull();
});

it("blocked local storage still allows signing in for the visit, and is reported only on the console", async () => {
  const { page } = await openVisitor(browser, { serviceWorkers: "allow" });
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    }),
  );
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(`uncaught: ${error.message}`));
  await page.goto(`${site.url}/en/login?next=${PROFILE}`);
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await page.click('main button[type="submit"]');
  await page.waitForURL(site.url + PROFILE);
  await shownOn(page).waitFor();
  await page.click('footer a[href="/en/about"]');
  await page.waitForURL(`${site.url}/en/about`);
  await page.click(".account-nav [popovertarget]");
  await page.click('.account-nav a[href="/en/profile"]');
  await shownOn(page).waitFor();
  expect(said.filter((line) => !line.startsWith("Local storage failed to"))).toEqual([]);
  expect(said).not.toEqual([]);

  await page.reload();
  await page.waitForURL(`${site.url}/en/login?next=%2Fen%2Fprofile`);
});
