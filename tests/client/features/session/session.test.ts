import { describe, expect, it } from "vitest";
import { NetworkError } from "#client/data/http-error.ts";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { networkFault, problem } from "#tests/support/auth-server.ts";
import { type Browser, brokenStorage, createBrowser, settle } from "#tests/support/session-world.ts";
import { MAX_ATTEMPTS_ON_401 } from "#shared/limits/calls.ts";

const LOGIN = "/api/auth/login/";
const REFRESH = "/api/auth/refresh/";
const ME = "/api/auth/me/";
const LOGOUT = "/api/auth/logout/";

describe("a device that has signed in with a passcode", () => {
  const credentials = { pocketoption_id: "alice", passcode: "correct horse" };
  const withDeviceToken = (browser: Browser) => () =>
    Response.json({ ...browser.server.issue("alice"), device_token: "known" });
  const sentTo = (browser: Browser, path: string) =>
    browser.server.calls.filter((call) => call.path === path).map(({ body }): unknown => JSON.parse(body));

  it("sends its device token at the next sign-in, even after a sign-out", async () => {
    const browser = createBrowser();
    browser.server.answerNext(LOGIN, withDeviceToken(browser));
    const { session } = browser.openTab();
    await session.signIn(credentials);
    session.signOut();
    expect([...browser.stored]).toEqual([["tidemark:device-token", "known"]]);
    await browser.openTab().session.signIn(credentials);
    expect(sentTo(browser, LOGIN)).toEqual([credentials, { ...credentials, device_token: "known" }]);
  });

  it("is not remembered if storage throws, but can sign in", async () => {
    const browser = createBrowser();
    browser.server.answerNext(LOGIN, withDeviceToken(browser));
    const broken = brokenStorage(browser.openTab().storage, ["getItem", "setItem"]);
    const { session } = browser.openTab({ storage: () => broken });
    await session.signIn(credentials);
    expect(isAuthenticated(session.getState())).toBe(true);
  });
});

describe("the error catalogue", () => {
  it("401 response: refresh the token and retry, at most 3 attempts", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.server.answerAlways("/api/profile/", () => problem(401, "token_not_valid"));
    // Another tab stores a token while the first attempt is on its way: that one is tried before this tab refreshes.
    const release = browser.server.holdAfter("/api/profile/");
    const response = session.authenticatedFetch("/api/profile/");
    await settle();
    const pair = browser.server.issue("alice");
    browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    release();
    expect((await response).status).toBe(401);
    expect(browser.server.count("/api/profile/")).toBe(MAX_ATTEMPTS_ON_401);
    expect(browser.server.count(REFRESH)).toBe(1);
    const tokens = browser.server.calls.filter(({ path }) => path === "/api/profile/");
    expect(new Set(tokens.map(({ authorization }) => authorization)).size).toBe(3);
  });

  it.each([400, 401])(
    "Refresh fails with %i: log out, redirect to /login, rethrow the error",
    async (status) => {
      const browser = createBrowser();
      const { session, lost } = await browser.openSignedIn();
      browser.server.expireAccessTokens();
      browser.server.answerNext(REFRESH, () => problem(status, "token_not_valid"));
      const failure = { name: "HttpError", status, code: "token_not_valid" };
      const thrown: unknown = await session
        .authenticatedFetch("/api/profile/")
        .catch((error: unknown) => error);
      expect(thrown).toMatchObject(failure);
      expect(lost).toEqual([thrown]);
      expect(session.getState()).toMatchObject({ phase: "signed-out", user: null, isOnPurpose: false });
      expect(browser.stored.size).toBe(0);
    },
  );

  it("User fetch is refused at startup: log out, and report it", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => problem(403, "permission_denied"));
    const { session, lost } = await browser.openSignedIn();
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(browser.server.count(REFRESH)).toBe(0);
    expect(lost).toMatchObject([{ status: 403 }]);
  });

  it("Saving tokens to local storage fails: logged to the console only; session continues", async () => {
    const browser = createBrowser();
    const { storage } = browser.openTab();
    const tab = browser.openTab({ storage: () => brokenStorage(storage, ["setItem"]) });
    await tab.session.start();
    await tab.session.signIn({ pocketoption_id: "alice" });
    browser.server.expireAccessTokens();
    const response = await tab.session.authenticatedFetch("/api/profile/");
    expect(await response.json()).toEqual({ member: "alice" });
    expect(tab.logged).not.toEqual([]);
    expect(tab.logged.every((message) => message.startsWith("Local storage failed"))).toBe(true);
    expect(browser.stored.size).toBe(0);
  });

  it('No stored refresh token: error "No refresh token"', async () => {
    const browser = createBrowser();
    const { session, lost } = browser.openTab();
    await session.start();
    await expect(session.refresh()).rejects.toThrow(/^No refresh token$/);
    expect(lost).toEqual([]);
    expect(browser.server.calls).toEqual([]);
  });

  it.each([
    ["access", { refresh: "r" }],
    ["refresh", { access: "a" }],
    ["JSON", undefined],
  ])('Token response lacks %s: error "Invalid tokens received"', async (_lacking, body) => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    browser.server.answerNext(LOGIN, () =>
      body === undefined ? new Response("<html>") : Response.json(body),
    );
    await expect(session.signIn({ pocketoption_id: "alice" })).rejects.toThrow(/^Invalid tokens received$/);
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
  });
});

