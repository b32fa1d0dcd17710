import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { AccountActList } from "#shared/contracts/profile.ts";
import { createMemberWorld, NOT_SIGNED_IN, PASSCODE, refusalOf, type SignedIn } from "../member-world.ts";

const PATH = "/api/profile/acts/";

async function actsOf({ ask }: SignedIn) {
  return v.parse(AccountActList, await (await ask("GET", PATH)).json()).results;
}

describe("the list of actions on a member's account", () => {
  it("has the newest first: the member's own with their network, those of staff without", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const member = await world.signInHolder();
    const change = { passcode: "another horse", current_passcode: PASSCODE };
    await member.ask("POST", "/api/auth/me/passcode/", change);
    world.pass(1);
    await staff.ask("PATCH", `/api/admin/accounts/${member.account.id}/`, {
      is_active: true,
      current_passcode: PASSCODE,
    });
    expect(await actsOf(member)).toEqual([
      {
        at: "2026-03-01T12:00:00.251Z",
        action: "account_changed",
        by: "staff",
        detail: { is_active: true },
        network: "",
      },
      {
        at: "2026-03-01T12:00:00.250Z",
        action: "passcode_changed",
        by: "owner",
        detail: {},
        network: "203.0.113.0/24",
      },
    ]);
  });

  it("is shown to the member only", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const member = await world.signInHolder();
    await staff.ask("POST", `/api/admin/accounts/${member.account.id}/end-sessions/`);
    expect(await actsOf(await world.signInAgain(member))).toMatchObject([{ action: "sessions_ended" }]);
    expect(await actsOf(staff)).toEqual([]);
    expect(await actsOf(await world.signInHolder())).toEqual([]);
    expect(await refusalOf(await world.visitor("GET", PATH))).toEqual(NOT_SIGNED_IN);
  });
});
