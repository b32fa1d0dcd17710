/** Downloading a record that needs several parts. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { fetchParts } from "#shared/http/export-parts.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

const LEDGER = "/api/ledger/export.ndjson/";
const { site, open } = await openSiteAndBrowser(startSite);

beforeAll(async () => {
  await seedRecord(site.db, { signals: EXPORT_PART_ROWS / 2 + 500, endMs: Date.UTC(2026, 10, 21) });
}, 120_000);

async function openSignals(path = "/en/signal") {
  const { page } = await open(path);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes("/export.")) asked.push(pathname + search);
  });
  return { page, asked };
}

async function save(page: Page, link: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: link }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function wholeOf(path: string): Promise<{ whole: Buffer; parts: number }> {
  const bytes: Buffer[] = [];
  for await (const part of fetchParts(site.url + path, (address) => fetch(address)))
    bytes.push(Buffer.from(await part.arrayBuffer()));
  return { whole: Buffer.concat(bytes), parts: bytes.length };
}

it("one click saves the whole ledger as one file, and requests each part once", async () => {
  const { page, asked } = await openSignals();
  const { name, bytes } = await save(page, "Ledger as NDJSON");
  const { whole, parts } = await wholeOf(LEDGER);
  expect(parts).toBeGreaterThan(1);
  expect([name, bytes.equals(whole)]).toEqual(["ledger.ndjson", true]);
  expect([asked.length, new Set(asked).size]).toEqual([parts, parts]);
  await page.getByText("The file is downloading.").waitFor({ state: "hidden" });
});

it("the filtered list is saved as CSV for spreadsheets, with one request if it is short", async () => {
  const { page, asked } = await openSignals("/en/signal?outcome=void");
  const { name, bytes } = await save(page, "Signals as CSV");
  const { whole } = await wholeOf("/api/signals/export.csv/?outcome=void&for=excel");
  expect([name, bytes.equals(whole)]).toEqual(["signals.csv", true]);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(asked).toEqual(["/api/signals/export.csv/?outcome=void&for=excel"]);
});

it("a download can be cancelled, and saves nothing", async () => {
  const { page, asked } = await openSignals();
  let isSaved = false;
  page.on("download", () => (isSaved = true));
  await page.getByRole("link", { name: "Ledger as NDJSON" }).click();
  await page.getByText(/^[\d,]+\skB so far$/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The file is downloading.").waitFor({ state: "hidden" });
  expect(await page.locator(".toast").count()).toBe(0);
  const askedFor = asked.length;
  // It can be begun anew, from the beginning.
  await save(page, "Ledger as NDJSON");
  expect(isSaved).toBe(true);
  expect(asked.slice(askedFor)[0]).toBe(LEDGER);
});

it("a failed download shows an error, and saves nothing", async () => {
  const { page, asked } = await openSignals();
  let isSaved = false;
  page.on("download", () => (isSaved = true));
  const firstPart = page.waitForResponse((response) => response.url().endsWith(LEDGER));
  await page.getByRole("link", { name: "Ledger as NDJSON" }).click();
  await firstPart;
  await page.context().setOffline(true);
  await page
    .locator(".toast")
    .getByText(/connection/i)
    .waitFor();
  expect([isSaved, asked.length < 3]).toEqual([false, true]);
  await page.context().setOffline(false);
});

it("without JavaScript, the page says that a link downloads only the first part of a long ledger", async () => {
  const { page } = await open("/de/signal", { javaScriptEnabled: false });
  // Chromium shows no `noscript` where script is switched off by a tool.
  expect(await page.content()).toContain(
    "Ohne JavaScript liefert ein Link höchstens die ersten 35.000 Zeilen.",
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Register als NDJSON" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  expect(lines).toHaveLength(EXPORT_PART_ROWS);
});
