import { describe, expect, vi } from "vitest";
import { NetworkError } from "#client/data/http-error.ts";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { networkFault, problem } from "#tests/support/auth-server.ts";
import { type Browser, brokenStorage, it, settle } from "#tests/support/session-world.ts";

const LOGIN = "/api/auth/login/";
const REFRESH = "/api/auth/refresh/";
const ME = "/api/auth/me/";
const LOGOUT = "/api/auth/logout/";

const ALICE = { pocketoption_id: "alice" };
const pathsOf = ({ server }: Browser) => server.calls.map(({ path }) => path);

describe("a device that has signed in with a passcode", () => {
  const credentials = { ...ALICE, passcode: "correct horse" };
  const withDeviceToken = (browser: Browser) => () =>
    Response.json({ ...browser.server.issue("alice"), device_token: "known" });

  it("sends its device token at the next sign-in, even after a sign-out", async ({ browser }) => {
    browser.server.answerNext(LOGIN, withDeviceToken(browser));
    const { session } = browser.openTab();
    await session.signIn(credentials);
    session.signOut();
    expect([...browser.stored]).toEqual([["tidemark:device-token", "known"]]);
    await browser.openTab().session.signIn(credentials);
    const sent = browser.server.calls.filter(({ path }) => path === LOGIN);
    expect(sent.map(({ body }): unknown => JSON.parse(body))).toEqual([
      credentials,
      { ...credentials, device_token: "known" },
    ]);
  });

  it("is not remembered if storage throws, but can sign in", async ({ browser }) => {
    browser.server.answerNext(LOGIN, withDeviceToken(browser));
    const broken = brokenStorage(browser.openTab().storage, ["getItem", "setItem"]);
    const { session } = browser.openTab({ storage: () => broken });
    await session.signIn(credentials);
    expect(isAuthenticated(session.getState())).toBe(true);
  });
});

describe("the error catalogue", () => {
  it.for([
    [400, "after a 401", 0],
    [401, "after a 401", 0],
    [401, "before the token expires", 291_000],
  ] as const)(
    "Refresh fails with %i %s: log out, redirect to /login, rethrow the error",
    async ([status, , laterMs], { browser, alice: { session, lost } }) => {
      browser.clock.nowMs += laterMs;
      browser.server.expireAccessTokens();
      browser.server.answerNext(REFRESH, () => problem(status, "token_not_valid"));
      const request = session.authenticatedFetch("/api/profile/");
      const thrown: unknown = await request.catch((error: unknown) => error);
      expect(thrown).toMatchObject({ name: "HttpError", status, code: "token_not_valid" });
      expect(lost).toEqual([thrown]);
      expect(session.getState()).toMatchObject({ phase: "signed-out", user: null, isOnPurpose: false });
      expect(browser.stored.size).toBe(0);
    },
  );

  it("Saving tokens to local storage fails: logged to the console only; session continues", async ({
    browser,
  }) => {
    const { storage } = browser.openTab();
    const tab = await browser.openStarted({ storage: () => brokenStorage(storage, ["setItem"]) });
    await tab.session.signIn(ALICE);
    browser.server.expireAccessTokens();
    const response = await tab.session.authenticatedFetch("/api/profile/");
    expect(await response.json()).toEqual({ member: "alice" });
    expect(tab.logged).not.toEqual([]);
    expect(tab.logged.every((message) => message.startsWith("Local storage failed"))).toBe(true);
    expect(browser.stored.size).toBe(0);
  });

  it('No stored refresh token: error "No refresh token"', async ({ browser, visitor }) => {
    await expect(visitor.session.refresh()).rejects.toThrow(/^No refresh token$/);
    expect(visitor.lost).toEqual([]);
    expect(browser.server.calls).toEqual([]);
  });

  it.for([
    ["access", Response.json({ refresh: "r" })],
    ["refresh", Response.json({ access: "a" })],
    ["JSON", new Response("<html>")],
  ] as const)(
    'Token response lacks %s: error "Invalid tokens received"',
    async ([, answer], { browser, visitor: { session } }) => {
      browser.server.answerNext(LOGIN, () => answer);
      await expect(session.signIn(ALICE)).rejects.toThrow(/^Invalid tokens received$/);
      expect(session.getState().phase).toBe("signed-out");
      expect(browser.stored.size).toBe(0);
    },
  );
});

