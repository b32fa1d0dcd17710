/** A browser stores exactly what the cookie policy lists, after using every feature. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { STORAGE_REGISTRY, type StorageEntry } from "#shared/site/storage-registry.ts";
import { watchForeignRequests, watchStorage } from "#tests/support/device-storage.ts";
import { watchPolicy } from "#tests/support/policy-watch.ts";
import { addHolder, MEMBER, signInByForm, signOut } from "#tests/support/member.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { signInStaff } from "#tests/support/staff-visit.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, withoutPrefetch, chooseLanguage } from "#tests/support/visitor.ts";

const REGISTERED = STORAGE_REGISTRY.map(({ kind, name }) => `${kind} ${name}`);

const { site, browser } = await openSiteAndBrowser();

// The seeded entries get into the log.
await site.runMinuteJobs();

const holder = await addHolder(site);

/** The browser offers to install when a test says so. */
const offerInstall = (page: Page) =>
  page.evaluate(() =>
    window.dispatchEvent(
      Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => {},
        userChoice: Promise.resolve({ outcome: "accepted" }),
      }),
    ),
  );

/** What a visitor does, and what only that leaves behind. */
const DEEDS: readonly (readonly [string, (page: Page) => Promise<unknown>, string[]])[] = [
  [
    "reading a page",
    async (page) => {
      await page.goto(`${site.url}/en`, { waitUntil: "networkidle" });
    },
    [],
  ],
  [
    "using it and coming back",
    async (page) => {
      await untilHydrated(page);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.reload();
      await untilHydrated(page);
      await page.waitForFunction(async () => (await caches.keys()).length === 2);
    },
    ["cacheStorage tidemark-assets", "cacheStorage tidemark-pages", "sessionStorage tidemark:scroll"],
  ],
  [
    "choosing a language",
    async (page) => {
      await chooseLanguage(page, "de");
      await page.waitForURL(`${site.url}/de`);
      await chooseLanguage(page, "en");
      await page.waitForURL(`${site.url}/en`);
      await page.waitForFunction(async () => (await caches.keys()).length === 3);
    },
    ["cacheStorage tidemark-language", "cookie language"],
  ],
  [
    "choosing light colours",
    async (page) => {
      await page.getByRole("button", { name: "Light" }).click();
      await page.locator("html.light").waitFor();
    },
    ["localStorage tidemark:theme"],
  ],
  [
    "following links",
    async (page) => {
      await untilHydrated(page);
      await page.click('header a[href="/en/signal"]');
      await page.waitForURL(`${site.url}/en/signal`);
      await page.reload();
      await untilHydrated(page);
    },
    [],
  ],
  [
    "checking the record",
    async (page) => {
      await page.getByRole("button", { name: "Check this record" }).click();
      await page.getByText(/The record holds/).waitFor();
      await page.waitForFunction(async () => caches.has("tidemark-record"));
    },
    ["cacheStorage tidemark-record", "localStorage tidemark:ledger-head"],
  ],
  [
    "seeing that a signal is in the log",
    async (page) => {
      await page.locator('main a[href^="/en/signal/"]').first().click();
      await page.waitForURL(/\/en\/signal\/\w/);
      await page.locator(".proof > summary").scrollIntoViewIfNeeded();
      await page.getByText("Proven by your browser").waitFor();
    },
    ["localStorage tidemark:log-checkpoint"],
  ],
  [
    "hiding the offer to install",
    async (page) => {
      await offerInstall(page);
      await page.click('header a[href="/en/signal"]');
      await page.locator(".offer button").last().click();
    },
    ["localStorage tidemark:hide-install"],
  ],
  [
    "ticking a trader for a comparison",
    async (page) => {
      await page.goto(`${site.url}/en/traders`);
      await page.getByRole("checkbox", { name: "Compare North Light" }).check();
      await page.getByText("1 chosen").waitFor();
    },
    ["sessionStorage tidemark:compared"],
  ],
  [
    "signing in to follow a trader",
    async (page) => {
      await page.goto(`${site.url}/en/traders/north-light`);
      await untilHydrated(page);
      await page.getByRole("button", { name: "Follow North Light" }).click();
      await page.getByRole("dialog").locator('input[name="pocketoption_id"]').fill(holder.id);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").locator('input[name="passcode"]').fill(holder.passcode);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Unfollow North Light" }).waitFor();
      await page.waitForFunction(() => localStorage.getItem("tidemark:member-name") !== null);
    },
    [
      "localStorage accessToken",
      "localStorage refreshToken",
      "localStorage tidemark:device-token",
      "localStorage tidemark:member-name",
    ],
  ],
  [
    "losing the session over a form",
    async (page) => {
      await page.goto(`${site.url}/en/profile`);
      await page.getByLabel("Display name").fill("Ada L");
      await page.evaluate(() =>
        fetch("/api/auth/logout/", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ refresh: localStorage.getItem("refreshToken") }),
        }),
      );
      await page.getByLabel("Display name").press("Enter");
      await page.waitForURL(/\/en\/login/);
      await page.fill('input[name="pocketoption_id"]', holder.id);
      await page.keyboard.press("Enter");
      await page.fill('input[name="passcode"]', holder.passcode);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${site.url}/en/profile`);
      await page.getByLabel("Display name").press("Enter");
      await page.getByText("Your details are saved").waitFor();
    },
    ["sessionStorage tidemark:interrupted-form"],
  ],
  [
    "changing the profile and signing out",
    async (page) => {
      await page.goto(`${site.url}/en/profile`);
      await page.getByLabel("Display name").fill("Ada");
      await page.getByLabel("Time zone").selectOption("Europe/Berlin");
      await page.getByLabel("Display name").press("Enter");
      await page.getByText("Your details are saved").waitFor();
      await signOut(page);
      await page.locator('.account-nav a[href*="/login"]').waitFor();
      await page.goto(`${site.url}/en/cookie-policy`);
    },
    ["localStorage tidemark:time-zone"],
  ],
  [
    "following a trader, after which notifications are offered",
    async (page) => {
      // Without a window, Chromium answers its own question beforehand.
      await page.addInitScript(() =>
        Object.defineProperty(Notification, "permission", { get: () => "default" }),
      );
      await signInByForm(page, `${site.url}/en/login?next=%2Fen%2Ftraders`, holder);
      await page.waitForURL(`${site.url}/en/traders`);
      // Once the page knows whom they follow.
      await page.getByRole("button", { name: "Unfollow North Light" }).waitFor();
      await page
        .getByRole("button", { name: /^Follow / })
        .first()
        .click();
      await (await page.waitForResponse("**/api/profile/notifications/")).finished();
      await page.click('header a[href="/en/signal"]');
      await page.locator(".offer").getByRole("button", { name: "Hide" }).click();
      await signOut(page);
      await page.locator('.account-nav a[href*="/login"]').waitFor();
    },
    ["localStorage tidemark:push-offer"],
  ],
  [
    "signing in by an id alone, which leads to Watch, and hiding how to get a passcode",
    async (page) => {
      await signInByForm(page, `${site.url}/en/login`, MEMBER);
      await page.getByRole("heading", { name: "You do not follow anyone yet" }).waitFor();
      await page.locator(".offer button").click();
      await signOut(page);
      await page.locator('.account-nav a[href*="/login"]').waitFor();
    },
    ["localStorage tidemark:last-visit", "localStorage tidemark:passcode-notice"],
  ],
  [
    "choosing an outcome in the queue, and switching off its keys",
    async (page) => {
      await (await staffOf(site.url)).publish();
      await signInStaff(page, `${site.url}/en/admin?view=queue`);
      await page.getByRole("link", { name: /^Running/ }).click();
      await page
        .getByRole("button", { name: /^(?:won|void)/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Keys" }).click();
      await page.getByLabel("Keys work while the focus is in the list").uncheck();
      await page.keyboard.press("Escape");
      await signOut(page);
      await page.locator('.account-nav a[href*="/login"]').waitFor();
    },
    ["localStorage tidemark:queue-keys", "localStorage tidemark:staged"],
  ],
];

it("what a browser stores is what the registry lists, each entry after the action that causes it, and nothing of other sites", async () => {
  const { page } = await openVisitor(browser, { serviceWorkers: "allow" });
  const violations = await watchPolicy(page.context());
  const foreign = watchForeignRequests(page, site.url);
  await page.goto(`${site.url}/robots.txt`);
  const lookAround = await watchStorage(page);
  const known = new Set<string>();
  for (const [name, act, causes] of DEEDS) {
    await act(page);
    const now = await lookAround();
    expect([...now].filter((entry) => !known.has(entry)).toSorted(), name).toEqual(causes);
    for (const entry of now) known.add(entry);
  }
  const kept = await page.evaluate(() => Object.keys(localStorage));
  const isOver = ({ lifetime }: StorageEntry) => lifetime === "untilSignOut";
  expect(STORAGE_REGISTRY.filter(isOver).filter(({ name }) => kept.includes(name))).toEqual([]);

  for (const entry of await causeReload()) known.add(entry);
  expect([...known].toSorted()).toEqual(REGISTERED.toSorted());
  expect(foreign).toEqual([]);
  expect(violations).toEqual([]);
});

/** A part of a page is missing while a form is filled in: what the browser writes then. */
async function causeReload(): Promise<ReadonlySet<string>> {
  const { page } = await openVisitor(browser, { serviceWorkers: "allow" });
  await withoutPrefetch(page);
  await page.goto(`${site.url}/en/signal`);
  await untilHydrated(page);
  const lookAround = await watchStorage(page);
  await page.click(".header-search > button");
  await page.fill(".header-search__box input", "unsent");
  await page.route("**/assets/about-page-*.js", (route) => route.fulfill({ status: 404, body: "Not found" }));
  await page.click('footer a[href="/en/about"]');
  await page.waitForURL(`${site.url}/en/about`);
  await page.waitForLoadState();
  const seen = await lookAround();
  expect([...seen]).toEqual(
    expect.arrayContaining(["sessionStorage tidemark:reload", "sessionStorage tidemark:form-state"]),
  );
  return seen;
}