describe("starting the session", () => {
  it("shows an unknown session at first, and then a visitor if no tokens are stored", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    expect(session.getState().phase).toBe("unknown");
    await session.start();
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.server.calls).toEqual([]);
  });

  it("loads the stored tokens and fetches the user with them", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn("alice");
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "alice" } });
    expect(browser.server.calls).toHaveLength(1);
    expect(browser.server.calls[0]).toMatchObject({
      path: ME,
      authorization: `Bearer ${browser.stored.get("accessToken")}`,
    });
  });

  it("counts as authenticated before the user has been fetched", () => {
    const browser = createBrowser();
    browser.stored.set("accessToken", "a").set("refreshToken", "r");
    const { session } = browser.openTab();
    void session.start();
    expect(isAuthenticated(session.getState())).toBe(true);
    expect(session.getState().user).toBeNull();
  });

  it("happens once, however often it is called", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    await Promise.all([session.start(), session.start()]);
    expect(browser.server.count(ME)).toBe(1);
  });

  it("refreshes a token that expired while the browser was closed", async () => {
    const browser = createBrowser();
    const pair = browser.server.issue("alice");
    browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    browser.server.expireAccessTokens();
    browser.clock.nowMs += 3_600_000;
    const { session } = browser.openTab();
    await session.start();
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "alice" } });
    expect(browser.server.calls.map(({ path }) => path)).toEqual([REFRESH, ME]);
  });

  it.each([
    ["a network fault", networkFault],
    ["429", () => problem(429, "throttled")],
    ["503", () => problem(503, "upstream_error")],
  ])(
    "keeps the member signed in when fetching the user fails with %s, and tries again later",
    async (_fault, answer) => {
      const browser = createBrowser();
      browser.server.answerNext(ME, answer);
      browser.server.answerNext(ME, answer);
      const tab = await browser.openSignedIn("alice");
      expect(tab.session.getState()).toMatchObject({ phase: "signed-in", user: null });
      expect(tab.timers).toEqual([5_000]);
      await tab.runTimers();
      expect(tab.timers).toEqual([10_000]);
      await tab.runTimers();
      expect(tab.session.getState().user?.pocketoption_id).toBe("alice");
      expect(tab.timers).toEqual([]);
    },
  );

  it("stops fetching the user once the member has signed out", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, networkFault);
    const tab = await browser.openSignedIn();
    tab.session.signOut();
    await tab.runTimers();
    expect(browser.server.count(ME)).toBe(1);
    expect(tab.session.getState().phase).toBe("signed-out");
  });

  it("signs out if the response to the user request is not a user", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => Response.json({ hello: "world" }));
    const { session } = await browser.openSignedIn();
    expect(session.getState().phase).toBe("signed-out");
  });
});

