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
      expect(isSameMember(jwt({ user_id: 1, exp: 1 }), token)).toBe(true);
      expect(isSameMember(null, token)).toBe(true);
    },
  );
});

describe("expiry watch", () => {
  const token = jwt({ iat: 1_000, exp: 1_300 });

  function at(seconds: number) {
    const clock = { seconds };
    return { clock, watch: createExpiryWatch(() => clock.seconds * 1000) };
  }

  it("considers a stored token due for refresh ten seconds before it expires", () => {
    const { clock, watch } = at(1_289.9);
    expect(watch.isDue(token)).toBe(false);
    clock.seconds = 1_290;
    expect(watch.isDue(token)).toBe(true);
  });

  it("measures the lifetime of a newly issued token from when it arrived, whatever the device's clock says", () => {
    const { clock, watch } = at(90_000);
    watch.issued(token);
    expect(watch.isDue(token)).toBe(false);
    clock.seconds += 289.9;
    expect(watch.isDue(token)).toBe(false);
    clock.seconds += 0.1;
    expect(watch.isDue(token)).toBe(true);
  });

  it("does not restart when the same token is noted again", () => {
    const { clock, watch } = at(1_000);
    watch.issued(token);
    clock.seconds = 1_295;
    watch.issued(token);
    expect(watch.isDue(token)).toBe(true);
  });

  it("compares every other token's expiry with the device's clock", () => {
    const { watch } = at(90_000);
    watch.issued(token);
    expect(watch.isDue(jwt({ iat: 1_000, exp: 1_300, jti: "other" }))).toBe(true);
  });

  it("uses three quarters of the lifetime of a very short-lived token", () => {
    const { clock, watch } = at(0);
    const short = jwt({ iat: 0, exp: 8 });
    watch.issued(short);
    clock.seconds = 5.9;
    expect(watch.isDue(short)).toBe(false);
    clock.seconds = 6;
    expect(watch.isDue(short)).toBe(true);
  });

  it("never considers a token without an expiry time due for refresh", () => {
    for (const endless of ["opaque", jwt({ iat: 1_000 })])
      expect(at(9_999_999_999).watch.isDue(endless)).toBe(false);
  });

  it("compares a token without an issue time with the device's clock", () => {
    const { watch } = at(1_295);
    const token = jwt({ exp: 1_300 });
    watch.issued(token);
    expect(watch.isDue(token)).toBe(true);
  });
});
