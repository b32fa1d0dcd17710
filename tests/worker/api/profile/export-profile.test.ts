import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { ProfileExport } from "#shared/contracts/profile.ts";
import { createMemberWorld, NOT_SIGNED_IN, PASSCODE, refusalOf } from "../member-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

const PATH = "/api/profile/export/";

describe("GET /api/profile/export/", () => {
  it("is a file of everything kept on the member, and of nobody else", async () => {
    const handle = await addSomeTrader(createRecord());
    const world = createMemberWorld();
    await world.signInMember({ name: "Somebody else" });
    const { ask, account } = await world.signInMember({ name: "Me", passcode: PASSCODE });
    await ask("PUT", `/api/profile/follows/${handle}/`);
    const answer = await ask("GET", PATH);
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="tidemark-profile.json"');
    const text = await answer.text();
    const profile = v.parse(ProfileExport, JSON.parse(text));
    expect(JSON.parse(text).account, "nothing of it is replaced").toEqual(profile.account);
    expect(profile.account).toMatchObject({ pocketoption_id: account.pocketoptionId, name: "Me" });
    expect(profile.sessions).toHaveLength(1);
    expect(profile.follows).toEqual([{ trader: handle, followed_at: "2026-03-01T12:00:00.250Z" }]);
    expect(text).not.toMatch(/pbkdf2|Somebody else/);
  });

  it("is refused to visitors", async () => {
    expect(await refusalOf(await createMemberWorld().visitor("GET", PATH))).toEqual(NOT_SIGNED_IN);
  });
});
