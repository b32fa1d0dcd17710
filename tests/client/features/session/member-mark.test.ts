import { describe, expect, it } from "vitest";
import { hasStoredSession } from "#client/features/session/member-mark.ts";
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from "#shared/site/storage-names.ts";

const holding = (key?: string) => () => ({ getItem: (asked: string) => (asked === key ? "token" : null) });

describe("a stored session", () => {
  it.each([ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY])("is recognised by the item %s", (key) => {
    expect(hasStoredSession(holding(key))).toBe(true);
  });

  it("is not recognised if storage has no token or throws", () => {
    expect(hasStoredSession(holding())).toBe(false);
    expect(hasStoredSession(holding("other"))).toBe(false);
    const blocked = () => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(hasStoredSession(blocked)).toBe(false);
  });
});
