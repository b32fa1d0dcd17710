import { describe, expect, it } from "vitest";
import { createExpiryWatch, isSameMember } from "#client/features/session/access-token.ts";
import { jwt } from "#tests/support/auth-server.ts";

describe("isSameMember", () => {
  it("tells members apart by user_id or sub", () => {
    expect(isSameMember(jwt({ user_id: 1, exp: 1 }), jwt({ user_id: 2, exp: 1 }))).toBe(false);
    expect(isSameMember(jwt({ user_id: 1, exp: 1 }), jwt({ user_id: "1", exp: 9 }))).toBe(true);
    expect(isSameMember(jwt({ user_id: 1 }), jwt({ user_id: 2 }))).toBe(false);
    expect(isSameMember(jwt({ sub: "ä", exp: 1 }), jwt({ sub: "ö", exp: 1 }))).toBe(false);
  });

  it.each([
    ["-", jwt({ sub: "a>>>", exp: 1 })],
    ["_", jwt({ sub: "a???", exp: 1 })],
  ])("reads a token with a %s in its base64 claims", (letter, token) => {
    expect(token.split(".")[1]).toContain(letter);
    expect(isSameMember(token, jwt({ sub: "b", exp: 1 }))).toBe(false);
  });

  it.each([["opaque"], ["a.b.c"], ["a.e30.c"], ["..."], [""]])(
    "assumes the same member if %j does not contain an id",
    (token) => {
      const known = jwt({ user_id: 1, exp: 1 });
      expect(isSameMember(known, token)).toBe(true);
      expect(isSameMember(token, known)).toBe(true);
      expect(isSameMember(null, known)).toBe(true);
    },
  );
});

describe("the expiry watch: a refresh is due", () => {
  const token = jwt({ iat: 1_000, exp: 1_300 });
  const unrelated = jwt({ iat: 1_000, exp: 1_300, jti: "other" });
  const short = jwt({ iat: 0, exp: 8 });
  const withoutIssueTime = jwt({ exp: 1_300 });

  // Instants of the device's clock in seconds.
  it.each([
    ["for a stored token ten seconds before it expires", token, [], 1_290],
    ["for one that was issued here, by its lifetime from then on", token, [90_000], 90_290],
    ["no later if that one is noted again", token, [90_000, 90_200], 90_290],
    ["for any other token by the device's clock", token, [[500, unrelated]], 1_290],
    ["for one without an issue time by the device's clock", withoutIssueTime, [500], 1_290],
    ["for a very short-lived one after three quarters of its lifetime", short, [50], 56],
  ] as const)("%s", (_what, token, issued, dueAt) => {
    let seconds = 0;
    const watch = createExpiryWatch(() => seconds * 1000);
    for (const one of issued) {
      const [at, noted] = typeof one === "number" ? [one, token] : one;
      seconds = at;
      watch.issued(noted);
    }
    seconds = dueAt - 0.1;
    expect(watch.isDue(token)).toBe(false);
    seconds = dueAt;
    expect(watch.isDue(token)).toBe(true);
  });

  it("never for a token without an expiry time", () => {
    const watch = createExpiryWatch(() => 9_999_999_999_000);
    for (const endless of ["opaque", jwt({ iat: 1_000 })]) expect(watch.isDue(endless)).toBe(false);
  });
});
