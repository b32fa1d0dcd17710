import { describe, expect, it } from "vitest";
import { hasStoredSession, markMember, memberName } from "#client/features/session/member-mark.ts";
import { ACCESS_TOKEN_KEY, MEMBER_NAME_KEY, REFRESH_TOKEN_KEY } from "#shared/site/storage-names.ts";

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

describe("the member's name", () => {
  it("is given to the document's first paint as a CSS string, whatever is in it", () => {
    const marks = new Map<string, string>();
    const root = {
      setAttribute: (name: string, value: string) => marks.set(name, value),
      style: { setProperty: (name: string, value: string) => marks.set(name, value) },
    } as unknown as HTMLElement;
    const stored = new Map([
      [ACCESS_TOKEN_KEY, "token"],
      [MEMBER_NAME_KEY, 'Ada "L"'],
    ]);
    markMember(root, () => ({ getItem: (key) => stored.get(key) ?? null }));
    expect(Object.fromEntries(marks)).toEqual({ "data-member": "true", "--member-name": '"Ada \\"L\\""' });
  });

  it("is the id of a member without a name", () => {
    const member = { pocketoption_id: "DEMO-1001", name: "" };
    expect([memberName(member), memberName({ ...member, name: "Ada" })]).toEqual(["DEMO-1001", "Ada"]);
  });
});
