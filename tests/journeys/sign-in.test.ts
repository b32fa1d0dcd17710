import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Language } from "#shared/site/languages.ts";
import { signOut, storedTokens } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, withoutWorkers } from "#tests/support/visitor.ts";

const { site, browser, open } = await openSiteAndBrowser();

const NONE = { accessToken: null, refreshToken: null };

async function signIn(page: Page, language: Language, id: string): Promise<void> {
  await page.goto(`${site.url}/${language}/profile`);
  await page.waitForURL(`${site.url}/${language}/login?next=%2F${language}%2Fprofile`);
  await page.fill('input[name="pocketoption_id"]', id);
  await page.click('main button[type="submit"]');
}

it("a member is sent to the login page, returns to the profile, stays signed in after a reload, and signs out", async () => {
  const { page, complaints } = await openVisitor(browser);
  await signIn(page, "fr", MEMBER_ID);
  await page.waitForURL(`${site.url}/fr/profile`);
  const shown = page.locator("main").getByText(MEMBER_ID, { exact: true });
  await shown.waitFor();
  const { accessToken, refreshToken } = await storedTokens(page);
  for (const token of [accessToken, refreshToken]) expect(token?.split(".")).toHaveLength(3);
  const named = page.locator(".account-nav__name").getByText("Demo member", { exact: true });
  await named.waitFor();

  await page.reload();
  await shown.waitFor();
  await named.waitFor();
  expect(page.url()).toBe(`${site.url}/fr/profile`);

  await signOut(page);
  await page.waitForURL(`${site.url}/fr`);
  await page.locator('.account-nav a[href^="/fr/login"]').waitFor();
  expect(await storedTokens(page)).toEqual(NONE);
  await page.goto(`${site.url}/fr/admin`);
  await page.waitForURL(`${site.url}/fr/login?next=%2Ffr%2Fadmin`);
  expect(complaints).toEqual([]);
});

it("signing out works at once, even if the home page is then loaded as a document, and sends no request as the member", async () => {
  const { page } = await openVisitor(browser);
  await page.route("**/_payload.json*", (route) => route.abort());
  await page.goto(`${site.url}/en/login?next=%2Fen%2Fprofile%3Fview%3Dsecurity`);
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await page.click('main button[type="submit"]');
  await page.getByText("Devices and actions are shown only to someone").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await signOut(page);
  await page.waitForURL(`${site.url}/en`);
  await page.locator('.account-nav a[href^="/en/login"]').waitFor();
  expect(await storedTokens(page)).toEqual(NONE);
  expect(asked.filter((path) => path.startsWith("/api/profile/"))).toEqual([]);
});

it("signing in returns to the previous page, in the language chosen since then", async () => {
  const { page } = await openVisitor(browser);
  await page.goto(`${site.url}/fr/login?next=%2Fde%2Fprofile%3Fview%3Dsecurity`);
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await page.click('main button[type="submit"]');
  await page.waitForURL(`${site.url}/fr/profile?view=security`);
});

it("signing in does not move a member who has gone to another page in the meantime", async () => {
  const { page } = await openVisitor(browser);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/auth/login/", async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto(`${site.url}/en/login`);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await page.click('main button[type="submit"]');
  await page.getByRole("link", { name: "Guide" }).click();
  await page.waitForURL(`${site.url}/en/instruction`);
  answer();
  await page.locator(".account-nav [popovertarget]").waitFor();
  const away = page.waitForURL(`${site.url}/en/watch`, { timeout: 1000 });
  expect(await away.catch(() => "stayed")).toBe("stayed");
});

it("a link clicked during sign-in is followed, even if the sign-in is answered first", async () => {
  const { page } = await openVisitor(browser);
  await withoutWorkers(page);
  const { promise: isMember, resolve: signIn } = Promise.withResolvers<void>();
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const hold = (path: string, until: Promise<void>) =>
    page.route(path, async (route) => {
      await until;
      await route.continue();
    });
  await hold("**/api/auth/login/", isMember);
  await hold("**/en/about/_payload.json", isThere);
  await page.goto(`${site.url}/en/login`);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await page.click('main button[type="submit"]');
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "About" }).click();
  const away = page.waitForURL(`${site.url}/en/watch`, { timeout: 2000 });
  signIn();
  await page.waitForResponse("**/api/auth/me/");
  expect(await away.catch(() => "stayed")).toBe("stayed");
  arrive();
  await page.waitForURL(`${site.url}/en/about`);
  await page.locator(".account-nav [popovertarget]").waitFor();
});

