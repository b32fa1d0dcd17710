import { describe, expect } from "vitest";
import { REFRESH_LOCK } from "#client/features/session/refresh.ts";
import { jwt, networkFault, problem } from "#tests/support/auth-server.ts";
import { it, settle } from "#tests/support/session-world.ts";

const LOGIN = "/api/auth/login/";
const REFRESH = "/api/auth/refresh/";
const ME = "/api/auth/me/";
const PROFILE = "/api/profile/";

const refused = () => problem(401, "token_not_valid");

describe("rules for clients when tokens rotate", () => {
  it("1: happens once at a time in a tab without Web Locks", async ({ browser }) => {
    const { session } = await browser.openSignedIn("alice", { hasLocks: false });
    await Promise.all([session.refresh(), session.refresh(), session.refresh()]);
    expect(browser.server.count(REFRESH)).toBe(1);
    expect(browser.lockRequests).toEqual([]);
  });

  it("2: of two tabs, the second waits and uses what the first stores", async ({ browser, alice }) => {
    const two = await browser.openStarted();
    const release = browser.server.holdAfter(REFRESH);
    const tokens = Promise.all([alice.session.refresh(), two.session.refresh()]);
    await settle();
    expect(browser.server.count(REFRESH)).toBe(1);
    release();
    expect(new Set(await tokens)).toEqual(new Set([browser.stored.get("accessToken")]));
    expect(browser.server.count(REFRESH)).toBe(1);
    expect(browser.lockRequests).toEqual([REFRESH_LOCK, REFRESH_LOCK]);
  });

  it("2: another tab's access token is used with an unchanged refresh token", async ({ browser, alice }) => {
    const two = await browser.openStarted();
    const { refreshToken } = alice.session.getState();
    browser.server.answerAlways(REFRESH, () =>
      Response.json({ access: browser.server.issue("alice").access, refresh: refreshToken }),
    );
    const tokens = await Promise.all([alice.session.refresh(), two.session.refresh()]);
    expect(browser.server.count(REFRESH)).toBe(1);
    expect(new Set(tokens).size).toBe(1);
  });

  it.for(["alice", "bob"])(
    "3: a refresh that is refused after another tab has stored tokens of %s leads to those",
    async (member, { browser }) => {
      const { session, lost } = await browser.openSignedIn("alice", { hasLocks: false });
      browser.server.answerNext(REFRESH, () => {
        browser.storeElsewhere(member);
        return refused();
      });
      expect(await session.refresh()).toBe(browser.stored.get("accessToken"));
      await settle();
      expect(session.getState()).toMatchObject({
        refreshToken: browser.stored.get("refreshToken"),
        user: { pocketoption_id: member },
      });
      expect(lost).toEqual([]);
    },
  );

  it.for([
    ["a network fault", networkFault, { name: "NetworkError" }, 0],
    ["403", () => problem(403, "permission_denied"), { status: 403 }, 5_000],
    ["500", () => problem(500, "upstream_error"), { status: 500 }, 5_000],
    ["503", () => problem(503, "upstream_error"), { status: 503 }, 5_000],
    ["a 200 without tokens", () => Response.json({}), { message: "Invalid tokens received" }, 5_000],
  ] as const)(
    "4: keeps the member signed in after %s",
    async ([, answer, failure, pauseMs], { browser, alice }) => {
      const { session, lost } = alice;
      const before = session.getState();
      browser.server.expireAccessTokens();
      browser.server.answerNext(REFRESH, answer);
      await expect(session.authenticatedFetch(PROFILE)).rejects.toMatchObject(failure);
      expect(session.getState()).toMatchObject({ ...before, refreshError: failure });
      expect(browser.stored.get("refreshToken")).toBe(before.refreshToken);
      expect(lost).toEqual([]);
      browser.clock.nowMs += pauseMs;
      expect((await session.authenticatedFetch(PROFILE)).status).toBe(200);
    },
  );

  it("5: after a server's failure the pause before the next refresh grows", async ({ browser, alice }) => {
    const { session } = alice;
    browser.server.expireAccessTokens();
    browser.server.answerAlways(REFRESH, () => problem(500, "upstream_error"));
    const sentAtSeconds: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      const before = browser.server.count(REFRESH);
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await expect(session.authenticatedFetch(PROFILE)).rejects.toMatchObject({ status: 500 });
      if (browser.server.count(REFRESH) > before) sentAtSeconds.push(second);
      browser.clock.nowMs += 1_000;
    }
    expect(sentAtSeconds).toEqual([0, 5, 15, 35]);
    expect(browser.server.count(REFRESH)).toBe(4);
    expect(session.getState()).toMatchObject({ phase: "signed-in", refreshError: { status: 500 } });
  });

  it("5: that pause is as long as the server asks, and ends with a success", async ({ browser, alice }) => {
    const { session } = alice;
    browser.server.answerNext(REFRESH, () => problem(503, "any", { "Retry-After": "30" }));
    await expect(session.refresh()).rejects.toMatchObject({ status: 503 });
    browser.clock.nowMs += 29_000;
    await expect(session.refresh()).rejects.toMatchObject({ status: 503 });
    browser.clock.nowMs += 1_000;
    await session.refresh();
    await session.refresh();
    expect(browser.server.count(REFRESH)).toBe(3);
    expect(session.getState()).toMatchObject({ refreshError: null });
  });

  it("5: that pause is for one token, and another is sent at once", async ({ browser, alice }) => {
    browser.server.answerNext(REFRESH, () => problem(503, "any"));
    await expect(alice.session.refresh()).rejects.toMatchObject({ status: 503 });
    browser.storeElsewhere("alice");
    expect(await alice.session.refresh()).toBe(browser.stored.get("accessToken"));
  });

  it("6: both tokens are stored before any waiting request continues", async ({ browser, alice }) => {
    const { session } = alice;
    const seen = await Promise.all(
      [1, 2, 3].map(async () => {
        const token = await session.refresh();
        return token === browser.stored.get("accessToken") && browser.stored.get("refreshToken");
      }),
    );
    expect(seen).toEqual(Array(3).fill(session.getState().refreshToken));
  });

  it("7: sign-in and refresh carry no token, and their 401 starts no refresh", async ({ browser, alice }) => {
    const { session } = alice;
    browser.server.answerNext(LOGIN, () => problem(401, "no_active_account"));
    await expect(session.signIn({ pocketoption_id: "bob" })).rejects.toMatchObject({ status: 401 });
    expect(browser.server.count(REFRESH)).toBe(0);
    await session.refresh();
    const sent = browser.server.calls.filter(({ path }) => path === LOGIN || path === REFRESH);
    expect(sent.map(({ authorization }) => authorization)).toEqual([null, null]);
  });

  it("8: stops if a token that was just refreshed is rejected too", async ({ browser, alice }) => {
    const { session } = alice;
    browser.server.answerAlways(PROFILE, () => problem(401, "not_authenticated"));
    const responses = await Promise.all([1, 2, 3].map(() => session.authenticatedFetch(PROFILE)));
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(browser.server.count(REFRESH)).toBe(1);
    expect(browser.server.count(PROFILE)).toBe(6);
    expect(session.getState().phase).toBe("signed-in");
  });

  it("8: a request sent with an older token is sent again without refreshing", async ({ browser, alice }) => {
    const release = browser.server.holdAfter(PROFILE);
    browser.server.expireAccessTokens();
    const slow = alice.session.authenticatedFetch(PROFILE);
    await settle();
    await alice.session.refresh();
    release();
    expect((await slow).status).toBe(200);
    expect(browser.server.count(REFRESH)).toBe(1);
  });

  it("9: tokens and a sign-out reach the other tabs", async ({ browser, alice }) => {
    const two = await browser.openStarted();
    await alice.session.refresh();
    await settle();
    expect(two.session.getState().accessToken).toBe(alice.session.getState().accessToken);
    expect(two.session.getState().user).not.toBeNull();
    alice.session.signOut();
    await settle();
    expect(two.session.getState()).toMatchObject({ phase: "signed-out", user: null });
    expect(two.lost).toEqual([]);
  });

  it("9: a storage that is emptied signs every tab out", ({ browser, alice }) => {
    browser.clearStorage();
    expect(alice.session.getState().phase).toBe("signed-out");
  });

  it("10: refreshes before the token expires, so that there is no 401", async ({ browser, alice }) => {
    browser.clock.nowMs += 291_000;
    expect((await alice.session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(browser.server.calls.map(({ path }) => path)).toEqual([ME, REFRESH, PROFILE]);
  });

  it("10: uses the current token if refreshing before its expiry fails", async ({ browser, alice }) => {
    browser.clock.nowMs += 291_000;
    browser.server.answerNext(REFRESH, networkFault);
    expect((await alice.session.authenticatedFetch(PROFILE)).status).toBe(200);
  });
});

describe("refreshing the token", () => {
  it("gives no token if another tab has signed out before its turn", async ({ browser, alice }) => {
    const { promise: turn, resolve: yieldLock } = Promise.withResolvers<void>();
    void browser.locks.request(REFRESH_LOCK, () => turn);
    const refreshed = alice.session.refresh();
    await settle();
    browser.stored.clear();
    yieldLock();
    await expect(refreshed).rejects.toThrow(/^No refresh token$/);
    expect(browser.server.count(REFRESH)).toBe(0);
    expect(alice.lost).toEqual([]);
  });

  it("reports no failure with a token that another tab has replaced meanwhile", async ({
    browser,
    alice,
  }) => {
    browser.server.answerNext(REFRESH, () => {
      browser.storeElsewhere("alice");
      return problem(503, "any");
    });
    await expect(alice.session.refresh()).rejects.toMatchObject({ status: 503 });
    expect(alice.session.getState()).toMatchObject({ phase: "signed-in", refreshError: null });
  });

  it("works in two tabs without Web Locks thanks to the server's grace period", async ({ browser }) => {
    const one = await browser.openSignedIn("alice", { hasLocks: false });
    const two = await browser.openStarted({ hasLocks: false });
    const tokens = await Promise.all([one.session.refresh(), two.session.refresh()]);
    expect(new Set(tokens).size).toBe(1);
    expect([one.lost, two.lost, one.logged, two.logged].flat()).toEqual([]);
  });

  it("works without a lock if the browser refuses one", async ({ browser, alice: { session, logged } }) => {
    browser.locks.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
    expect(await session.refresh()).toBe(browser.stored.get("accessToken"));
    expect(browser.server.count(REFRESH)).toBe(1);
    expect(logged).toEqual(["Locks failed; the session is refreshed without one"]);
  });

  it("keeps the session if the page is reloaded before the response arrives", async ({ browser }) => {
    const closing = await browser.openSignedIn("alice", { hasLocks: false });
    browser.server.expireAccessTokens();
    browser.server.holdAfter(REFRESH);
    void closing.session.refresh();
    await settle();
    browser.server.letNewOnesPass(REFRESH);
    browser.clock.nowMs += 29_000;
    const reloaded = await browser.openStarted();
    expect(reloaded.session.getState()).toMatchObject({ user: { pocketoption_id: "alice" } });
    expect(browser.server.count(REFRESH)).toBe(2);
    expect(reloaded.lost).toEqual([]);
  });

  it("ignores the response after a sign-out: the member stays signed out", async ({ browser, alice }) => {
    const { session, lost } = alice;
    const release = browser.server.holdAfter(REFRESH);
    const refreshed = session.refresh();
    await settle();
    session.signOut();
    release();
    await expect(refreshed).rejects.toThrow("Signed out while the token was being refreshed");
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(lost).toEqual([]);
  });

  const answered = () => Response.json({ access: "alice-access", refresh: "alice-refresh" });

  it.for([
    ["stored somebody else's tokens", answered, { accessToken: "bob-access", refreshToken: "bob-refresh" }],
    ["signed out", answered, {}],
    ["signed out, and even if it is refused", refused, {}],
  ] as const)(
    "ignores the response if another tab has %s, without a storage event",
    async ([, answer, tokens], { browser }) => {
      const { session, lost } = await browser.openSignedIn("alice", { hasLocks: false });
      browser.server.answerNext(REFRESH, () => {
        browser.stored.clear();
        for (const [key, token] of Object.entries(tokens)) browser.stored.set(key, token);
        return answer();
      });
      const refreshed = await session.refresh().catch(() => "rejected");
      expect(refreshed).toBe("accessToken" in tokens ? tokens.accessToken : "rejected");
      expect(Object.fromEntries(browser.stored)).toEqual(tokens);
      expect(lost).toEqual([]);
    },
  );

  it("reports the lost session once, however many requests were waiting", async ({ browser, alice }) => {
    browser.server.expireAccessTokens();
    browser.server.answerAlways(REFRESH, refused);
    const requests = [1, 2, 3].map(() => alice.session.authenticatedFetch(PROFILE));
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(alice.lost).toHaveLength(1);
  });

  it("reports the lost session also in the tab where the member signed in", async ({ browser, visitor }) => {
    await visitor.session.signIn({ pocketoption_id: "alice" });
    browser.server.answerNext(REFRESH, refused);
    await expect(visitor.session.refresh()).rejects.toMatchObject({ status: 401 });
    expect(visitor.lost).toHaveLength(1);
  });

  it("ends a session without a refresh token once its access token is rejected", async ({ browser }) => {
    browser.stored.set("accessToken", browser.server.issue("alice").access);
    const { session, lost } = await browser.openStarted();
    browser.server.expireAccessTokens();
    await expect(session.authenticatedFetch(PROFILE)).rejects.toThrow(/^No refresh token$/);
    expect(session.getState().phase).toBe("signed-out");
    expect(lost).toHaveLength(1);
  });

  it("does not refresh again and again if the clock is an hour ahead", async ({ browser, visitor }) => {
    const two = await browser.openStarted();
    const seconds = browser.clock.nowMs / 1000 - 3600;
    const access = jwt({ user_id: "alice", iat: seconds, exp: seconds + 300 });
    browser.server.answerAlways(LOGIN, () => Response.json({ access, refresh: "r1" }));
    browser.server.answerAlways(ME, () => Response.json({ id: 1, pocketoption_id: "alice" }));
    browser.server.answerAlways(PROFILE, () => Response.json({}));
    await visitor.session.signIn({ pocketoption_id: "alice" });
    await settle();
    await Promise.all([visitor, two].map(({ session }) => session.authenticatedFetch(PROFILE)));
    expect(two.session.getState()).toMatchObject({ accessToken: access, user: { pocketoption_id: "alice" } });
    expect(browser.server.count(REFRESH)).toBe(0);
  });
});
