/** A member's browser: signed in without the form, and the functions that session journeys use. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { accountSql } from "#worker/commands/setup/account-sql.ts";
import { callApi } from "./api-client.ts";
import { expireAccessToken, MEMBER_ID, PEPPER, STAFF_ID, STAFF_PASSCODE, type Site } from "./site.ts";
import { untilHydrated } from "./visitor.ts";

/** A context whose storage has the tokens of a new session of the demo member. */
export function openMember(browser: Browser, site: Site): Promise<BrowserContext> {
  return openSignedIn(browser, site, MEMBER);
}

/** Credentials: the account id alone if there is no passcode. */
export interface SignsIn {
  readonly id: string;
  readonly passcode?: string;
}

/** Fills in and submits the form of a login page; enters the passcode once it is requested. */
export async function signInByForm(page: Page, loginUrl: string, { id, passcode }: SignsIn): Promise<void> {
  await page.goto(loginUrl);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', id);
  await page.click('main button[type="submit"]');
  if (passcode === undefined) return;
  await page.locator('input[name="passcode"]').fill(passcode);
  await page.click('main button[type="submit"]');
}

export type Holder = Required<SignsIn>;

export const MEMBER: SignsIn = { id: MEMBER_ID };
export const STAFF: Holder = { id: STAFF_ID, passcode: STAFF_PASSCODE };

/** By the header's button. */
export async function signOut(page: Page): Promise<void> {
  await page.locator(".account-nav [popovertarget]").click();
  await page.locator(".account-nav [popover] button").click();
}

/** A new account with a passcode, because a session by an id alone, such as the demo member's, may not change anything. */
export async function addHolder(site: Site, id = `HOLDER-${crypto.randomUUID()}`): Promise<Holder> {
  const passcode = "a holder's own";
  await site.db
    .prepare(await accountSql({ id, role: "member", name: "", passcode }, PEPPER, Date.now()))
    .run();
  return { id, passcode };
}

/** As `openMember`, but with the demo account of staff. */
export function openStaff(browser: Browser, site: Site): Promise<BrowserContext> {
  return openSignedIn(browser, site, STAFF);
}

async function openSignedIn(browser: Browser, site: Site, who: SignsIn): Promise<BrowserContext> {
  const storageState = await storageOf(site, who);
  // These journeys count the page's own requests, some of which a service worker would answer.
  return browser.newContext({ serviceWorkers: "block", locale: "en-US", storageState });
}

/** The session's device is named by it. */
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36";

/** What a browser stores in a new session. */
export async function storageOf({ url }: Pick<Site, "url">, { id, passcode }: SignsIn) {
  const body = { pocketoption_id: id, passcode };
  const answer = await callApi(url, null, "POST", "/api/auth/login/", body, { "User-Agent": CHROME });
  const { access, refresh } = v.parse(TokenPair, await answer.json());
  const localStorage = [
    { name: "accessToken", value: access },
    { name: "refreshToken", value: refresh },
  ];
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

interface StoredTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}

export function storedTokens(page: Page): Promise<StoredTokens> {
  return page.evaluate(() => ({
    accessToken: localStorage.getItem("accessToken"),
    refreshToken: localStorage.getItem("refreshToken"),
  }));
}

/** Replaces the stored access token by an expired copy, visible to every tab, and returns it. */
export async function putExpiredToken(page: Page | undefined): Promise<string> {
  if (!page) throw new Error("Expected a page");
  const { accessToken } = await storedTokens(page);
  const expired = await expireAccessToken(accessToken ?? "");
  await page.evaluate((token) => localStorage.setItem("accessToken", token), expired);
  return expired;
}

/** Fires the event that a browser sends when the network is back: SWR then revalidates what the page shows. */
export function askAgain(page: Page): Promise<void> {
  return page.evaluate(() => void window.dispatchEvent(new Event("online")));
}

/** Counts calls below `/api/` from now on; takes `GET /api/auth/me/ 200` or, for any status, the call without it. */
export function countCalls(context: BrowserContext): (wanted: string) => number {
  const seen: string[] = [];
  context.on("request", (request) => seen.push(`${request.method()} ${new URL(request.url()).pathname}`));
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    seen.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  return (wanted) => seen.filter((call) => call === wanted).length;
}