it("staff are asked for the passcode and get into the admin area", async () => {
  const { page } = await openVisitor(browser);
  await signIn(page, "de", STAFF_ID);
  const passcode = page.locator('input[name="passcode"]');
  await passcode.waitFor();
  expect(await passcode.evaluate((input) => input === document.activeElement)).toBe(true);
  // Nothing is wrong: the step is told politely, above its field.
  await page.getByRole("status").getByText("Geben Sie Ihren Zugangscode ein.").waitFor();
  expect(await page.locator('main [role="alert"]').allTextContents()).not.toContainEqual(
    expect.stringMatching(/\S/),
  );
  await passcode.fill("wrong-passcode");
  await page.click('main button[type="submit"]');
  await page.locator('main [role="alert"]').filter({ hasText: /\S/ }).waitFor();
  await passcode.fill(STAFF_PASSCODE);
  await page.click('main button[type="submit"]');
  await page.waitForURL(`${site.url}/de/profile`);
  await page.click(".account-nav [popovertarget]");
  await page.click('a[href="/de/admin"]');
  await page.waitForURL(`${site.url}/de/admin`);
});

it("the login page says why it has opened and how to get an account, and shows the passcode on request", async () => {
  const { page } = await openVisitor(browser);
  await page.goto(`${site.url}/en/admin`);
  await page.getByText("To open the admin area, sign in as staff.").waitFor();
  await page.getByText("New here?").waitFor();
  await page.fill('input[name="pocketoption_id"]', STAFF_ID);
  await page.click('main button[type="submit"]');
  const passcode = page.getByLabel("Passcode", { exact: true });
  await passcode.fill("swordfish");
  expect(await passcode.getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Show passcode" }).click();
  expect(await passcode.getAttribute("type")).toBe("text");
  expect(await passcode.inputValue()).toBe("swordfish");
  await page.getByRole("button", { name: "Hide passcode" }).click();
  expect(await passcode.getAttribute("type")).toBe("password");

  await page.goto(`${site.url}/en/traders`);
  const follow = page.getByRole("button", { name: /^Follow / }).first();
  const trader = ((await follow.textContent()) ?? "").replace(/^Follow/, "");
  await follow.click();
  await page.getByRole("dialog").getByText(`To follow ${trader}, sign in.`).waitFor();
});

it("each field says what to enter, gets the focus, and loses its error when edited", async () => {
  const { page } = await open("/en/login");
  const id = page.locator('input[name="pocketoption_id"]');
  const passcode = page.locator('input[name="passcode"]');
  const submit = () => page.click('main button[type="submit"]');
  const expectWrong = async (field: typeof id, text: string) => {
    await page.locator("main .field").filter({ has: field }).getByText(text).waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  };
  await submit();
  await expectWrong(id, "Enter your account ID.");
  await page.getByRole("alert").getByText("please check the marked field").waitFor();
  await id.fill("a b");
  expect(await id.getAttribute("aria-invalid")).toBeNull();
  expect(await page.locator('main [role="alert"]').first().textContent()).toBe("");

  await id.fill(STAFF_ID);
  await submit();
  await passcode.waitFor();
  await expect.poll(() => passcode.evaluate((input) => input === document.activeElement)).toBe(true);
  await submit();
  await expectWrong(passcode, "Enter the passcode of this account.");

  // Another account is asked for none until the server wants one.
  await id.fill("nobody-here");
  await submit();
  await page.locator("main").getByRole("status").getByText("Enter your passcode.").waitFor();
  expect(await passcode.getAttribute("aria-invalid")).toBeNull();
});
