/** Live updates of signals, in real browsers. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { STORAGE_REGISTRY } from "#shared/site/storage-registry.ts";
import { goOffline, inMode, openSignals, pill, rowOf } from "#tests/support/live-page.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const record = await openLiveRecord(site);
const world = { site, browser, record };

/** Where on the screen the first row stands. */
const placeOf = async (page: Page, asset: string) => (await rowOf(page, asset).first().boundingBox())?.y;

/** The socket, whenever it is asked for, is opened no sooner than the function given back is called. */
async function holdSocket({ page }: Visitor): Promise<() => void> {
  const { promise: mayOpen, resolve } = Promise.withResolvers<void>();
  await page.context().routeWebSocket(/\/api\/live\//, async (socket) => {
    await mayOpen;
    socket.connectToServer();
  });
  return resolve;
}

describe("while a list is empty", () => {
  it.each([
    ["the first signal of all", "FIRST/ONE", "?fresh"],
    ["the first that the page's filters let through", "FIRST/TWO", "?asset=FIRST%2FTWO"],
  ])("%s is not missed if published before the socket has opened", async (_name, asset, query) => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    const openSocket = await holdSocket(visitor);
    await page.goto(`${site.url}/en/signal${query}`);
    await untilHydrated(page);
    await inMode(page, "connecting");
    await record.publish(asset);
    openSocket();
    await pill(page).waitFor();
    await pill(page).click();
    await rowOf(page, asset).waitFor();
  });
});

it("a visit has one socket, whatever pages it sees, and no page misses what came meanwhile", async () => {
  const sockets: string[] = [];
  const { page } = await openSignals(world, "en", async (visitor) =>
    visitor.page.on("websocket", (socket) => sockets.push(socket.url())),
  );
  await inMode(page, "live");
  await page.locator('header a[href="/en/instruction"]').click();
  await page.locator("output[data-live]").waitFor({ state: "detached" });
  const published = await record.publish("WHILE/AWAY");
  await page.locator('header a[href="/en/signal"]').click();
  await rowOf(page, published.asset).waitFor();
  await page.locator("main tbody a").first().click();
  await page.locator(`#entry-${published.published_seq}`).waitFor({ state: "attached" });
  await record.settle(published, "won");
  await page.locator(`#entry-${published.published_seq + 1}`).waitFor({ state: "attached" });
  expect(sockets).toHaveLength(1);
});

