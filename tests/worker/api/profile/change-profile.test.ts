import { describe, expect, it } from "vitest";
import { createMemberWorld, NOT_SET, refusalOf } from "../member-world.ts";

const ME = "/api/auth/me/";

describe("PATCH /api/auth/me/", () => {
  it("changes the given fields, leaves the others, and returns the user", async () => {
    const { ask } = await createMemberWorld().signInHolder({ name: "Before" });
    const changed = await ask("PATCH", ME, { language: "it", time_zone: "Europe/Rome" });
    expect(changed.status).toBe(200);
    const user = { name: "Before", language: "it", time_zone: "Europe/Rome", role: "member" };
    expect(await changed.json()).toMatchObject(user);
    expect(await (await ask("GET", ME)).json()).toMatchObject(user);
    const cleared = await ask("PATCH", ME, { name: "  After  ", language: null, time_zone: null });
    expect(await cleared.json()).toMatchObject({ name: "After", language: null, time_zone: null });
  });

  it("does not change other members", async () => {
    const world = createMemberWorld();
    const [before, here, after] = [
      await world.signInHolder({ name: "Before" }),
      await world.signInHolder(),
      await world.signInHolder({ name: "After" }),
    ];
    const user = { id: here.account.id, name: "Me" };
    expect(await (await here.ask("PATCH", ME, { name: "Me" })).json()).toMatchObject(user);
    expect(await (await before.ask("GET", ME)).json()).toMatchObject({ name: "Before" });
    expect(await (await after.ask("GET", ME)).json()).toMatchObject({ name: "After" });
  });

  it("changes nothing with an empty body", async () => {
    const { ask } = await createMemberWorld().signInHolder({ name: "Before" });
    expect(await (await ask("PATCH", ME, {})).json()).toMatchObject({ name: "Before" });
  });

  it("cannot change role, id or whether the account is active", async () => {
    const { ask, account } = await createMemberWorld().signInHolder();
    const answer = await ask("PATCH", ME, { role: "staff", id: "x", pocketoption_id: "x", is_active: false });
    expect(await answer.json()).toMatchObject({
      role: "member",
      id: account.id,
      pocketoption_id: account.pocketoptionId,
    });
    expect((await ask("GET", ME)).status).toBe(200);
  });

  it("refuses an invalid field and names it", async () => {
    const { ask } = await createMemberWorld().signInHolder();
    const answer = await ask("PATCH", ME, { name: "Me", language: "ar" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "invalid", language: [expect.any(String)] });
  });

  it("refuses a session that was opened with the id alone, which anybody could do", async () => {
    const { ask } = await createMemberWorld().signInMember({ name: "Mine" });
    for (const body of [{ name: "Theirs" }, { language: "it" }, { time_zone: "Asia/Tokyo" }]) {
      expect(await refusalOf(await ask("PATCH", ME, body))).toEqual(NOT_SET);
    }
    expect(await (await ask("GET", ME)).json()).toMatchObject({ name: "Mine", may_change: false });
  });
});
