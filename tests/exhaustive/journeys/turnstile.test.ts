/** Sign-in with Turnstile: the form waits for a token, uses a new one for each attempt, and shows errors. */
import { expect, it } from "vitest";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { createTurnstileServer, serveTurnstileScript, TURNSTILE_VARS } from "#tests/support/turnstile.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";

const turnstile = createTurnstileServer();
const { site, browser } = await openSiteAndBrowser(() =>
  startSite({ vars: TURNSTILE_VARS, internet: turnstile.internet }),
);

it("signing in uses one Turnstile token for the id and another for the passcode", async () => {
  turnstile.asked.length = 0;
  const { page, complaints } = await openVisitor(browser);
  await serveTurnstileScript(page.context());
  await page.goto(`${site.url}/fr/login?next=/fr/profile`);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', STAFF_ID);
  await page.click('main button[type="submit"]');
  await page.fill('input[name="passcode"]', STAFF_PASSCODE);
  await page.click('main button[type="submit"]');
  await page.waitForURL("**/fr/profile");
  await page.locator("main").getByText(STAFF_ID).waitFor();
  expect(turnstile.asked).toHaveLength(2);
  // The first step's 401 alone.
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
});

it("signing in shows an error if Turnstile's script is blocked, and keeps its input", async () => {
  const { page } = await openVisitor(browser);
  await page.context().route("https://challenges.cloudflare.com/**", (route) => route.abort());
  await page.clock.install();
  await page.goto(`${site.url}/en/login`);
  await untilHydratedUnderClock(page);
  await page.fill('input[name="pocketoption_id"]', STAFF_ID);
  await page.click('main button[type="submit"]');
  for (let waited = 0; waited < 40; waited += 1) await page.clock.runFor(1_000);
  await page.getByRole("alert").getByText("a content blocker may be blocking the check").waitFor();
  expect(await page.inputValue('input[name="pocketoption_id"]')).toBe(STAFF_ID);
});

it("the privacy policy mentions Turnstile", async () => {
  const html = await (await fetch(`${site.url}/de/privacy-policy`)).text();
  expect(html).toContain("fragt Ihr Browser Cloudflare Turnstile");
});
