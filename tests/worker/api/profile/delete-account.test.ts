import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { auditTrail } from "../admin/audit-trail.ts";
import { beforeBatches } from "../before-batches.ts";
import { createMemberWorld, PASSCODE, refusalOf, type SignedIn } from "../member-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

const PATH = "/api/profile/";

function deleteOwn({ ask, account }: SignedIn): Promise<Response> {
  return ask("DELETE", PATH, { confirm: account.pocketoptionId, current_passcode: PASSCODE });
}

async function rowsOf(table: string, column: string, id: string): Promise<unknown> {
  return env.DB.prepare(`SELECT count(*) FROM ${table} WHERE ${column} = ?`).bind(id).first("count(*)");
}

describe("DELETE /api/profile/", () => {
  beforeEach(async () => {
    await env.DB.prepare("UPDATE accounts SET is_active = 0 WHERE role = 'staff'").run();
  });

  it("deletes everything about the member except a random id in the audit log, and ends the sessions", async () => {
    const handle = await addSomeTrader(createRecord());
    const world = createMemberWorld();
    const member = await world.signInHolder();
    await member.ask("PUT", `/api/profile/follows/${handle}/`);
    expect((await deleteOwn(member)).status).toBe(204);
    expect(await rowsOf("accounts", "id", member.account.id)).toBe(0);
    expect(await rowsOf("sessions", "account_id", member.account.id)).toBe(0);
    expect(await rowsOf("follows", "account_id", member.account.id)).toBe(0);
    expect(await auditTrail("target", member.account.id)).toMatchObject([
      { actor_id: member.account.id, action: "account_deleted", detail: { role: "member" } },
    ]);
    expect((await member.ask("GET", "/api/auth/me/")).status).toBe(401);
    expect((await world.refresh(member.tokens.refresh)).status).toBe(401);
  });

  it("does not change the ledger", async () => {
    const world = createMemberWorld();
    await addSomeTrader(createRecord());
    const head = () => world.visitor("GET", "/api/ledger/head/").then((answer) => answer.json());
    const before = await head();
    await deleteOwn(await world.signInHolder());
    expect(await head()).toEqual(before);
  });

  it.each([{}, { confirm: "somebody-else" }])("does nothing with %j", async (body) => {
    const { ask } = await createMemberWorld().signInHolder();
    expect((await ask("DELETE", PATH, { ...body, current_passcode: PASSCODE })).status).toBe(400);
    expect((await ask("GET", "/api/auth/me/")).status).toBe(200);
  });

  it.each([{}, { current_passcode: "wrong horse" }])(
    "does nothing without the passcode: %j",
    async (body) => {
      const { ask, account } = await createMemberWorld().signInHolder();
      const answer = await ask("DELETE", PATH, { confirm: account.pocketoptionId, ...body });
      expect(await refusalOf(answer)).toEqual({
        status: 400,
        code: "current_passcode" in body ? "wrong_passcode" : "passcode_missing",
      });
      expect((await ask("GET", "/api/auth/me/")).status).toBe(200);
    },
  );

  it("refuses to delete the last staff who can sign in", async () => {
    const world = createMemberWorld();
    const last = await world.signInStaff();
    await world.createAccount({ role: "staff", isActive: false });
    expect(await refusalOf(await deleteOwn(last))).toEqual({ status: 409, code: "last_staff" });
    expect(await rowsOf("audit_log", "actor_id", last.account.id)).toBe(0);
  });

  it("keeps one of two staff who delete their accounts at the same moment, and logs the other", async () => {
    const world = createMemberWorld();
    const both = [await world.signInStaff(), await world.signInStaff()];
    const statuses = await Promise.all(both.map(async (staff) => (await deleteOwn(staff)).status));
    expect(statuses).toEqual(expect.arrayContaining([204, 409]));
    const { results } = await env.DB.prepare(
      "SELECT action, target, detail FROM audit_log WHERE actor_id IN (?, ?)",
    )
      .bind(...both.map(({ account }) => account.id))
      .all();
    expect(results).toEqual([
      { action: "account_deleted", target: expect.any(String), detail: '{"role":"staff"}' },
    ]);
  });

  it("answers 404 if the account was deleted meanwhile", async () => {
    const world = createMemberWorld();
    await world.createAccount({ role: "staff", passcode: PASSCODE });
    for (const member of [await world.signInHolder(), await world.signInStaff()]) {
      const deletion = env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(member.account.id);
      const meanwhile = createMemberWorld({ db: beforeBatches(() => deletion.run()) });
      const answer = await deleteOwn({ ...member, ask: meanwhile.askAs(member) });
      expect(await refusalOf(answer)).toEqual({ status: 404, code: "not_found" });
    }
  });
});