describe("starting the session", () => {
  it("shows an unknown session at first, and then a visitor if no tokens are stored", async ({ browser }) => {
    const { session } = browser.openTab();
    expect(session.getState().phase).toBe("unknown");
    await session.start();
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.server.calls).toEqual([]);
  });

  it("loads the stored tokens and fetches the user with them, once", async ({ browser, alice }) => {
    await Promise.all([alice.session.start(), alice.session.start()]);
    expect(alice.session.getState()).toMatchObject({ phase: "signed-in", user: ALICE });
    expect(pathsOf(browser)).toEqual([ME]);
    expect(browser.server.calls[0]?.authorization).toBe(`Bearer ${browser.stored.get("accessToken")}`);
  });

  it("counts as authenticated before the user has been fetched", ({ browser }) => {
    browser.storeElsewhere("alice");
    const { session } = browser.openTab();
    void session.start();
    expect(isAuthenticated(session.getState())).toBe(true);
    expect(session.getState().user).toBeNull();
  });

  it("refreshes a token that expired while the browser was closed", async ({ browser }) => {
    browser.storeElsewhere("alice");
    browser.server.expireAccessTokens();
    browser.clock.nowMs += 3_600_000;
    const { session } = await browser.openStarted();
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: ALICE });
    expect(pathsOf(browser)).toEqual([REFRESH, ME]);
  });
});

describe("signing in", () => {
  it("stores the tokens and then fetches the user", async ({ browser, visitor: { session } }) => {
    await session.signIn({ ...ALICE, passcode: "secret-1" });
    const { accessToken, refreshToken, user } = session.getState();
    expect(user).toMatchObject(ALICE);
    expect([...browser.stored]).toEqual([
      ["refreshToken", refreshToken],
      ["accessToken", accessToken],
    ]);
    expect(pathsOf(browser)).toEqual([LOGIN, ME]);
    const headers = new Headers(browser.server.calls[0]?.init.headers);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(browser.server.calls[0]).toMatchObject({
      method: "POST",
      body: JSON.stringify({ ...ALICE, passcode: "secret-1" }),
    });
  });

  it("is undone if it is not wanted any more when answered", async ({ browser, visitor: { session } }) => {
    let wanted = true;
    const release = browser.server.holdAfter(LOGIN);
    const done = session.signIn(ALICE, () => wanted);
    await settle();
    wanted = false;
    release();
    await done;
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(pathsOf(browser)).toEqual([LOGIN, LOGOUT]);
  });

  it("rejects with the server's error", async ({ browser, visitor }) => {
    browser.server.answerNext(LOGIN, () => problem(429, "throttled", { "Retry-After": "7" }));
    const refusal = { status: 429, code: "throttled", retryAfterSeconds: 7 };
    await expect(visitor.session.signIn(ALICE)).rejects.toMatchObject(refusal);
    expect(browser.server.count(LOGIN)).toBe(1);
    expect(visitor.lost).toEqual([]);
  });

  it("rejects with a NetworkError if the response is cut off", async ({ browser, visitor }) => {
    const cutOff = new ReadableStream({ start: (body) => body.error(new TypeError("terminated")) });
    browser.server.answerNext(LOGIN, () => new Response(cutOff));
    const error: unknown = await visitor.session.signIn(ALICE).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ mayRepeat: false });
  });

  it("leaves nobody signed in if the user is refused, as only the form reports", async ({
    browser,
    visitor,
  }) => {
    const { session, lost } = visitor;
    browser.server.answerNext(ME, () => problem(403, "user_inactive"));
    await expect(session.signIn(ALICE)).rejects.toMatchObject({ status: 403 });
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(lost).toEqual([]);
  });

  it.for(["login", "sign-up"])(
    "by a passkey answers the server's options, and sends what comes of them to %s",
    async (call, { browser, visitor: { session } }) => {
      const path = `/api/auth/passkeys/${call}/`;
      const options = call === "login" ? "/api/auth/passkeys/options/" : `${path}options/`;
      browser.server.answerNext(options, () => Response.json({ challenge: "c" }));
      browser.server.answerNext(path, () => Response.json(browser.server.issue("alice")));
      const answer = vi.fn<(asked: unknown) => Promise<never>>().mockResolvedValue("credential" as never);
      if (call === "login") await session.signInByPasskey(answer);
      else await session.signUpByPasskey({ ...ALICE, label: "Phone" }, answer);
      expect(answer.mock.calls).toEqual([[{ challenge: "c" }]]);
      expect(pathsOf(browser)).toEqual([options, path, ME]);
      const sent = browser.server.calls.slice(0, 2).map(({ body }): unknown => JSON.parse(body));
      const newcomer = call === "login" ? {} : ALICE;
      expect(sent).toMatchObject([newcomer, { ...newcomer, credential: "credential" }]);
      expect(session.getState().user).toMatchObject(ALICE);
    },
  );

  it("succeeds while fetching the user fails, and loads the user later", async ({ browser, visitor }) => {
    browser.server.answerNext(ME, networkFault);
    await visitor.session.signIn(ALICE);
    expect(visitor.session.getState()).toMatchObject({ phase: "signed-in", user: null });
    await visitor.runTimers();
    expect(visitor.session.getState().user).toMatchObject(ALICE);
  });

  it("never shows the previous member when a late response arrives", async ({ browser }) => {
    const release = browser.server.holdAfter(ME);
    browser.storeElsewhere("alice");
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
  it("clears memory and storage at once, and tells the server", async ({ browser, alice: { session } }) => {
    const { refreshToken } = session.getState();
    session.signOut();
    expect(session.getState()).toMatchObject({ accessToken: null, refreshToken: null, user: null });
    expect(browser.stored.size).toBe(0);
    await settle();
    const call = browser.server.calls.at(-1);
    const body = JSON.stringify({ refresh: refreshToken });
    expect(call).toMatchObject({ path: LOGOUT, method: "POST", body });
    expect(call?.init.keepalive).toBe(true);
  });

  it.for([
    ["cannot be reached", networkFault],
    ["refuses", () => problem(500, "upstream_error")],
  ] as const)(
    "succeeds in the browser even if the server %s",
    async ([, answer], { browser, alice: { session, lost } }) => {
      browser.server.answerNext(LOGOUT, answer);
      session.signOut();
      await settle();
      expect(session.getState().phase).toBe("signed-out");
      expect(lost).toEqual([]);
    },
  );

  it("removes the tokens before it calls subscribers", async ({ browser, alice: { session } }) => {
    session.subscribe(() => void session.authenticatedFetch("/api/summary/"));
    session.signOut();
    await settle();
    expect(browser.server.calls.find(({ path }) => path === "/api/summary/")?.authorization).toBeNull();
  });

  it("ends on the server the session that another tab has refreshed", async ({ browser, alice }) => {
    const { refresh } = browser.storeElsewhere("alice");
    alice.session.signOut();
    await settle();
    expect(browser.server.calls.at(-1)?.body).toBe(JSON.stringify({ refresh }));
  });

  it("sends no request for a visitor", async ({ browser, visitor }) => {
    visitor.session.signOut();
    await settle();
    expect(browser.server.calls).toEqual([]);
  });
});

