/** Faults and double clicks on the page of those whom a member follows. */
import { beforeAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { inMode } from "#tests/support/live-page.ts";
import { signInByForm } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
let staff: string;

beforeAll(async () => {
  staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const traders = { "north-light": "North Light", "a-stranger": "A Stranger" };
  for (const [handle, name] of Object.entries(traders)) {
    await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle, name });
  }
  await callApi(site.url, staff, "POST", "/api/admin/accounts/", {
    pocketoption_id: "FOLLOWER-1",
    id_alone: true,
    current_passcode: STAFF_PASSCODE,
  });
});

async function publish(): Promise<void> {
  const hourMs = 3_600_000;
  const answer = await callApi(site.url, staff, "POST", "/api/admin/signals/", {
    trader: "north-light",
    asset: "NZD/JPY",
    direction: "up",
    entry_at: new Date(Date.now() + hourMs).toISOString(),
    expires_at: new Date(Date.now() + 2 * hourMs).toISOString(),
    payout: 0.85,
  });
  expect(answer.status).toBe(201);
}

it("a visitor follows by signing in, and unfollows once the server is there", async () => {
  const { page, leave } = await openVisitor(browser);
  await page.goto(`${site.url}/en/traders/north-light`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Follow North Light" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[name="pocketoption_id"]').fill("FOLLOWER-1");
  await dialog.locator('input[name="pocketoption_id"]').press("Enter");
  await page.getByRole("button", { name: "Unfollow North Light" }).waitFor();

  await page.goto(`${site.url}/en/watch`);
  await page.getByRole("rowheader", { name: "North Light" }).waitFor();
  await inMode(page, "live");
  const asked = page.waitForResponse("**/api/profile/follows/");
  await publish();
  // The figures come anew, without a reload.
  expect((await asked).status()).toBe(200);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Unfollow North Light" }).click();
  await page.getByText("No answer from the server.").waitFor();
  await page.getByRole("rowheader", { name: "North Light" }).waitFor();
  const said = await page.locator(".toast").elementHandle();
  const failed = page.waitForEvent("requestfailed", (request) => request.method() === "DELETE");
  await page.getByRole("button", { name: "Unfollow North Light" }).click();
  await failed;
  await page.getByRole("rowheader", { name: "North Light" }).waitFor();
  // One toast, and a new one: what stands already is not announced again.
  await expect.poll(() => said?.evaluate((toast) => toast.isConnected)).toBe(false);
  await expect.poll(() => page.locator(".toast").count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Unfollow North Light" }).click();
  await page.getByText("You do not follow anyone yet.").waitFor();
  // What was pressed is gone with its row: what stands in the rows' place has the focus.
  await expect.poll(() => page.locator(":focus").textContent()).toContain("You do not follow");
  await page.reload();
  await page.getByRole("heading", { name: "You do not follow anyone yet" }).waitFor();
  await leave();
});

it("a double click unfollows one trader, and not the next one as well", async () => {
  const member = await signInByApi(site.url, MEMBER_ID);
  for (const handle of ["north-light", "a-stranger"]) {
    await callApi(site.url, member, "PUT", `/api/profile/follows/${handle}/`);
  }
  const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
  await signInByForm(page, `${site.url}/en/login`, { id: MEMBER_ID });
  const unfollow = page.getByRole("button", { name: /^Unfollow/ });
  await expect.poll(() => unfollow.count()).toBe(2);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/profile/follows/*/", async (route) => {
    await isAnswered;
    await route.continue();
  });
  const listed = page.waitForResponse("**/api/profile/follows/");
  await unfollow.first().dblclick();
  answer();
  await listed;
  expect(await unfollow.count()).toBe(1);
  await leave();
});
