import { describe, expect, it } from "vitest";
import { hasStoredSession } from "#client/features/session/member-mark.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/storage-names.ts";

const holding = (key?: string) => () => ({ getItem: (asked: string) => (asked === key ? "token" : null) });

describe("a stored session", () => {
  it.each([ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY])("is there with an item %s", (key) => {
    expect(hasStoredSession(holding(key))).toBe(true);
  });

  it("is not there in storage without a token, or storage that throws", () => {
    expect(hasStoredSession(holding())).toBe(false);
    expect(hasStoredSession(holding("other"))).toBe(false);
    const blocked = () => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(hasStoredSession(blocked)).toBe(false);
  });
});
