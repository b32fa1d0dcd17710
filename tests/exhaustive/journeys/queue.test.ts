/** Staff settle expired signals, one by one or several at once, by keyboard alone and among many open signals. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { EVIDENCE } from "#tests/support/chained.ts";
import { openStaff } from "#tests/support/member.ts";
import { fillEvidence } from "#tests/support/staff-visit.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { writeEvents } from "#worker/local/demo-data/seed-record.ts";
import type { SeedEvent } from "#worker/local/demo-data/seed-data.ts";
import type { SeedTrader } from "#worker/local/demo-data/seed-traders.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
const staffBrowser = await openStaff(browser, site);
afterAll(() => staffBrowser.close());

const MINUTE_MS = 60_000;
const DUE = 600;
const RUNNING = 400;
const startMs = Math.floor(Date.now() / 1000) * 1000;

const TRADERS: readonly SeedTrader[] = ["North Light", "Slack Water"].map((name) => ({
  handle: name.toLowerCase().replace(" ", "-"),
  name,
  skill: 0.5,
  activity: 1,
  assets: ["EUR/USD"],
  joinedAfter: 0,
  retiredAfter: null,
}));

/** Of a thousand, by their deadline: 600 have expired, a second after each other; every tenth is on another asset by another trader. */
function* thousandSignals(): Generator<SeedEvent> {
  for (const trader of TRADERS) yield { kind: "joined", atMs: startMs - 600 * MINUTE_MS, trader };
  for (let index = 0; index < DUE + RUNNING; index += 1) {
    const isOther = index % 10 === 9;
    const atMs = startMs - 500 * MINUTE_MS + index;
    const expiresMs =
      index < DUE ? startMs - 300 * MINUTE_MS + index * 1000 : startMs + (30 + index - DUE) * MINUTE_MS;
    yield {
      kind: "published",
      atMs,
      signal: {
        id: index.toString(16).padStart(20, "0"),
        publishedAtMs: atMs,
        rule: null,
        said: {
          trader: isOther ? "slack-water" : "north-light",
          asset: isOther ? "EUR/JPY" : "EUR/USD",
          direction: "up",
          entry_at: startMs - 400 * MINUTE_MS,
          expires_at: expiresMs,
          payout: 0.85,
        },
      },
    };
  }
}

beforeAll(() => writeEvents(site.db, thousandSignals()));

async function openQueue(query = ""): Promise<Page> {
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=queue${query}`);
  await page.getByRole("row").nth(1).waitFor();
  return page;
}

/** How many have to be settled: each test goes on from what those before it have left. */
async function dueNow(query = ""): Promise<number> {
  const answer = await callApi(site.url, staff, "GET", `/api/admin/signals/open/?limit=1${query}`);
  return (await answer.json()).counts.due;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const boxesOf = (page: Page) => page.getByRole("table").getByRole("checkbox");
const position = (page: Page, text: string) => page.locator("main p", { hasText: new RegExp(`^${text}$`) });
const dialogOf = (page: Page) => page.getByRole("dialog");

it("every view of the record links to the signals to settle, with their number, and due and running ones are separate", async () => {
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin`);
  await page.getByRole("heading", { name: "Publish a signal" }).waitFor();
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
  expect(await page.getByRole("button", { name: "Settle selected…" }).count()).toBe(0);
  await page.close();
});

it("signals are settled one after the other by keyboard: the focus moves to the next", async () => {
  const due = await dueNow();
  const page = await openQueue();
  expect(await page.locator("dialog").count()).toBeLessThan(3);
  await tabTo(page.getByRole("button", { name: /^Settle… / }).first());
  await page.keyboard.press("Enter");
  await dialogOf(page).getByLabel("Outcome").selectOption("won");
  await fillEvidence(dialogOf(page));
  await tabTo(dialogOf(page).getByRole("button", { name: "Settle for good" }));
  await page.keyboard.press("Enter");
  await page.getByText("EUR/USD is now: won").waitFor();
  await position(page, `1–25 of ${due - 1}`).waitFor();
  // The button of the row that has taken its place.
  const button = page.getByRole("button", { name: /^Settle… / }).first();
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page
    .getByRole("navigation", { name: "Record" })
    .getByRole("link", { name: `To settle (${due - 1})`, exact: true })
    .waitFor();
  await page.close();
});