it("a change of the member's own account is shown at once", ({ alice: { session } }) => {
  const user = session.getState().user ?? expect.fail("nobody is signed in");
  session.userChanged({ ...user, name: "Ada" });
  expect(session.getState().user?.name).toBe("Ada");
});

it("the authentication modal opens and closes, and another tab's sign-in closes it", async ({
  browser,
  visitor: { session },
}) => {
  const two = await browser.openStarted();
  session.openAuthModal("North Light");
  expect(session.getState()).toMatchObject({ authModalVisible: true, traderToFollow: "North Light" });
  session.closeAuthModal();
  expect(session.getState().authModalVisible).toBe(false);
  session.openAuthModal();
  await two.session.signIn(ALICE);
  await settle();
  expect(session.getState()).toMatchObject({ phase: "signed-in", authModalVisible: false });
});

describe("onMemberChange", () => {
  it("calls back when a session ends or passes on, not at its start or refresh", async ({ visitor }) => {
    const { session } = visitor;
    let changes = 0;
    session.onMemberChange(() => (changes += 1));
    await session.signIn(ALICE);
    await session.refresh();
    expect(changes).toBe(0);
    session.signOut();
    expect(changes).toBe(1);
    await session.signIn(ALICE);
    expect(changes).toBe(1);
    await session.signIn({ pocketoption_id: "bob" });
    expect(changes).toBe(2);
  });

  it("calls back when another tab signs out, until it is stopped", async ({ browser, alice }) => {
    const two = await browser.openStarted();
    let changes = 0;
    const stop = alice.session.onMemberChange(() => (changes += 1));
    two.session.signOut();
    await settle();
    expect(changes).toBe(1);
    stop();
    await two.session.signIn(ALICE);
    two.session.signOut();
    await settle();
    expect(changes).toBe(1);
  });
});
