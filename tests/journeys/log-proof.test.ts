/** A signal's page proves in the visitor's browser that its entries are in the log, and detects a log that was changed since. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { findByAxe, findLosses, findSmallTargets } from "#tests/support/examine-page.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { rewriteRecord, withoutOneLoss } from "#tests/support/rewritten-record.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const SEED = { signals: 400, endMs: Date.now() };

const { site, browser } = await openSiteAndBrowser(startSeededSite);
const first = await site.db
  .prepare("SELECT id, published_seq, settled_seq FROM signals WHERE outcome = 'lost' ORDER BY published_seq")
  .first<{ id: string; published_seq: number; settled_seq: number }>();
if (!first) throw new Error("nobody has lost");
const staff = await staffOf(site.url);
const key = (await (await fetch(`${site.url}/log/key`)).text()).trim();

let visitor: Visitor;
beforeEach(async () => void (visitor = await openVisitor(browser)));

async function startSeededSite(): Promise<Site> {
  const started = await startSite();
  await seedRecord(started.db, SEED);
  await started.runMinuteJobs();
  return started;
}

async function open(page: Page, language = "en"): Promise<void> {
  await page.goto(`${site.url}/${language}/signal/${first?.id}`);
  await untilHydrated(page);
}

const line = (page: Page) => page.locator(".proof > summary");

async function unfold(page: Page): Promise<void> {
  await line(page).scrollIntoViewIfNeeded();
  if ((await page.locator(".proof[open]").count()) === 0) await line(page).click();
}

async function see(page: Page, words: string | RegExp): Promise<void> {
  await unfold(page);
  await page.locator(".log-proof").getByText(words).first().waitFor();
}

const checkpoint = async () => (await fetch(`${site.url}/log/checkpoint`)).text();
const rootIn = (note: string) => note.split("\n")[2] ?? "";
const sizeIn = (note: string) => Number(note.split("\n")[1]);

async function save(page: Page, button: string): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** Nothing of it is cut off, too small to be pressed, or out of reach for a screen reader. */
async function expectFit(page: Page): Promise<void> {
  for (const find of [findByAxe, findLosses, findSmallTargets]) expect(await find(page)).toEqual([]);
}

describe("the proof on a signal's page", () => {
  it("is made once it is scrolled into view, with at most 40 kB, and moves nothing", async () => {
    const { page, complaints } = visitor;
    const asked: string[] = [];
    let tileBytes = 0;
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith("/log/")) return;
      asked.push(pathname);
      if (pathname.startsWith("/log/tile/"))
        tileBytes += Number(response.headers()["content-length"]) || 8_192;
    });
    await page.setViewportSize({ width: 390, height: 500 });
    await page.addInitScript(watchLayoutShifts);
    await open(page, "de");
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    await line(page).scrollIntoViewIfNeeded();
    await line(page).getByText("Von Ihrem Browser bewiesen").waitFor();
    await see(page, "Bewiesen: Jeder der 2 Einträge oben steht im Log.");
    expect(asked.filter((path) => path.startsWith("/log/tile/")).length).toBeGreaterThan(1);
    expect(tileBytes).toBeLessThanOrEqual(40_000);
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
    await expectFit(page);
    expect(complaints).toEqual([]);
  });

  it("is saved as a file that npm run verify accepts", async () => {
    const { page } = visitor;
    await open(page);
    await see(page, "Proved: each of the 2 lines above is in the log.");
    const { name, path } = await save(page, `Save the proof of line ${first.settled_seq}`);
    expect(name).toBe(`signal-${first.id}-entry-${first.settled_seq}.tlog-proof`);
    const verify = ["worker/commands/verify/verify.ts", path, "--key", key];
    expect(spawnSync(process.execPath, verify, { encoding: "utf8" })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`The proof holds: ledger line ${first.settled_seq} is in the log.`),
    });
  });

  it("continues from what this browser saw last, also if the log has grown", async () => {
    const { page, complaints } = visitor;
    await open(page);
    await see(page, /^This browser sees the log for the first time/);
    const size = sizeIn(await checkpoint());
    await staff.addTraders({ tern: "tern" });
    await open(page);
    await see(page, new RegExp(`^The log continues the one of ${size} lines that this browser saw`));
    await see(page, String(size + 1));
    expect(complaints).toEqual([]);
  });
});

it.each([
  [
    "the browser does not support the signatures",
    /^Your browser does not support the log’s signatures/,
    () => {
      SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException("No", "NotSupportedError"));
    },
  ],
  [
    "the connection is not secure",
    /^Your browser can only prove this over a secure connection/,
    () => void Reflect.deleteProperty(Crypto.prototype, "subtle"),
  ],
])("the proof says that %s", async (_why, words, change) => {
  const { page, complaints } = visitor;
  await page.addInitScript(change);
  await open(page);
  await see(page, words);
  expect(complaints).toEqual([]);
});

it("the proof says that the log is not signed yet or cannot be read, and is made after a click on Prove again", async () => {
  const { page } = visitor;
  const json = { detail: "The log is not configured.", code: "log_not_configured" };
  await page.route("**/log/{key,checkpoint}", (route) => route.fulfill({ status: 503, json }));
  await open(page);
  await see(page, /^The log of this site is not signed yet/);
  await page.unrouteAll();
  await page.route("**/log/tile/**", (route) => route.abort());
  await open(page);
  await see(page, /^The log could not be read/);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Prove again" }).click();
  await see(page, /^Proved: /);
});

it("checking the whole record can be stopped, and shows how far it got", async () => {
  const { page, complaints } = visitor;
  let pages = 0;
  const { promise: isStopped, resolve: stop } = Promise.withResolvers<void>();
  await page.route(/\/api\/ledger\/\?after=/, async (route) => {
    pages += 1;
    await isStopped;
    await route.continue().catch(() => {});
  });
  await open(page);
  await unfold(page);
  await page.getByRole("button", { name: "Check this record" }).click();
  await expect.poll(() => pages).toBe(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped before the first lines were checked.").waitFor();
  stop();
  await page.waitForLoadState("networkidle");
  expect(pages).toBe(1);
  expect(complaints).toEqual([]);
  await page.getByRole("button", { name: "Check this record" }).click();
  await page.getByText(/^The record holds: \d+ lines checked/).waitFor();
});

// Last, because the record is another one afterwards.
it("a browser that has seen the log before detects that the record was rebuilt without one loss and signed again", async () => {
  await rewriteRecord(site, SEED, () => true);
  const { page } = visitor;
  await open(page);
  await see(page, /^Proved: /);
  const before = await checkpoint();
  await rewriteRecord(site, SEED, withoutOneLoss(SEED));
  await staff.addTraders({ dunlin: "Dunlin", knot: "Knot", godwit: "Godwit" });
  const now = await checkpoint();
  // It is no matter of one visit: what was seen is not forgotten over it.
  for (let visit = 0; visit < 2; visit += 1) {
    await open(page);
    await line(page).scrollIntoViewIfNeeded();
    // What speaks against the record unfolds by itself.
    await page.locator(".proof[open] .log-proof").getByText("The log was rewritten: ").waitFor();
    await line(page).getByText("Your browser could not confirm it").waitFor();
    for (const note of [before, now]) {
      await see(page, rootIn(note));
      await see(page, String(sizeIn(note)));
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Both checkpoints as they were signed").click();
  await expectFit(page);
  const { name, path } = await save(page, "Save both checkpoints");
  expect(name).toBe(`log-evidence-${sizeIn(before)}-${sizeIn(now)}.txt`);
  const evidence = readFileSync(path, "utf8");
  for (const part of [before, now, key]) expect(evidence).toContain(part);
});
