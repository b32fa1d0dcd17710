/** Staff choose outcomes among many open signals, review them and send them at once. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { EVIDENCE } from "#tests/support/chained.ts";
import { STAFF } from "#tests/support/member.ts";
import { queuedSignals } from "#tests/support/queued-signals.ts";
import { fillEvidence, signInStaff } from "#tests/support/staff-visit.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { writeEvents } from "#worker/local/demo-data/write-record.ts";

const { site, open } = await openSiteAndBrowser(startSite);
const staff = await staffOf(site.url);
await writeEvents(site.db, queuedSignals(600, 1_000, 400));

async function openQueue(query = ""): Promise<Page> {
  const { page } = await open(`/en/admin?view=queue${query}`, { as: STAFF });
  await page.getByRole("row").nth(1).waitFor();
  return page;
}

/** How many have to be settled: each test goes on from what those before it have left. */
async function dueNow(query = ""): Promise<number> {
  const answer = await staff.ask("GET", `signals/open/?limit=1${query}`);
  return (await answer.json()).counts.due;
}

/** The button that chooses an outcome, in a row from 0. */
const choice = (page: Page, row: number, outcome: string) =>
  page
    .getByRole("row")
    .nth(row + 1)
    .getByRole("button", { name: new RegExp(`^${outcome}`) });
const position = (page: Page, text: string) => page.locator("main p", { hasText: new RegExp(`^${text}$`) });
const dialogOf = (page: Page) => page.getByRole("dialog");

it("every view of the record links to the signals to settle, with their number, and due and running ones are separate", async () => {
  const { page } = await open("/en/admin", { as: STAFF });
  await page.getByRole("link", { name: "To settle (600)", exact: true }).click();
  await page.waitForURL("**/en/admin?view=queue");
  await position(page, "1–25 of 600").waitFor();
  expect(await page.title()).toBe("To settle – Admin | Tidemark");
  const first = page.getByRole("row").nth(1);
  expect(await first.textContent()).toContain("settle within 18 hr");
  expect(await first.locator("time").count()).toBeGreaterThanOrEqual(3);

  await page.getByRole("link", { name: "Running (400)" }).click();
  await position(page, "1–25 of 400").waitFor();
  expect(new URL(page.url()).searchParams.get("state")).toBe("running");
  expect(await page.getByRole("row").nth(1).textContent()).toMatch(/expires in (29|30) min/);
  expect(await page.getByRole("button", { name: /^won/ }).count()).toBe(0);
});

it("signals that could not be settled stay chosen with the reason, and the others are settled", async () => {
  const page = await openQueue();
  for (const row of [0, 1, 2]) await choice(page, row, "won").click();
  const second = page.getByRole("row").nth(2).getByRole("link").first();
  const id = (await second.getAttribute("href"))?.split("/").at(-1) ?? "";
  await staff.ask("POST", `signals/${id}/settle/`, { outcome: "lost", evidence: EVIDENCE });
  await page.getByRole("button", { name: "Review…" }).click();
  await dialogOf(page).getByRole("button", { name: "Send for good: 3" }).click();
  await dialogOf(page).getByText("in 1 to 200 visible characters.").first().waitFor();
  await fillEvidence(dialogOf(page));
  await dialogOf(page).getByRole("button", { name: "Send for good: 3" }).click();
  await dialogOf(page).getByText("On the record: 2 of 3").waitFor();
  const left = await dialogOf(page).locator(".review > li").allTextContents();
  expect(left).toHaveLength(1);
  expect(left[0]).toContain("This signal already has its outcome.");
  await dialogOf(page).getByRole("button", { name: "Take back EUR/USD" }).click();
  await dialogOf(page).waitFor({ state: "detached" });
});

