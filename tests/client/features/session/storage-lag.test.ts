import { describe, expect, it } from "vitest";
import { networkFault } from "#tests/support/auth-server.ts";
import { createBrowser, settle } from "#tests/support/session-world.ts";

const REFRESH = "/api/auth/refresh/";
const PROFILE = "/api/profile/";

/** Two tabs of one member whose access token is over; the second sees nothing that the first stores. */
async function openLaggingPair() {
  const browser = createBrowser();
  const first = await browser.openSignedIn();
  const second = browser.openTab();
  await second.session.start();
  browser.server.expireAccessTokens();
  return { browser, first, second, catchUp: second.lagBehind() };
}

describe("a tab that does not yet see the tokens that another tab has stored", () => {
  it("waits for them instead of refreshing again", async () => {
    const { browser, first, second, catchUp } = await openLaggingPair();
    const one = first.session.authenticatedFetch(PROFILE);
    const two = second.session.authenticatedFetch(PROFILE);
    await settle();
    second.session.openAuthModal(); // Changes its state, and not the tokens.
    await settle();
    catchUp();
    expect([(await one).status, (await two).status]).toEqual([200, 200]);
    expect(browser.server.count(REFRESH)).toBe(1);
    expect(second.session.getState().accessToken).toBe(first.session.getState().accessToken);
  });

  it("waits for them also if it requests the lock after the other tab has released it", async () => {
    const { browser, first, second, catchUp } = await openLaggingPair();
    await first.session.refresh();
    const two = second.session.authenticatedFetch(PROFILE);
    await settle();
    catchUp();
    expect((await two).status).toBe(200);
    expect(browser.server.count(REFRESH)).toBe(1);
  });

  it("waits at most a second, and then refreshes", async () => {
    const { browser, first, second } = await openLaggingPair();
    await first.session.refresh();
    const two = second.session.authenticatedFetch(PROFILE);
    await settle();
    expect(second.timers).toEqual([1_000]);
    expect(browser.server.count(REFRESH)).toBe(1);
    await second.runTimers();
    expect((await two).status).toBe(200);
    expect(browser.server.count(REFRESH)).toBe(2);
  });

  it("does not wait where the other tab's refresh failed", async () => {
    const { browser, first, second } = await openLaggingPair();
    browser.server.answerNext(REFRESH, networkFault);
    await expect(first.session.refresh()).rejects.toThrow();
    expect((await second.session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(second.lost).toEqual([]);
  });

  it("does not wait where the browser cannot say which locks are held", async () => {
    const { browser, first, second } = await openLaggingPair();
    browser.locks.query = () => Promise.reject(new DOMException("denied", "SecurityError"));
    await first.session.refresh();
    expect((await second.session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(second.timers).toEqual([1_000]);
  });
});

it("the lock that announces new tokens is released after a second", async () => {
  const browser = createBrowser();
  const tab = await browser.openSignedIn();
  await tab.session.refresh();
  expect((await browser.locks.query()).held).toHaveLength(1);
  await tab.runTimers();
  expect((await browser.locks.query()).held).toEqual([]);
});

it("a refresh also works if the browser refuses the lock that announces new tokens", async () => {
  const browser = createBrowser();
  const request = browser.locks.request.bind(browser.locks);
  browser.locks.request = (name, options, callback) =>
    options.mode === "exclusive"
      ? request(name, options, callback)
      : Promise.reject(new DOMException("denied", "SecurityError"));
  const { session } = await browser.openSignedIn();
  expect(await session.refresh()).toBe(browser.stored.get("accessToken"));
});