describe("with a socket", () => {
  it("a new signal waits behind a pill at the top of every window, and moves nothing", async () => {
    const watch = ({ page }: Visitor) => page.addInitScript(watchLayoutShifts);
    const onPhone = async (visitor: Visitor) => {
      await watch(visitor);
      await visitor.page.setViewportSize({ width: 390, height: 800 });
    };
    const visitors = [await openSignals(world, "en", watch), await openSignals(world, "de", onPhone)];
    for (const { page } of visitors) await inMode(page, "live");
    for (const { page } of visitors)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const places = await Promise.all(visitors.map(({ page }) => placeOf(page, "FIRST/ONE")));

    const publishing = record.publish("SECOND/ONE");
    await Promise.all(visitors.map(({ page }) => pill(page).waitFor()));
    await publishing;
    const [english, german] = visitors.map(({ page }) => page);
    expect(await english?.locator(".news__pill").textContent()).toBe(" 1 new signal");
    expect(await german?.locator(".news__pill").textContent()).toBe(" 1 neues Signal");
    expect(await english?.locator(".news output").allTextContents()).toContain("1 new signal");
    expect(await english?.title()).toMatch(/^\(1\) Signals/);
    expect(await Promise.all(visitors.map(({ page }) => placeOf(page, "FIRST/ONE")))).toEqual(places);

    for (const { page, complaints } of visitors) {
      // What the socket has brought is not requested.
      await page.route(/\/api\/signals\//, (route) => route.abort());
      expect((await pill(page).boundingBox())?.y).toBe(64);
      expect(await rowOf(page, "SECOND/ONE").count()).toBe(0);
      expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
      await pill(page).click();
      await rowOf(page, "SECOND/ONE").locator(".added-mark").waitFor();
      await pill(page).waitFor({ state: "detached" });
      expect(await page.locator(".added-mark").count()).toBe(1);
      expect(await placeOf(page, "SECOND/ONE")).toBeLessThan(400);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe("news");
      expect(await page.title()).not.toContain("(");
      expect(complaints).toEqual([]);
    }
  });

  it("an outcome changes in its row without a click", async () => {
    const asset = `THIRD/${Date.now() % 100_000}`;
    const signal = await record.publish(asset);
    const visitor = await openSignals(world, "en");
    const { page } = visitor;
    await inMode(page, "live");
    await rowOf(page, asset).waitFor();
    await record.settle(signal, "lost");
    await rowOf(page, asset).filter({ hasText: "lost" }).waitFor();
    const said = `${asset} by ${signal.trader.name}: lost.`;
    await page.locator(".news output", { hasText: said }).waitFor({ state: "attached" });
    expect(await pill(page).count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
  });

  it("a signal's page shows its outcome and its new ledger entry without a reload", async () => {
    const signal = await record.publish("FOURTH/ONE");
    const { published_seq: newestSeq } = await record.publish("FOURTH/TWO");
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    const socket = page.waitForEvent("websocket");
    // The address of an entry unfolds the proof.
    await page.goto(`${site.url}/en/signal/${signal.id}#entry-${signal.published_seq}`);
    await untilHydrated(page);
    await inMode(page, "live");
    // The page knows nothing newer of its signal, but is as new as the record.
    expect((await socket).url()).toMatch(new RegExp(`after=${newestSeq}$`));
    await record.settle(signal, "won");
    await page.locator(`#entry-${newestSeq + 1}`).waitFor();
    await page.getByRole("button", { name: "Check this record" }).click();
    await page.getByText("The lines on this page are the ones in the ledger.").waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  it("a list that cannot be reloaded keeps its button, and adds no rows without a click", async () => {
    const visitor = await openSignals(world, "en", undefined, "?sort=-entry_at");
    const { page } = visitor;
    await inMode(page, "live");
    await record.publish("SIXTH/ONE");
    await pill(page).waitFor();
    await page.route(/\/api\/signals\/\?/, (route) => route.abort());
    await pill(page).click();
    await page.getByText("This could not be loaded.").waitFor();
    expect(await pill(page).textContent()).toBe(" 1 new signal");
    expect(await page.locator(".news output").allTextContents()).toContain("1 new signal");

    await page.unroute(/\/api\/signals\/\?/);
    expect(await rowOf(page, "SIXTH/ONE").count()).toBe(0);
    await pill(page).click();
    await rowOf(page, "SIXTH/ONE").waitFor();
    await pill(page).waitFor({ state: "detached" });
  });

  it("a page that was offline shows at once what it missed", async () => {
    const visitor = await openSignals(world, "en");
    const { page } = visitor;
    await inMode(page, "live");
    await goOffline(page);
    await record.publish("MISSED/ONE");
    await record.publish("MISSED/TWO");
    await page.context().setOffline(false);
    await pill(page).filter({ hasText: "2 new signals" }).waitFor();
  });
});

describe("checking the record in the browser", () => {
  it("passes, stores the last entry and continues from there", async () => {
    const visitor = await openSignals(world, "en");
    const { page } = visitor;
    await page.getByRole("button", { name: "Check this record" }).click();
    await page.getByText(/The record holds: \d+ lines checked/).waitFor();
    const head: { seq: number; hash: string } = await site.db
      .prepare("SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1")
      .first()
      .then((row) => JSON.parse(JSON.stringify(row)));
    const name = STORAGE_REGISTRY.find(({ purpose }) => purpose === "ledgerHead")?.name ?? "";
    const remembered = await page.evaluate((key) => localStorage.getItem(key), name);
    expect(JSON.parse(remembered ?? "null")).toMatchObject(head);
    await page.waitForFunction(async () => caches.has("tidemark-record"));

    await page.getByRole("button", { name: "Check this record" }).click();
    await page.getByText("Nothing has been added since your last check").waitFor();
    await page.getByText(`Up to line ${head.seq}, this check relies on an earlier one`).waitFor();
    await page.getByRole("button", { name: "Check from the first line" }).click();
    await page.getByText(`The record holds: ${head.seq} lines checked`).waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});