it("several signals are settled at once by keyboard after one summary, and their number is shown", async () => {
  const due = await dueNow();
  const page = await openQueue();
  const all = page.getByRole("checkbox", { name: "All on this page" });
  await tabTo(boxesOf(page).nth(0));
  await page.keyboard.press("Space");
  for (const row of [1, 2]) {
    await tabTo(boxesOf(page).nth(row));
    await page.keyboard.press("Space");
  }
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([
    false,
    true,
  ]);
  await page.getByText("Selected: 3").waitFor();
  await tabTo(page.getByRole("button", { name: "Settle selected…" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Settle several signals: 3" }).waitFor();
  await page.getByLabel("Outcome").selectOption("lost");
  await fillEvidence(dialogOf(page));
  await tabTo(page.getByRole("button", { name: "Review…" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Settled for good as “lost”: 3");
  expect(await dialogOf(page).getByRole("listitem").count()).toBe(3);
  await tabTo(dialogOf(page).getByRole("button", { name: "Settle for good" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Settled: 3 of 3");
  await tabTo(dialogOf(page).getByRole("button", { name: "Close" }).first());
  await page.keyboard.press("Enter");
  await position(page, `1–25 of ${due - 3}`).waitFor();
  await expect.poll(() => focused(page)).toBe("Settle selected…");
  await tabTo(all, "Shift+Tab");
  await page.keyboard.press("Space");
  await page.getByText("Selected: 25").waitFor();
  await page.close();
});

it("signals that could not be settled are named with the reason, and the others are settled", async () => {
  const page = await openQueue();
  for (const row of [0, 1, 2]) await boxesOf(page).nth(row).check();
  const second = page.getByRole("row").nth(2).getByRole("link").first();
  const id = (await second.getAttribute("href"))?.split("/").at(-1) ?? "";
  const settled = await callApi(site.url, staff, "POST", `/api/admin/signals/${id}/settle/`, {
    outcome: "lost",
    evidence: EVIDENCE,
  });
  expect(settled.status).toBe(200);
  await page.getByRole("button", { name: "Settle selected…" }).click();
  await page.getByLabel("Outcome").selectOption("won");
  await fillEvidence(dialogOf(page));
  await page.getByRole("button", { name: "Review…" }).click();
  await dialogOf(page).getByRole("button", { name: "Settle for good" }).click();
  await page.getByText("Settled: 2 of 3").waitFor();
  await page.getByRole("heading", { name: "Failed: 1" }).waitFor();
  const failed = await dialogOf(page).getByRole("listitem").allTextContents();
  expect(failed).toHaveLength(1);
  expect(failed[0]).toContain("This signal already has its outcome.");
  // It was refused, and would be again.
  expect(await page.getByRole("button", { name: "Send these again" }).count()).toBe(0);
  await page.close();
});

it("settling several signals stops if the server is down, lists what was not sent, and repeats it with the same keys", async () => {
  const page = await openQueue();
  for (const row of [0, 1, 2]) await boxesOf(page).nth(row).check();
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
  await page.getByRole("button", { name: "Void selected…" }).click();
  await page.getByRole("button", { name: "Review…" }).click();
  await page.getByText("Give a reason of 3 to 500 visible characters.").first().waitFor();
  await page.getByLabel("Reason").fill("The source was down");
  await page.getByRole("button", { name: "Review…" }).click();
  await page.getByText("Of these, past their entry and so counted as lost: 3").waitFor();
  await page.getByText("Reason: The source was down").waitFor();
  await page.getByRole("button", { name: "Back to the form" }).click();
  expect(await page.getByLabel("Reason").inputValue()).toBe("The source was down");
  await page.getByRole("button", { name: "Review…" }).click();
  await page.getByRole("button", { name: "Void for good" }).click();
  await page.getByText("Voided: 1 of 3").waitFor();
  await page.getByRole("heading", { name: "Failed: 1" }).waitFor();
  await page.getByRole("heading", { name: "Not sent: 1" }).waitFor();
  isDown = false;
  await page.getByRole("button", { name: "Send these again" }).click();
  await page.getByText("Voided: 3 of 3").waitFor();
  expect(keys).toHaveLength(4);
  expect(keys[2]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
  await page.close();
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
  await page.keyboard.press("Tab");
  const all = page.getByRole("checkbox", { name: "All on this page" });
  expect(await all.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await boxesOf(page).evaluateAll((boxes) => boxes.filter((box) => box.matches(":checked")))).toEqual(
    [],
  );
  await page.reload();
  await position(page, `101–200 of ${due}`).waitFor();
  await page.getByRole("link", { name: "First page" }).click();
  await position(page, `1–100 of ${due}`).waitFor();
  await page.close();
});

it("the queue is filtered by a trader's name and an asset in any spelling, and keeps the filter in the address", async () => {
  const [due, found] = [await dueNow(), await dueNow("&trader=slack-water")];
  const page = await openQueue();
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
  await page.close();
});

it("the queue shows the public list of open signals if the backend has no other", async () => {
  const page = await staffBrowser.newPage();
  const absent = { status: 404, json: { detail: "Not found.", code: "not_found" } };
  await page.route("**/api/admin/signals/open/**", (route) => route.fulfill(absent));
  await page.goto(`${site.url}/en/admin?view=queue`);
  await page.getByRole("row").nth(25).waitFor();
  expect(await page.getByRole("link", { name: "To settle", exact: true }).count()).toBe(1);
  expect(await page.getByRole("link", { name: /^Running/ }).count()).toBe(0);
  await page.getByText("25 rows on this page").waitFor();
  await page.close();
});
