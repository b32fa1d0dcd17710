/** What members can do once a trader has retired. */
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { signInByForm } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);

it("a retired trader cannot be followed, but followers can unfollow", async () => {
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const traders = { "north-light": "North Light", leaving: "Leaving" };
  for (const [handle, name] of Object.entries(traders)) {
    await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle, name });
  }
  const member = await signInByApi(site.url, MEMBER_ID);
  await callApi(site.url, member, "PUT", "/api/profile/follows/leaving/");
  await callApi(site.url, staff, "POST", "/api/admin/traders/leaving/retire/");
  const { page, leave } = await openVisitor(browser);
  await signInByForm(page, `${site.url}/en/login?next=/en/traders/leaving`, { id: MEMBER_ID });
  await page.getByText("This trader no longer publishes and can no longer be followed.").waitFor();
  await page.getByRole("button", { name: "Unfollow Leaving" }).press("Enter");
  await page.locator("h1:focus", { hasText: "Leaving" }).waitFor();
  expect(await page.getByRole("button", { name: /ollow Leaving/ }).count()).toBe(0);
  await page.goto(`${site.url}/en/traders`);
  await page.getByRole("button", { name: "Follow North Light" }).waitFor();
  expect(await page.getByRole("button", { name: /ollow Leaving/ }).count()).toBe(0);
  await leave();
});
