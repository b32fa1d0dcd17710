/** A document that arrives in two halves, as on a slow connection: the first half is shown correctly, and nothing moves afterwards. */
import { createServer } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { formatInstant } from "#client/ui/format-instant.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { paintedTimes, watchPaintedTimes } from "#tests/support/painted-times.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilPainted } from "#tests/support/until-painted.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** Sends the site's documents up to the end of `firstHalf`, and the rest once `release` is called. Nothing else is there. */
const line = { firstHalf: /^/, release: () => {} };
const server = createServer(async (request, response) => {
  if (request.headers["sec-fetch-dest"] !== "document") return void response.writeHead(404).end();
  const answer = await fetch(site.url + request.url);
  const html = await answer.text();
  const end = line.firstHalf.exec(html)?.[0].length;
  if (end === undefined) return void response.writeHead(500).end("This document has no such first half.");
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": answer.headers.get("Content-Security-Policy") ?? "",
  });
  response.write(html.slice(0, end));
  line.release = () => response.end(html.slice(end));
});
const origin = await listen(server);
afterAll(() => stop(server));

it.each([
  ["a visitor", "the header", /^.*?<\/header>/s, "/en", 390],
  ["a member", "the header", /^.*?<\/header>/s, "/en", 390],
  ["a visitor", "the heading", /^.*?<\/h1>/s, "/en/signal", 390],
  [
    "a visitor",
    "half a row of the ranking",
    /^.*?<td [^>]*data-column="interval"[^>]*>/s,
    "/en/traders",
    768,
  ],
  [
    "a visitor",
    "half a row of the ranking",
    /^.*?<td [^>]*data-column="interval"[^>]*>/s,
    "/en/traders",
    1280,
  ],
  ["a member", "the heading", /^.*?<\/h1>/s, "/en/profile", 1280],
] as const)(
  "%s sees the right sign-in state, with the name, as soon as %s has arrived, and nothing moves afterwards",
  async (who, _what, firstHalf, path, width) => {
    line.firstHalf = firstHalf;
    const isMember = who === "a member";
    const { page } = await openVisitor(browser, { viewport: { width, height: 800 } });
    await page.addInitScript(watchLayoutShifts);
    if (isMember) {
      await page.addInitScript(() => {
        localStorage.setItem("accessToken", "stored");
        localStorage.setItem("tidemark:member-name", "Ada");
      });
    }
    await page.goto(origin + path, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    expect(await page.locator(".account-nav__sign-in").isVisible()).toBe(!isMember);
    const nav = page.locator(".account-nav");
    const name = await nav.evaluate((element) => getComputedStyle(element, "::before").content);
    expect(name).toBe(isMember ? '"Ada"' : "none");
    expect(await page.locator(".site-footer").count()).toBe(0);
    line.release();
    await page.locator(".site-footer").waitFor();
    // What moves in a frame is told after it.
    await page.evaluate(untilPainted);
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
  },
);

describe("the times in a partly loaded document", () => {
  it.each([
    // As Chromium calls the zone of Asia/Kolkata.
    ["Asia/Calcutta", ""],
    ["Asia/Tokyo", "Asia/Tokyo"],
    ["Asia/Calcutta", "Mars/Olympus"],
  ])(
    "are shown in %s from the first frame if the browser is in Asia/Kolkata and %s is stored",
    async (zone, keptZone) => {
      // In the middle of the second one's text.
      line.firstHalf = /^.*?<time.*?<time[^>]*>[^<]{9}/s;
      const { page } = await openVisitor(browser, {
        timezoneId: "Asia/Kolkata",
        serviceWorkers: "block",
      });
      await page.addInitScript(watchPaintedTimes);
      await page.addInitScript((kept) => localStorage.setItem("tidemark:time-zone", kept), keptZone);
      await page.goto(`${origin}/en/signal`, { waitUntil: "commit" });
      await page.waitForFunction(() => document.querySelectorAll("time").length === 2);
      await page.evaluate(untilPainted);
      line.release();
      await page.locator(".site-footer").waitFor();
      await page.evaluate(untilPainted);
      const times = await page.evaluate(paintedTimes);
      expect(times).toHaveLength(50);
      expect(times.filter(([, ...later]) => later.length > 0)).toEqual([]);
      const instants = await page
        .locator("time")
        .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
      expect(times.flat()).toEqual(
        instants.map((at) =>
          formatInstant(Date.parse(at), { locale: "en-US", timeZone: zone, precision: "listed" }),
        ),
      );
      expect(await page.locator("caption [data-zone]").allTextContents()).toEqual([zone]);
    },
  );
});