describe("signing in", () => {
  it("stores the tokens and then fetches the user", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    await session.signIn({ pocketoption_id: "alice", passcode: "secret-1" });
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "alice" } });
    expect(browser.stored.get("accessToken")).toBe(session.getState().accessToken);
    expect(browser.stored.get("refreshToken")).toBe(session.getState().refreshToken);
    expect(browser.server.calls.map(({ path }) => path)).toEqual([LOGIN, ME]);
    expect(browser.server.calls[0]).toMatchObject({
      method: "POST",
      body: JSON.stringify({ pocketoption_id: "alice", passcode: "secret-1" }),
    });
  });

  it("is undone if it is no longer wanted when the response arrives", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    let wanted = true;
    const release = browser.server.holdAfter(LOGIN);
    const done = session.signIn({ pocketoption_id: "alice" }, () => wanted);
    await settle();
    wanted = false;
    release();
    await done;
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(browser.server.calls.map(({ path }) => path)).toEqual([LOGIN, LOGOUT]);
  });

  it("rejects with the server's error", async () => {
    const browser = createBrowser();
    const { session, lost } = browser.openTab();
    await session.start();
    browser.server.answerNext(LOGIN, () => problem(429, "throttled", { "Retry-After": "7" }));
    const refusal = { status: 429, code: "throttled", retryAfterSeconds: 7 };
    await expect(session.signIn({ pocketoption_id: "alice" })).rejects.toMatchObject(refusal);
    expect(browser.server.count(LOGIN)).toBe(1);
    expect(lost).toEqual([]);
  });

  it("rejects with a NetworkError if the response is cut off", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    const cutOff = new ReadableStream({ start: (body) => body.error(new TypeError("terminated")) });
    browser.server.answerNext(LOGIN, () => new Response(cutOff));
    await expect(session.signIn({ pocketoption_id: "alice" })).rejects.toBeInstanceOf(NetworkError);
  });

  it("leaves nobody signed in if the server refuses to return the user", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    browser.server.answerNext(ME, () => problem(403, "user_inactive"));
    await expect(session.signIn({ pocketoption_id: "alice" })).rejects.toMatchObject({ status: 403 });
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
  });

  it("succeeds while fetching the user fails, and loads the user later", async () => {
    const browser = createBrowser();
    const tab = browser.openTab();
    await tab.session.start();
    browser.server.answerNext(ME, networkFault);
    await tab.session.signIn({ pocketoption_id: "alice" });
    expect(tab.session.getState()).toMatchObject({ phase: "signed-in", user: null });
    await tab.runTimers();
    expect(tab.session.getState().user?.pocketoption_id).toBe("alice");
  });

  it("never shows the previous member when a late response arrives", async () => {
    const browser = createBrowser();
    const release = browser.server.holdAfter(ME);
    const pair = browser.server.issue("alice");
    browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    const { session } = browser.openTab();
    const started = session.start();
    await settle();
    session.signOut();
    const signedIn = session.signIn({ pocketoption_id: "bob" });
    await settle();
    release();
    await Promise.all([started, signedIn]);
    expect(session.getState().user?.pocketoption_id).toBe("bob");
  });
});

describe("signing out", () => {
  it("clears memory and storage at once and tells the server in the background", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    const { refreshToken } = session.getState();
    session.signOut();
    expect(session.getState()).toMatchObject({ accessToken: null, refreshToken: null, user: null });
    expect(browser.stored.size).toBe(0);
    await settle();
    const call = browser.server.calls.at(-1);
    expect(call).toMatchObject({
      path: LOGOUT,
      method: "POST",
      body: JSON.stringify({ refresh: refreshToken }),
    });
    expect(call?.init.keepalive).toBe(true);
  });

  it.each([
    ["cannot be reached", networkFault],
    ["refuses", () => problem(500, "upstream_error")],
  ])("succeeds in the browser even if the server %s", async (_fault, answer) => {
    const browser = createBrowser();
    const { session, lost } = await browser.openSignedIn();
    browser.server.answerNext(LOGOUT, answer);
    session.signOut();
    await settle();
    expect(session.getState().phase).toBe("signed-out");
    expect(lost).toEqual([]);
  });

  it("removes the tokens before subscribers are called, so that they send requests without one", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    session.subscribe(() => void session.authenticatedFetch("/api/summary/"));
    session.signOut();
    await settle();
    expect(browser.server.calls.find(({ path }) => path === "/api/summary/")?.authorization).toBeNull();
  });

  it("ends the stored session on the server, even if another tab has changed its tokens", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn("alice");
    const pair = browser.server.issue("alice");
    browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    session.signOut();
    await settle();
    expect(browser.server.calls.at(-1)?.body).toBe(JSON.stringify({ refresh: pair.refresh }));
  });

  it("sends no request for a visitor", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    session.signOut();
    await settle();
    expect(browser.server.calls).toEqual([]);
  });
});

describe("the authentication modal", () => {
  it("is opened and closed, and closes once another tab has signed in", async () => {
    const browser = createBrowser();
    const [one, two] = [browser.openTab(), browser.openTab()];
    await Promise.all([one.session.start(), two.session.start()]);
    one.session.openAuthModal();
    expect(one.session.getState().authModalVisible).toBe(true);
    one.session.closeAuthModal();
    expect(one.session.getState().authModalVisible).toBe(false);
    one.session.openAuthModal();
    await two.session.signIn({ pocketoption_id: "alice" });
    await settle();
    expect(one.session.getState()).toMatchObject({ phase: "signed-in", authModalVisible: false });
  });
});
