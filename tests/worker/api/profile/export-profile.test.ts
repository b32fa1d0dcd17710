import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { ProfileExport } from "#shared/contracts/profile.ts";
import { beforeBatches } from "../before-batches.ts";
import { createMemberWorld, NOT_SIGNED_IN, PASSCODE, refusalOf } from "../member-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

const PATH = "/api/profile/export/";

describe("GET /api/profile/export/", () => {
  it("is a file of everything kept on the member, and of nobody else", async () => {
    const record = createRecord();
    const [later, handle, others] = [
      await addSomeTrader(record),
      await addSomeTrader(record),
      await addSomeTrader(record),
    ];
    const world = createMemberWorld();
    const somebodyElse = await world.signInMember({ name: "Somebody else" });
    await somebodyElse.ask("PUT", `/api/profile/follows/${others}/`);
    const { ask, account } = await world.signInMember({ name: "Me", passcode: PASSCODE });
    await ask("PUT", `/api/profile/follows/${handle}/`);
    world.pass(1);
    await ask("PUT", `/api/profile/follows/${later}/`);
    const answer = await ask("GET", PATH);
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="tidemark-profile.json"');
    const text = await answer.text();
    const profile = v.parse(ProfileExport, JSON.parse(text));
    expect(JSON.parse(text).account, "nothing of it is replaced").toEqual(profile.account);
    expect(profile.account).toMatchObject({ pocketoption_id: account.pocketoptionId, name: "Me" });
    expect(profile.exported_at).toBe("2026-03-01T12:00:00.251Z");
    expect(profile.sessions).toMatchObject([{ is_current: true }]);
    expect(profile.follows).toEqual([
      { trader: handle, followed_at: "2026-03-01T12:00:00.250Z" },
      { trader: later, followed_at: "2026-03-01T12:00:00.251Z" },
    ]);
    expect(text).not.toMatch(/pbkdf2|Somebody else/);
  });

  it("is 404 where the account is deleted meanwhile", async () => {
    const world = createMemberWorld();
    const member = await world.signInMember();
    const deletion = env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(member.account.id);
    const meanwhile = createMemberWorld({ db: beforeBatches(env.DB, () => deletion.run()) });
    const answer = await meanwhile.askAs(member)("GET", PATH);
    expect(await refusalOf(answer)).toEqual({ status: 404, code: "not_found" });
  });

  it("is refused to visitors", async () => {
    expect(await refusalOf(await createMemberWorld().visitor("GET", PATH))).toEqual(NOT_SIGNED_IN);
  });
});
