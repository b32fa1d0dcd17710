/** Faults, double clicks and retired traders on the pages where a member follows. */
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { inMode } from "#tests/support/live-page.ts";
import { addHolder, MEMBER } from "#tests/support/member.ts";
import { MEMBER_ID, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";

const { site, open } = await openSiteAndBrowser(startSite);
const staff = await staffOf(site.url);
await staff.addTraders({ "north-light": "North Light", "a-stranger": "A Stranger", leaving: "Leaving" });
const member = await signInByApi(site.url, MEMBER_ID);
const follow = (handle: string) => callApi(site.url, member, "PUT", `/api/profile/follows/${handle}/`);

it("a visitor follows by signing in, and unfollows once the server is there", async () => {
  const { page } = await open("/en/traders/north-light");
  await page.getByRole("button", { name: "Follow North Light" }).click();
  const dialog = page.getByRole("dialog");
  const follower = await addHolder(site);
  await dialog.locator('input[name="pocketoption_id"]').fill(follower.id);
  await dialog.locator('input[name="pocketoption_id"]').press("Enter");
  await dialog.locator('input[name="passcode"]').fill(follower.passcode);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Unfollow North Light" }).waitFor();

  await page.goto(`${site.url}/en/watch`);
  await page.getByRole("rowheader", { name: "North Light" }).waitFor();
  await inMode(page, "live");
  const asked = page.waitForResponse("**/api/profile/follows/");
  await staff.publish();
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
});

it("a double click unfollows one trader, and not the next one as well", async () => {
  for (const handle of ["north-light", "a-stranger"]) await follow(handle);
  const { page } = await open("/en/watch", { as: MEMBER });
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
});

it("a retired trader cannot be followed, but followers can unfollow", async () => {
  await follow("leaving");
  await staff.ask("POST", "traders/leaving/retire/");
  const { page } = await open("/en/traders/leaving", { as: MEMBER });
  await page.getByText("This trader no longer publishes and can no longer be followed.").waitFor();
  await page.getByRole("button", { name: "Unfollow Leaving" }).press("Enter");
  await page.locator("h1:focus", { hasText: "Leaving" }).waitFor();
  expect(await page.getByRole("button", { name: /ollow Leaving/ }).count()).toBe(0);
});
