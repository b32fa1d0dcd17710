/** Staff settle ten signals by keyboard alone, by stop-watch and with every key counted. */
import { expect, it } from "vitest";
import { STAFF } from "#tests/support/member.ts";
import { queuedSignals } from "#tests/support/queued-signals.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import { writeEvents } from "#worker/local/demo-data/write-record.ts";

const { site, open } = await openSiteAndBrowser(startSite);

const SIGNALS = 10;
const MOST_KEYS_EACH = 5;

// Each with an expiry of its own, so that each needs a price of its own.
await writeEvents(site.db, queuedSignals(SIGNALS, MINUTE_MS));

it("ten signals are settled by keyboard with at most five keys each beyond what is typed", async () => {
  const { page } = await open("/en/admin?view=queue", { as: STAFF });
  await page.getByRole("row").nth(SIGNALS).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const top = await page
      .getByRole("row")
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().top + scrollY);
    expect(top).toBeLessThanOrEqual(420);
  }
  await page.getByRole("link", { name: "To settle (10)", exact: true }).focus();
  const first = page.getByRole("button", { name: /^won/ }).first();
  let stops = 0;
  while (!(await first.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press("Tab");
    expect((stops += 1)).toBeLessThanOrEqual(8);
  }
  await page.getByRole("group", { name: "Open signals" }).focus();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const startMs = performance.now();
  for (let index = 0; index < SIGNALS; index += 1) {
    await press("j");
    await press(["w", "l", "d"][index % 3] ?? "");
  }
  await page.getByText("Chosen: 10").waitFor();
  await press("r");
  const dialog = page.getByRole("dialog", { name: "Chosen outcomes" });
  await dialog.waitFor();
  // As each will stand on the record.
  const lines = await dialog.getByRole("listitem").allTextContents();
  expect(lines).toHaveLength(SIGNALS);
  expect(lines[0]).toMatch(/EUR\/USD.*up.*won.*by hand.*North Light/);
  expect(lines[1]).toMatch(/lost.*by hand/);
  for (let index = 0; index < SIGNALS; index += 1) {
    await page.keyboard.type(`1.08${index}5`);
    await press("Tab");
    if (index < SIGNALS - 1) await press("Tab");
  }
  await page.keyboard.type("A chart");
  await press("Enter");
  await page.getByText("On the record: 10 of 10").waitFor();
  const seconds = (performance.now() - startMs) / 1000;
  await page.getByText("Nothing has to be settled now.").first().waitFor();
  expect(keys).toBeLessThanOrEqual(SIGNALS * MOST_KEYS_EACH);
  expect(seconds).toBeLessThan(60);
  const outcomes = await site.db.prepare("SELECT outcome, count(*) AS n FROM signals GROUP BY outcome").all();
  expect(outcomes.results).toEqual([
    { outcome: "draw", n: 3 },
    { outcome: "lost", n: 3 },
    { outcome: "won", n: 4 },
  ]);
});
