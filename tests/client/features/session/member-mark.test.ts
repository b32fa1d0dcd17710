import { describe, expect, it } from "vitest";
import { hasStoredSession, markMember, memberName } from "#client/features/session/member-mark.ts";
import { blockedStorage, mapStorage } from "#tests/client/map-storage.ts";
import { ACCESS_TOKEN_KEY, MEMBER_NAME_KEY, REFRESH_TOKEN_KEY } from "#shared/site/storage-names.ts";

const storing =
  (...items: [key: string, value: string][]) =>
  () =>
    mapStorage(new Map(items));

it.each([
  ["an access token", storing([ACCESS_TOKEN_KEY, "token"]), true],
  ["a refresh token", storing([REFRESH_TOKEN_KEY, "token"]), true],
  ["something else", storing(["other", "token"]), false],
  ["nothing that can be read", blockedStorage, false],
])("a storage that holds %s has a session: %j", (_what, storage, hasSession) => {
  expect(hasStoredSession(storage)).toBe(hasSession);
});

describe("the member's name", () => {
  function marked(storage: Parameters<typeof markMember>[1]) {
    const marks = new Map<string, string>();
    const root = {
      setAttribute: (name: string, value: string) => marks.set(name, value),
      style: { setProperty: (name: string, value: string) => marks.set(name, value) },
    } as unknown as HTMLElement;
    markMember(root, storage);
    return Object.fromEntries(marks);
  }

  it("is given to the document's first paint as a CSS string, whatever is in it", () => {
    const stored = storing([ACCESS_TOKEN_KEY, "token"], [MEMBER_NAME_KEY, 'Ada "L"']);
    expect(marked(stored)).toEqual({ "data-member": "true", "--member-name": '"Ada \\"L\\""' });
    expect(marked(storing())).toEqual({ "data-member": "false" });
  });

  it("is the id of a member without a name", () => {
    const member = { pocketoption_id: "DEMO-1001", name: "" };
    expect([memberName(member), memberName({ ...member, name: "Ada" })]).toEqual(["DEMO-1001", "Ada"]);
  });
});
