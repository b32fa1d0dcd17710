import { describe, expect, it } from "vitest";
import { HttpError } from "#client/data/http-error.ts";
import { problem } from "#tests/support/auth-server.ts";
import { createBrowser, settle } from "#tests/support/session-world.ts";

const ME = "/api/auth/me/";

describe("a user request that fails permanently", () => {
  it.each([
    ["a refusal", () => problem(403, "user_inactive")],
    ["a 401 that outlives the refresh", () => problem(401, "token_not_valid")],
  ])("with %s ends the session at startup and is reported once", async (_name, refuse) => {
    const browser = createBrowser();
    browser.server.answerNext(ME, refuse);
    browser.server.answerNext(ME, refuse);
    const { session, lost } = await browser.openSignedIn("alice");
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(lost).toHaveLength(1);
    expect(lost[0]).toBeInstanceOf(HttpError);
  });

  it("ends the session also on a later retry", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => problem(503, "upstream_error"));
    browser.server.answerNext(ME, () => problem(403, "user_inactive"));
    const tab = await browser.openSignedIn("alice");
    await tab.runTimers();
    expect(tab.session.getState().phase).toBe("signed-out");
    expect(tab.lost).toMatchObject([{ status: 403 }]);
    expect(tab.logged).toHaveLength(2);
  });

  it("ends the session also in a tab that follows another tab's sign-in", async () => {
    const browser = createBrowser();
    const [one, two] = [browser.openTab(), browser.openTab()];
    await Promise.all([one.session.start(), two.session.start()]);
    const pair = browser.server.issue("alice");
    browser.server.answerNext(ME, () => problem(403, "user_inactive"));
    two.storage.setItem("refreshToken", pair.refresh);
    two.storage.setItem("accessToken", pair.access);
    await settle();
    expect(one.lost).toMatchObject([{ status: 403 }]);
    expect(one.logged).toHaveLength(1);
  });

  it("right after a sign-in is reported by the form only", async () => {
    const browser = createBrowser();
    const { session, lost } = browser.openTab();
    await session.start();
    browser.server.answerNext(ME, () => problem(403, "user_inactive"));
    await expect(session.signIn({ pocketoption_id: "alice" })).rejects.toMatchObject({ status: 403 });
    expect(session.getState().phase).toBe("signed-out");
    expect(lost).toEqual([]);
  });

  it("does not sign out somebody else who has signed in in the meantime", async () => {
    const browser = createBrowser();
    const pair = browser.server.issue("alice");
    browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    const { session } = browser.openTab();
    const release = browser.server.holdAfter(ME);
    browser.server.answerNext(ME, () => problem(403, "user_inactive"));
    const started = session.start();
    await settle();
    session.signOut();
    browser.server.letNewOnesPass(ME);
    await session.signIn({ pocketoption_id: "bob" });
    release();
    await started;
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "bob" } });
  });

  it("does not clear the tokens another tab has stored for somebody else", async () => {
    const browser = createBrowser();
    const bob = browser.server.issue("bob");
    browser.server.answerNext(ME, () => {
      browser.stored.set("refreshToken", bob.refresh).set("accessToken", bob.access);
      return problem(403, "user_inactive");
    });
    const { session } = await browser.openSignedIn("alice");
    await settle();
    expect(browser.stored.get("refreshToken")).toBe(bob.refresh);
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "bob" } });
  });
});

describe("a user request that fails temporarily", () => {
  it("is reported until the user is loaded, and can be repeated at once", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => problem(503, "upstream_error"));
    browser.server.answerNext(ME, () => problem(502, "upstream_unreachable"));
    const tab = await browser.openSignedIn("alice");
    expect(tab.session.getState()).toMatchObject({ user: null, userError: { status: 503 } });
    await tab.session.loadUser();
    expect(tab.session.getState()).toMatchObject({ user: null, userError: { status: 502 } });
    await tab.session.loadUser();
    expect(tab.session.getState()).toMatchObject({ user: { pocketoption_id: "alice" }, userError: null });
    await tab.runTimers();
    expect(browser.server.count(ME)).toBe(3);
  });

  it("keeps the member signed in if the cause is an exception in the page, and logs it", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    const tab = await browser.openSignedIn("alice");
    expect(tab.session.getState()).toMatchObject({ phase: "signed-in", userError: { name: "TypeError" } });
    expect(tab.logged).toHaveLength(1);
  });

  it("keeps the member signed in if a public network answers with its own HTML page", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => new Response("<html>Welcome to our hotel</html>"));
    const tab = await browser.openSignedIn("alice");
    expect(tab.session.getState()).toMatchObject({ phase: "signed-in", user: null });
    await tab.runTimers();
    expect(tab.session.getState().user?.pocketoption_id).toBe("alice");
  });

  it("is retried with growing delays of at most a minute", async () => {
    const browser = createBrowser();
    browser.server.answerAlways(ME, () => problem(503, "upstream_error"));
    const tab = await browser.openSignedIn();
    const delays: number[] = [];
    for (let failure = 1; failure <= 6; failure += 1) {
      delays.push(...tab.timers);
      await tab.runTimers();
    }
    expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it("is not retried earlier because other state changes", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => problem(503, "upstream_error"));
    const { session } = await browser.openSignedIn();
    session.openAuthModal();
    await settle();
    expect(browser.server.count(ME)).toBe(1);
  });

  it("is repeated once if the user and the timer ask at the same time", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => problem(503, "upstream_error"));
    const tab = await browser.openSignedIn();
    await Promise.all([tab.session.loadUser(), tab.runTimers(), tab.session.loadUser()]);
    expect(browser.server.count(ME)).toBe(2);
  });

  it("leaves no error behind for the next session", async () => {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => problem(503, "upstream_error"));
    const { session } = await browser.openSignedIn("alice");
    session.signOut();
    await session.signIn({ pocketoption_id: "bob" });
    expect(session.getState()).toMatchObject({ user: { pocketoption_id: "bob" }, userError: null });
  });
});

describe("a user object from an operator's own backend", () => {
  const IDS = { id: 7, pocketoption_id: "alice" };
  const PLAIN = {
    ...IDS,
    name: "",
    role: "member",
    language: null,
    time_zone: null,
    has_passcode: false,
    has_passkey: false,
    may_change: true,
    needs_passkey: false,
    created_at: null,
  };

  async function loaded(user: object): Promise<unknown> {
    const browser = createBrowser();
    browser.server.answerNext(ME, () => Response.json(user));
    return (await browser.openSignedIn("alice")).session.getState().user;
  }

  it.each([{ language: "xx" }, { role: "admin" }, {}])(
    "is completed with the default if a field is missing or unknown: %j",
    async (field) => {
      expect(await loaded({ ...IDS, ...field })).toEqual(PLAIN);
    },
  );

  it("is used as it is if all its values are known", async () => {
    const told = {
      ...IDS,
      name: "Ada",
      role: "staff",
      language: "de",
      time_zone: "Europe/Berlin",
      has_passcode: true,
      has_passkey: true,
      may_change: false,
      needs_passkey: true,
      created_at: "2026-03-01T12:00:00.250123+01:00",
    };
    expect(await loaded(told)).toEqual(told);
  });

  it.each([{ id: 7 }, { pocketoption_id: "alice" }])("is rejected without both ids: %j", async (user) => {
    expect(await loaded(user)).toBeNull();
  });
});
