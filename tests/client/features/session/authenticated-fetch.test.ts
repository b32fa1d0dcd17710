import { describe, expect, it } from "vitest";
import { NetworkError } from "#client/data/http-error.ts";
import { networkFault, problem } from "#tests/support/auth-server.ts";
import { createBrowser, settle } from "#tests/support/session-world.ts";

const REFRESH = "/api/auth/refresh/";
const PROFILE = "/api/profile/";

describe("authenticatedFetch", () => {
  it("sends the bearer token together with the caller's headers", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    await session.authenticatedFetch(PROFILE, { headers: { "X-Own": "1" } });
    const headers = new Headers(browser.server.calls.at(-1)?.init.headers);
    expect(headers.get("Authorization")).toBe(`Bearer ${session.getState().accessToken}`);
    expect(headers.get("X-Own")).toBe("1");
  });

  it("sends a visitor's request without a token, and returns its 401", async () => {
    const browser = createBrowser();
    const { session } = browser.openTab();
    await session.start();
    const response = await session.authenticatedFetch(PROFILE);
    expect(response.status).toBe(401);
    expect(browser.server.calls.map(({ authorization }) => authorization)).toEqual([null]);
  });

  it("repeats the same request with the new token after a 401", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.server.expireAccessTokens();
    await session.authenticatedFetch(PROFILE, { method: "POST", body: '{"a":1}' });
    const sent = browser.server.calls.filter(({ path }) => path === PROFILE);
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ["POST", '{"a":1}'],
      ["POST", '{"a":1}'],
    ]);
    expect(sent[0]?.authorization).not.toBe(sent[1]?.authorization);
    expect(sent[1]?.authorization).toBe(`Bearer ${session.getState().accessToken}`);
  });

  it("uses a newer token that another tab has stored, without refreshing", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.server.expireAccessTokens();
    const pair = browser.server.issue("alice");
    browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(browser.server.count(PROFILE)).toBe(1);
    expect(browser.server.count(REFRESH)).toBe(0);
  });

  it("uses an access token without a refresh token as long as the server accepts it", async () => {
    const browser = createBrowser();
    browser.stored.set("accessToken", browser.server.issue("alice").access);
    browser.clock.nowMs += 3_600_000; // The device is an hour ahead.
    const { session } = browser.openTab();
    await session.start();
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(session.getState().user?.pocketoption_id).toBe("alice");
  });

  it("does not refresh twice if a token that was refreshed before its expiry is rejected", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.clock.nowMs += 291_000;
    browser.server.answerAlways(PROFILE, () => problem(401, "not_authenticated"));
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(401);
    expect([browser.server.count(REFRESH), browser.server.count(PROFILE)]).toEqual([1, 1]);
  });

  it("refreshes if a token that another tab has refreshed before its expiry is rejected", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.clock.nowMs += 291_000;
    const pair = browser.server.issue("alice");
    browser.server.expireAccessTokens();
    browser.server.answerNext(REFRESH, () => {
      browser.stored.set("refreshToken", pair.refresh).set("accessToken", pair.access);
      return problem(401, "token_not_valid");
    });
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect([browser.server.count(REFRESH), browser.server.count(PROFILE)]).toEqual([2, 2]);
  });

  it.each(["user_not_found", "user_inactive", "password_changed"])(
    "ends the session at a 401 %s without refreshing, and tells why",
    async (code) => {
      const browser = createBrowser();
      const { session, lost } = await browser.openSignedIn();
      browser.server.answerNext(PROFILE, () => problem(401, code));
      await expect(session.authenticatedFetch(PROFILE)).rejects.toMatchObject({ status: 401, code });
      expect([session.getState().phase, browser.stored.size]).toEqual(["signed-out", 0]);
      expect(lost).toMatchObject([{ code }]);
      expect(browser.server.count(REFRESH)).toBe(0);
    },
  );

  it("keeps a session that has begun before such a 401 came for the one before", async () => {
    const browser = createBrowser();
    const { session, lost } = await browser.openSignedIn("alice");
    browser.server.answerNext(PROFILE, () => problem(401, "user_not_found"));
    const release = browser.server.holdAfter(PROFILE);
    const asked = session.authenticatedFetch(PROFILE);
    await settle();
    session.signOut();
    await session.signIn({ pocketoption_id: "bob" });
    release();
    expect((await asked).status).toBe(401);
    expect(session.getState().user?.pocketoption_id).toBe("bob");
    expect(lost).toEqual([]);
  });

  it("never refreshes for a 403", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.server.answerNext(PROFILE, () => problem(403, "permission_denied"));
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(403);
    expect(browser.server.count(REFRESH)).toBe(0);
  });

  it("rejects with a network error without refreshing", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn();
    browser.server.answerNext(PROFILE, networkFault);
    await expect(session.authenticatedFetch(PROFILE)).rejects.toBeInstanceOf(NetworkError);
    expect(browser.server.count(REFRESH)).toBe(0);
    expect(session.getState().phase).toBe("signed-in");
  });

  it("never repeats one member's request with another member's token", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn("alice");
    browser.server.expireAccessTokens();
    const release = browser.server.holdAfter(PROFILE);
    const asked = session.authenticatedFetch(PROFILE, { method: "DELETE" });
    await settle();
    session.signOut();
    await session.signIn({ pocketoption_id: "bob" });
    release();
    expect((await asked).status).toBe(401);
    expect(browser.server.count(PROFILE)).toBe(1);
  });

  it("never repeats it with the token of a member who has signed in in another tab", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn("alice");
    browser.server.expireAccessTokens();
    const bob = browser.server.issue("bob");
    browser.server.answerNext(REFRESH, () => {
      browser.stored.set("refreshToken", bob.refresh).set("accessToken", bob.access);
      return problem(401, "token_not_valid");
    });
    expect((await session.authenticatedFetch(PROFILE, { method: "DELETE" })).status).toBe(401);
    expect(browser.server.count(PROFILE)).toBe(1);
  });

  it("sends nothing if the session has changed to another member before", async () => {
    const browser = createBrowser();
    const { session } = await browser.openSignedIn("alice");
    browser.clock.nowMs += 295_000;
    const bob = browser.server.issue("bob");
    browser.server.answerNext(REFRESH, () => {
      browser.stored.set("refreshToken", bob.refresh).set("accessToken", bob.access);
      return problem(401, "token_not_valid");
    });
    await expect(session.authenticatedFetch(PROFILE)).rejects.toThrow(
      "The session ended before the request was sent",
    );
    expect(browser.server.count(PROFILE)).toBe(0);
  });

  it("returns the 401 to a member who has signed out in the meantime", async () => {
    const browser = createBrowser();
    const { session, lost } = await browser.openSignedIn();
    browser.server.expireAccessTokens();
    const release = browser.server.holdAfter(PROFILE);
    const asked = session.authenticatedFetch(PROFILE);
    await settle();
    session.signOut();
    release();
    expect((await asked).status).toBe(401);
    expect(browser.server.count(REFRESH)).toBe(0);
    expect(lost).toEqual([]);
  });
});