it("sending stops if the server is down, keeps what was not sent, and repeats it with the same keys", async () => {
  const page = await openQueue();
  for (const row of [0, 1, 2]) await choice(page, row, "void").click();
  const keys: string[] = [];
  let isDown = false;
  await page.route("**/api/admin/signals/*/void/", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    // The second is written, and its answer lost.
    if (keys.length === 2) {
      isDown = true;
      await route.fetch();
    }
    await (isDown ? route.abort() : route.continue());
  });
  await page.getByRole("button", { name: "Review…" }).click();
  expect(await dialogOf(page).getByText("counts as lost", { exact: true }).count()).toBe(3);
  await dialogOf(page).getByRole("button", { name: "Send for good: 3" }).click();
  await page.getByText("Give a reason of 3 to 500 visible characters.").first().waitFor();
  await page.getByLabel("Reason").fill("The source was down");
  await dialogOf(page).getByRole("button", { name: "Send for good: 3" }).click();
  await dialogOf(page).getByText("On the record: 1 of 3").waitFor();
  expect(await dialogOf(page).locator(".review > li").count()).toBe(2);
  isDown = false;
  await dialogOf(page).getByRole("button", { name: "Send for good: 2" }).click();
  await page.getByText("On the record: 2 of 2").waitFor();
  expect(keys).toHaveLength(4);
  expect(keys[2]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

it("choices and what was typed for them survive a closed tab and the end of the session", async () => {
  const due = await dueNow();
  const first = await openQueue();
  await choice(first, 0, "won").click();
  await choice(first, 1, "lost").click();
  await first.getByRole("button", { name: "Review…" }).click();
  await dialogOf(first).getByLabel("Price at expiry").first().fill("1.0851");
  await dialogOf(first).getByLabel("Where the prices were read").fill("A chart");
  await first.close();
  const page = await first.context().newPage();
  await page.goto(`${site.url}/en/admin?view=queue`);
  const isKept = async () => {
    await dialogOf(page).waitFor();
    expect(await dialogOf(page).locator(".review > li").count()).toBe(2);
    expect(await dialogOf(page).getByLabel("Price at expiry").first().inputValue()).toBe("1.0851");
    expect(await dialogOf(page).getByLabel("Where the prices were read").inputValue()).toBe("A chart");
  };
  await isKept();
  await page.evaluate(() => {
    localStorage.removeItem("accessToken");
    localStorage.removeItem("refreshToken");
  });
  await signInStaff(page, `${site.url}/en/admin?view=queue`);
  await isKept();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.getByText("Chosen: 2").waitFor({ state: "detached" });
  expect(await dueNow()).toBe(due);
});

it("below 60rem, what staff press to settle and to publish is as high as a thumb needs", async () => {
  const page = await openQueue();
  await page.setViewportSize({ width: 390, height: 900 });
  const isForThumbs = async (buttons: string) => {
    await page.locator(buttons).first().waitFor();
    for (const button of await page.locator(buttons).all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  };
  await choice(page, 0, "won").click();
  await isForThumbs(".table tr:nth-child(1) .stage button, .queue__staged button");
  await page.getByRole("button", { name: "Review…" }).click();
  await isForThumbs(".review button, dialog .actions button");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await page.goto(`${site.url}/en/admin?view=signals`);
  await isForThumbs(".wide-form .choice, .wide-form .button");
});

it("the keys work only while the focus is in the list, and can be switched off", async () => {
  const page = await openQueue();
  await page.keyboard.press("j");
  await page.keyboard.press("w");
  await page.getByText("Chosen: 1").waitFor();
  await page.keyboard.press("w");
  await page.getByText("Chosen: 1").waitFor({ state: "detached" });
  await page.getByRole("navigation", { name: "Record" }).getByRole("link").first().focus();
  await page.keyboard.press("j");
  expect(await page.locator("tbody :focus").count()).toBe(0);
  await choice(page, 0, "draw").focus();
  await page.keyboard.press("?");
  await dialogOf(page).getByRole("checkbox").uncheck();
  await page.reload();
  await choice(page, 0, "draw").focus();
  await page.keyboard.press("w");
  expect(await page.getByText("Chosen: 1").count()).toBe(0);
});

it("the queue has pages, each with its own address", async () => {
  const due = await dueNow();
  const page = await openQueue("&limit=100");
  await position(page, `1–100 of ${due}`).waitFor();
  expect(await page.locator("dialog").count()).toBeLessThan(3);
  await page.getByRole("link", { name: "Next page" }).focus();
  await page.keyboard.press("Enter");
  await position(page, `101–200 of ${due}`).waitFor();
  const list = page.getByRole("group", { name: "Open signals" });
  expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  await choice(page, 0, "won").click();
  await page.reload();
  await position(page, `101–200 of ${due}`).waitFor();
  await page.getByRole("link", { name: "First page" }).click();
  await position(page, `1–100 of ${due}`).waitFor();
  await page.getByText("Chosen: 1").waitFor();
});

it("the queue is filtered by a trader's name and an asset in any spelling, and keeps the filter in the address", async () => {
  const [due, found] = [await dueNow(), await dueNow("&trader=slack-water")];
  const page = await openQueue();
  await page.locator("summary", { hasText: "Filter" }).click();
  await page.getByRole("combobox", { name: "Trader" }).fill("Slack Water");
  await page.getByRole("combobox", { name: "Asset" }).fill("eurjpy");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL("**/en/admin?view=queue&trader=slack-water&asset=eurjpy");
  await position(page, `1–25 of ${found}`).waitFor();
  await page.getByRole("link", { name: /^Running \(40\)/ }).waitFor();
  await page.reload();
  expect(await page.getByRole("combobox", { name: "Trader" }).inputValue()).toBe("slack-water");
  await page.getByLabel("Settled", { exact: true }).selectOption("prices");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("No open signals match.").first().waitFor();
  await page.getByRole("link", { name: "Clear" }).click();
  await position(page, `1–25 of ${due}`).waitFor();
});

it("the queue shows the public list of open signals if the backend has no other", async () => {
  const absent = { status: 404, json: { detail: "Not found.", code: "not_found" } };
  const { page } = await open("/en/admin?view=queue", {
    as: STAFF,
    before: (tab) => tab.route("**/api/admin/signals/open/**", (route) => route.fulfill(absent)),
  });
  await page.getByRole("row").nth(25).waitFor();
  expect(await page.getByRole("link", { name: "To settle", exact: true }).count()).toBe(1);
  expect(await page.getByRole("link", { name: /^Running/ }).count()).toBe(0);
  await page.getByText("25 rows on this page").waitFor();
});
