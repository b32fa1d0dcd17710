import { describe, expect } from "vitest";
import { NetworkError } from "#client/data/http-error.ts";
import { networkFault, problem } from "#tests/support/auth-server.ts";
import { type Browser, it, settle, type Tab } from "#tests/support/session-world.ts";
import { MAX_ATTEMPTS_ON_401 } from "#shared/limits/calls.ts";

const REFRESH = "/api/auth/refresh/";
const PROFILE = "/api/profile/";

/** Requests sent so far: refreshes, and those for the profile. */
const sent = ({ server }: Browser) => [server.count(REFRESH), server.count(PROFILE)];

/** Sends alice's request, lets `meanwhile` happen before its answer, a 401, arrives, and waits for what comes of it. */
async function answeredAfter(
  browser: Browser,
  { session }: Tab,
  meanwhile: () => unknown,
): Promise<Response> {
  const release = browser.server.holdAfter(PROFILE);
  const asked = session.authenticatedFetch(PROFILE, { method: "DELETE" });
  await settle();
  await meanwhile();
  release();
  return asked;
}

describe("authenticatedFetch", () => {
  it("sends the bearer token together with the caller's headers", async ({ browser, alice: { session } }) => {
    await session.authenticatedFetch(PROFILE, { headers: { "X-Own": "1" } });
    const headers = new Headers(browser.server.calls.at(-1)?.init.headers);
    expect(headers.get("Authorization")).toBe(`Bearer ${session.getState().accessToken}`);
    expect(headers.get("X-Own")).toBe("1");
  });

  it("sends a visitor's request without a token, and returns its 401", async ({ browser, visitor }) => {
    expect((await visitor.session.authenticatedFetch(PROFILE)).status).toBe(401);
    expect(browser.server.calls.map(({ authorization }) => authorization)).toEqual([null]);
  });

  it("repeats the same request with the new token after a 401", async ({ browser, alice: { session } }) => {
    browser.server.expireAccessTokens();
    await session.authenticatedFetch(PROFILE, { method: "POST", body: '{"a":1}' });
    const [first, second, ...more] = browser.server.calls.filter(({ path }) => path === PROFILE);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ method: "POST", body: '{"a":1}' });
    expect(second).toMatchObject({ method: "POST", body: '{"a":1}' });
    expect(first?.authorization).not.toBe(second?.authorization);
    expect(second?.authorization).toBe(`Bearer ${session.getState().accessToken}`);
  });

  it("repeats a request after a 401 without a body", async ({ browser, alice: { session } }) => {
    browser.server.answerNext(PROFILE, () => new Response(null, { status: 401 }));
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(sent(browser)).toEqual([1, 2]);
  });

  it("tries a token of another tab before it refreshes, but none after", async ({ browser, alice }) => {
    browser.server.answerAlways(PROFILE, () => problem(401, "token_not_valid"));
    const response = await answeredAfter(browser, alice, () => browser.storeElsewhere("alice"));
    expect(response.status).toBe(401);
    expect(sent(browser)).toEqual([1, MAX_ATTEMPTS_ON_401]);
    const requests = browser.server.calls.filter(({ path }) => path === PROFILE);
    expect(new Set(requests.map(({ authorization }) => authorization)).size).toBe(3);
  });

  it("sends a request three times at most, however many tokens other tabs store", async ({
    browser,
    alice,
  }) => {
    browser.server.answerAlways(PROFILE, () => {
      browser.storeElsewhere("alice");
      return problem(401, "token_not_valid");
    });
    expect((await alice.session.authenticatedFetch(PROFILE)).status).toBe(401);
    expect(sent(browser)).toEqual([0, MAX_ATTEMPTS_ON_401]);
  });

  it("uses a newer token that another tab has stored, without refreshing", async ({ browser, alice }) => {
    browser.server.expireAccessTokens();
    browser.storeElsewhere("alice");
    expect((await alice.session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(sent(browser)).toEqual([0, 1]);
  });

  it("uses an access token without a refresh token as long as the server accepts it", async ({ browser }) => {
    browser.stored.set("accessToken", browser.server.issue("alice").access);
    browser.clock.nowMs += 3_600_000; // The device is an hour ahead.
    const { session } = await browser.openStarted();
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(session.getState().user?.pocketoption_id).toBe("alice");
  });

  it("does not refresh twice if a token refreshed ahead is rejected", async ({ browser, alice }) => {
    browser.clock.nowMs += 291_000;
    browser.server.answerAlways(PROFILE, () => problem(401, "not_authenticated"));
    expect((await alice.session.authenticatedFetch(PROFILE)).status).toBe(401);
    expect(sent(browser)).toEqual([1, 1]);
  });

  it("refreshes if a token that another tab refreshed ahead is rejected", async ({ browser, alice }) => {
    browser.clock.nowMs += 291_000;
    browser.server.answerNext(REFRESH, () => {
      browser.storeElsewhere("alice");
      browser.server.expireAccessTokens();
      return problem(401, "token_not_valid");
    });
    expect((await alice.session.authenticatedFetch(PROFILE)).status).toBe(200);
    expect(sent(browser)).toEqual([2, 2]);
  });

  it.for(["user_not_found", "user_inactive", "password_changed"])(
    "ends the session at a 401 %s without refreshing, and tells why",
    async (code, { browser, alice: { session, lost } }) => {
      browser.server.answerNext(PROFILE, () => problem(401, code));
      await expect(session.authenticatedFetch(PROFILE)).rejects.toMatchObject({ status: 401, code });
      expect([session.getState().phase, browser.stored.size]).toEqual(["signed-out", 0]);
      expect(lost).toMatchObject([{ code }]);
      expect(sent(browser)).toEqual([0, 1]);
    },
  );

  it.for(["token_not_valid", "user_not_found"])(
    "returns a 401 %s to a member who has signed out before it came",
    async (code, { browser, alice }) => {
      browser.server.answerNext(PROFILE, () => problem(401, code));
      const response = await answeredAfter(browser, alice, alice.session.signOut);
      expect(response.status).toBe(401);
      expect(sent(browser)).toEqual([0, 1]);
      expect(alice.lost).toEqual([]);
    },
  );

  it.for(["token_not_valid", "user_not_found"])(
    "neither repeats a request as another member nor ends their session, if a 401 %s came for the one before",
    async (code, { browser, alice }) => {
      browser.server.answerNext(PROFILE, () => problem(401, code));
      const response = await answeredAfter(browser, alice, () => {
        alice.session.signOut();
        return alice.session.signIn({ pocketoption_id: "bob" });
      });
      expect(response.status).toBe(401);
      expect(sent(browser)).toEqual([0, 1]);
      expect(alice.session.getState().user?.pocketoption_id).toBe("bob");
      expect(alice.lost).toEqual([]);
    },
  );

  it("never repeats a request as a member who signs in in another tab", async ({ browser, alice }) => {
    browser.server.expireAccessTokens();
    browser.server.answerNext(REFRESH, () => {
      browser.storeElsewhere("bob");
      return problem(401, "token_not_valid");
    });
    const response = await alice.session.authenticatedFetch(PROFILE, { method: "DELETE" });
    expect(response.status).toBe(401);
    expect(sent(browser)).toEqual([1, 1]);
  });

  it("sends nothing if another member signs in during the refresh before it", async ({ browser, alice }) => {
    browser.clock.nowMs += 295_000;
    browser.server.answerNext(REFRESH, () => {
      browser.storeElsewhere("bob");
      return problem(401, "token_not_valid");
    });
    const request = alice.session.authenticatedFetch(PROFILE);
    await expect(request).rejects.toThrow("The session ended before the request was sent");
    expect(sent(browser)).toEqual([1, 0]);
  });

  it("never refreshes for a 403 or a network fault", async ({ browser, alice: { session } }) => {
    browser.server.answerNext(PROFILE, () => problem(403, "permission_denied"));
    expect((await session.authenticatedFetch(PROFILE)).status).toBe(403);
    browser.server.answerNext(PROFILE, networkFault);
    await expect(session.authenticatedFetch(PROFILE)).rejects.toBeInstanceOf(NetworkError);
    expect(sent(browser)).toEqual([0, 2]);
    expect(session.getState().phase).toBe("signed-in");
  });
});
