import { describe, expect } from "vitest";
import { HttpError } from "#client/data/http-error.ts";
import { networkFault, problem } from "#tests/support/auth-server.ts";
import { it, settle } from "#tests/support/session-world.ts";

const ME = "/api/auth/me/";

const inactive = () => problem(403, "user_inactive");
const unavailable = () => problem(503, "upstream_error");

describe("a user request that fails permanently", () => {
  it.for([
    ["a refusal", inactive],
    ["a 401 that outlives the refresh", () => problem(401, "token_not_valid")],
  ] as const)("with %s ends the session at startup and is reported once", async ([, refuse], { browser }) => {
    browser.server.answerNext(ME, refuse);
    browser.server.answerNext(ME, refuse);
    const { session, lost } = await browser.openSignedIn();
    expect(session.getState().phase).toBe("signed-out");
    expect(browser.stored.size).toBe(0);
    expect(lost).toEqual([expect.any(HttpError)]);
  });

  it("ends the session also on a later retry", async ({ browser }) => {
    browser.server.answerNext(ME, unavailable);
    browser.server.answerNext(ME, inactive);
    const tab = await browser.openSignedIn();
    await tab.runTimers();
    expect(tab.session.getState().phase).toBe("signed-out");
    expect(tab.lost).toMatchObject([{ status: 403 }]);
    expect(tab.logged).toHaveLength(2);
  });

  it("ends the session also in a tab that follows another tab's sign-in", async ({ browser, visitor }) => {
    const two = await browser.openStarted();
    const pair = browser.server.issue("alice");
    browser.server.answerNext(ME, inactive);
    two.storage.setItem("refreshToken", pair.refresh);
    two.storage.setItem("accessToken", pair.access);
    await settle();
    expect(visitor.lost).toMatchObject([{ status: 403 }]);
    expect(visitor.logged).toHaveLength(1);
  });

  it("does not sign out somebody else who has signed in in the meantime", async ({ browser }) => {
    browser.storeElsewhere("alice");
    const { session } = browser.openTab();
    const release = browser.server.holdAfter(ME);
    browser.server.answerNext(ME, inactive);
    const started = session.start();
    await settle();
    session.signOut();
    browser.server.letNewOnesPass(ME);
    await session.signIn({ pocketoption_id: "bob" });
    release();
    await started;
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "bob" } });
  });

  it("does not clear the tokens another tab has stored for somebody else", async ({ browser }) => {
    browser.server.answerNext(ME, () => {
      browser.storeElsewhere("bob");
      return inactive();
    });
    const { session } = await browser.openSignedIn();
    await settle();
    expect(browser.stored.get("refreshToken")).toMatch(/^refresh-bob/);
    expect(session.getState()).toMatchObject({ phase: "signed-in", user: { pocketoption_id: "bob" } });
  });
});

describe("a user request that fails temporarily", () => {
  it.for([
    ["a network fault", networkFault, "NetworkError"],
    ["429", () => problem(429, "throttled"), "HttpError"],
    ["503", unavailable, "HttpError"],
    ["a public network's own page", () => new Response("<html>Welcome</html>"), "NetworkError"],
    [
      "an exception in the page",
      () => {
        throw new TypeError("AbortSignal.any is not a function");
      },
      "TypeError",
    ],
  ] as const)(
    "with %s keeps the member signed in, is logged, and is repeated later",
    async ([, answer, name], { browser }) => {
      browser.server.answerNext(ME, answer);
      const tab = await browser.openSignedIn();
      expect(tab.session.getState()).toMatchObject({ phase: "signed-in", user: null, userError: { name } });
      expect(tab.logged).toHaveLength(1);
      await tab.runTimers();
      expect(tab.session.getState().user?.pocketoption_id).toBe("alice");
      expect(tab.timers).toEqual([]);
    },
  );

  it("is reported until the user is loaded, and can be repeated at once", async ({ browser }) => {
    browser.server.answerNext(ME, unavailable);
    browser.server.answerNext(ME, () => problem(502, "upstream_unreachable"));
    const tab = await browser.openSignedIn();
    expect(tab.session.getState()).toMatchObject({ user: null, userError: { status: 503 } });
    await tab.session.loadUser();
    expect(tab.session.getState()).toMatchObject({ user: null, userError: { status: 502 } });
    await tab.session.loadUser();
    expect(tab.session.getState()).toMatchObject({ user: { pocketoption_id: "alice" }, userError: null });
    await tab.runTimers();
    expect(browser.server.count(ME)).toBe(3);
  });

  it("is retried with growing delays of at most a minute", async ({ browser }) => {
    browser.server.answerAlways(ME, unavailable);
    const tab = await browser.openSignedIn();
    const delays: number[] = [];
    for (let failure = 1; failure <= 6; failure += 1) {
      delays.push(...tab.timers);
      await tab.runTimers();
    }
    expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it("is not repeated once the member has signed out", async ({ browser }) => {
    browser.server.answerNext(ME, networkFault);
    const tab = await browser.openSignedIn();
    tab.session.signOut();
    await tab.runTimers();
    expect(browser.server.count(ME)).toBe(1);
    expect(tab.session.getState().phase).toBe("signed-out");
  });

  it("is not retried earlier because other state changes", async ({ browser }) => {
    browser.server.answerNext(ME, unavailable);
    const { session } = await browser.openSignedIn();
    session.openAuthModal();
    await settle();
    expect(browser.server.count(ME)).toBe(1);
  });

  it("is repeated once if the user and the timer ask at the same time", async ({ browser }) => {
    browser.server.answerNext(ME, unavailable);
    const tab = await browser.openSignedIn();
    await Promise.all([tab.session.loadUser(), tab.runTimers(), tab.session.loadUser()]);
    expect(browser.server.count(ME)).toBe(2);
  });

  it("leaves no error behind for the next session", async ({ browser }) => {
    browser.server.answerNext(ME, unavailable);
    const { session } = await browser.openSignedIn();
    session.signOut();
    await session.signIn({ pocketoption_id: "bob" });
    expect(session.getState()).toMatchObject({ user: { pocketoption_id: "bob" }, userError: null });
  });
});

it("the user of a new session is requested once, also after the answer for the one before", async ({
  browser,
}) => {
  browser.storeElsewhere("alice");
  const { session } = browser.openTab();
  const answerAlice = browser.server.holdAfter(ME);
  const started = session.start();
  await settle();
  session.signOut();
  const answerBob = browser.server.holdAfter(ME);
  const signedIn = session.signIn({ pocketoption_id: "bob" });
  await settle();
  answerAlice();
  await started;
  const loaded = session.loadUser();
  await settle();
  answerBob();
  await Promise.all([signedIn, loaded]);
  expect(browser.server.count(ME)).toBe(2);
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
  const TOLD = {
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

  it.for([
    [{ ...IDS, language: "xx" }, PLAIN],
    [{ ...IDS, role: "admin" }, PLAIN],
    [IDS, PLAIN],
    [TOLD, TOLD],
  ])(
    "is completed with defaults where a field is missing or unknown: %j",
    async ([user, expected], { browser }) => {
      browser.server.answerNext(ME, () => Response.json(user));
      const { session } = await browser.openSignedIn();
      expect(session.getState().user).toEqual(expected);
    },
  );

  it.for([{ id: 7 }, { pocketoption_id: "alice" }])(
    "ends the session if it lacks an id: %j",
    async (user, { browser }) => {
      browser.server.answerNext(ME, () => Response.json(user));
      const { session } = await browser.openSignedIn();
      expect(session.getState().phase).toBe("signed-out");
    },
  );
});
