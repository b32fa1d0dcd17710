/** Token refresh with responses in any order, which fast-check chooses. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBrowser, settle, type Tab } from "#tests/support/session-world.ts";

const REFRESH = "/api/auth/refresh/";
const PROFILE = "/api/profile/";

describe("a token refresh, in any order of events", () => {
  it("is sent once for all tabs, lets every request succeed, and signs nobody out", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
        async (scheduler, requestsPerTab) => {
          const { browser, tabs } = await openTabs(scheduler, requestsPerTab.length);
          browser.server.expireAccessTokens();
          const requests = tabs.flatMap(({ session }, index) =>
            Array.from({ length: requestsPerTab[index] ?? 0 }, () => session.authenticatedFetch(PROFILE)),
          );
          const responses = await scheduler.waitFor(Promise.all(requests));
          expect(responses.every(({ status }) => status === 200)).toBe(true);
          expect(browser.server.count(REFRESH)).toBe(1);
          expect(browser.server.count(PROFILE)).toBe(2 * requests.length);
          expect(tabs.flatMap(({ lost }) => lost)).toEqual([]);
          await settle();
          const tokens = tabs.map(({ session }) => session.getState().accessToken);
          expect(new Set([...tokens, browser.stored.get("accessToken")]).size).toBe(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("never restores a session after a sign-out", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat({ max: 2 }), async (scheduler, signingOut) => {
        const { browser, tabs } = await openTabs(scheduler, 3);
        browser.server.expireAccessTokens();
        const requests = tabs.map(({ session }) => session.authenticatedFetch(PROFILE).catch(() => null));
        const signedOut = scheduler
          .schedule(Promise.resolve())
          .then(() => tabs[signingOut]?.session.signOut());
        await scheduler.waitFor(Promise.all([...requests, signedOut]));
        await scheduler.waitAll();
        await settle();
        expect(browser.stored.size).toBe(0);
        expect(tabs.map(({ session }) => session.getState().phase)).toEqual(Array(3).fill("signed-out"));
      }),
      { numRuns: 60 },
    );
  });
});

/** Tabs of one member; from then on the scheduler decides when each request reaches the server and each answer its tab. */
async function openTabs(scheduler: fc.Scheduler, count: number) {
  const browser = createBrowser();
  let isScheduled = false;
  const fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    if (isScheduled) await scheduler.schedule(Promise.resolve(), `${path} leaves`);
    const response = await browser.server.fetch(path, init);
    if (isScheduled) await scheduler.schedule(Promise.resolve(), `${path} arrives`);
    return response;
  };
  const tabs: Tab[] = [await browser.openSignedIn("alice", { fetch })];
  while (tabs.length < count) tabs.push(await browser.openStarted({ fetch }));
  isScheduled = true;
  return { browser, tabs };
}
