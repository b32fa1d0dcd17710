/** Staff publish, settle and correct signals, and visitors see each step. */
import { expect, it } from "vitest";
import { inMode } from "#tests/support/live-page.ts";
import { MEMBER, STAFF } from "#tests/support/member.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { fillEvidence, localTimeIn } from "#tests/support/staff-visit.ts";

const { site, open } = await openSiteAndBrowser(startSite);

it("a member sees why the admin area is closed, and nothing of it is loaded", async () => {
  const asked: string[] = [];
  const { page, complaints } = await open("/en/admin", {
    as: MEMBER,
    before: async (tab) => tab.on("request", (request) => asked.push(new URL(request.url()).pathname)),
  });
  await page.getByRole("heading", { name: "Staff only" }).waitFor();
  await page.getByText("this part is for staff only").waitFor();
  expect(asked.filter((path) => path.startsWith("/api/admin/"))).toEqual([]);
  expect(asked.filter((path) => path.includes("admin-area"))).toEqual([]);
  expect(complaints).toEqual([]);
});

it("staff add a trader, publish, settle and correct a signal, and a visitor sees each step and the new statistics", async () => {
  const { page, complaints } = await open("/en/admin?view=traders", { as: STAFF });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add trader" }).click();
  await dialog.getByLabel("Handle").fill("tide-watcher");
  await dialog.getByLabel("Display name").fill("Tide Watcher");
  await dialog.getByLabel("Display name").press("Enter");
  await page.getByRole("rowheader", { name: "Tide Watcher" }).waitFor();

  await page.getByRole("link", { name: "Record", exact: true }).click();
  await page.getByRole("combobox", { name: "Trader" }).fill("tide-watcher");
  await page.getByRole("combobox", { name: "Asset" }).fill("EUR/JPY");
  await page.getByRole("radio", { name: "up" }).check();
  await page.getByLabel("Payout in %").fill("92,5");
  const [entry, expiry] = ["Entry", "Expiry"].map((name) => page.getByLabel(name, { exact: true }));
  await entry?.fill(await localTimeIn(page, 6));
  await expiry?.fill(await localTimeIn(page, 3));
  const review = page.getByRole("button", { name: "Review signal…" });
  await review.click();
  const marked = page.getByRole("alert").filter({ hasText: "Please check the marked fields." });
  await marked.waitFor();
  expect(await expiry?.getAttribute("aria-invalid")).toBe("true");
  const { page: visitor } = await open("/en/signal");
  await inMode(visitor, "live");
  await entry?.fill(await localTimeIn(page, 4));
  await expiry?.fill(await localTimeIn(page, 15));
  await review.click();
  await page.getByRole("button", { name: "Publish for good" }).click();
  await page.getByText("The signal is published").waitFor();
  // Pressed again, it would be on the record twice.
  await review.click();
  await marked.waitFor();

  await visitor.getByRole("button", { name: "1 new signal" }).click();
  await visitor.getByRole("rowheader", { name: "EUR/JPY" }).waitFor();
  await page.getByRole("link", { name: /^To settle/ }).click();
  const won = page.getByRole("button", { name: /^won EUR\/JPY/ });
  // Listed once it has expired.
  const isListed = () =>
    page.reload().then(() =>
      won.waitFor({ timeout: 4_000 }).then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(isListed, { timeout: 60_000, interval: 100 }).toBe(true);
  await won.click();
  await page.getByRole("button", { name: "Review…" }).click();
  await fillEvidence(dialog);
  await dialog.getByRole("button", { name: "Send for good: 1" }).click();
  await page.getByText("On the record: 1 of 1").waitFor();
  await visitor.getByRole("row", { name: /EUR\/JPY.*won/ }).waitFor();
  const statistics = async () =>
    (await (await fetch(`${site.url}/api/traders/tide-watcher/`)).json()).statistics;
  expect(await statistics()).toMatchObject({ won: 1, settled: 1, net: 0.925 });

  await page.getByRole("link", { name: "Corrections" }).click();
  await page.getByRole("combobox", { name: "Trader" }).fill("tide-watcher");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page
    .getByRole("row", { name: /EUR\/JPY.*Tide Watcher/ })
    .getByRole("button", { name: /^Correct/ })
    .click();
  await dialog.getByRole("button", { name: "Correct for good" }).click();
  await dialog.getByText("Give a reason of 3 to 500 visible characters.").first().waitFor();
  await dialog.getByLabel("Outcome").selectOption("lost");
  await dialog.getByLabel("Reason").fill("The price at expiry was misread");
  await dialog.getByRole("button", { name: "Correct for good" }).click();
  await page.getByText("EUR/JPY is now: lost").waitFor();
  await page.getByText("No signals match.").first().waitFor();
  await visitor.getByRole("row", { name: /EUR\/JPY.*lost\s*corrected/ }).waitFor();
  await visitor.getByText("EUR/JPY by Tide Watcher: lost, corrected.").waitFor({ state: "attached" });
  await visitor.getByRole("link", { name: "EUR/JPY" }).first().click();
  await visitor
    .getByText("Recorded as “won” until staff corrected it to “lost”. Reason: The price at")
    .waitFor();
  expect(await statistics()).toMatchObject({ won: 0, lost: 1, net: -1 });
  expect(complaints).toEqual([]);
});
