import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { AdminAccount } from "#shared/contracts/accounts.ts";
import { createMemberWorld, PASSCODE, refusalOf } from "../member-world.ts";
import { auditTrail } from "./audit-trail.ts";

const PATH = "/api/admin/accounts/";
/** Of the staff who asks. */
const CONFIRMED = { current_passcode: PASSCODE };
const LAST_STAFF = { status: 409, code: "last_staff" };

beforeEach(async () => {
  await env.DB.prepare("UPDATE accounts SET is_active = 0 WHERE role = 'staff'").run();
});

describe("creating an account", () => {
  it("lets its owner sign in, and is logged without personal data", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const pocketoptionId = `new-${crypto.randomUUID()}`;
    const given = { pocketoption_id: pocketoptionId, name: "New Member", id_alone: true, ...CONFIRMED };
    const answer = await staff.ask("POST", PATH, given);
    expect(answer.status).toBe(201);
    const account = v.parse(AdminAccount, await answer.json());
    expect(account).toMatchObject({ pocketoption_id: pocketoptionId, role: "member", sessions: 0 });
    const signIn = await world.post("/api/auth/login/", { pocketoption_id: pocketoptionId });
    expect(signIn.status).toBe(200);
    const trail = await auditTrail("target", account.id);
    const detail = { role: "member", passcode: false, id_alone: true };
    expect(trail).toMatchObject([{ action: "account_created", detail }]);
    expect(JSON.stringify(trail)).not.toMatch(/New Member|new-/);
  });

  it("allows sign-in with the id alone only if staff enable it, and never with a passcode or for staff", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const pocketoption_id = `new-${crypto.randomUUID()}`;
    const made = await staff.ask("POST", PATH, { pocketoption_id, ...CONFIRMED });
    const { id, id_alone } = v.parse(AdminAccount, await made.json());
    expect(id_alone).toBe(false);
    const signIn = async () => (await world.post("/api/auth/login/", { pocketoption_id })).status;
    expect(await signIn()).toBe(401);
    const change = (changes: object) => staff.ask("PATCH", `${PATH}${id}/`, { ...changes, ...CONFIRMED });
    expect(await (await change({ id_alone: true })).json()).toMatchObject({ id_alone: true, sessions: 0 });
    expect(await signIn()).toBe(200);
    expect(await (await change({ id_alone: false })).json()).toMatchObject({ id_alone: false, sessions: 0 });
    expect(await signIn()).toBe(401);
    expect((await change({ id_alone: true })).status).toBe(200);
    expect(await (await change({ passcode: "their own" })).json()).toMatchObject({ id_alone: false });
    const refused = { status: 409, code: "not_by_id_alone" };
    expect(await refusalOf(await change({ id_alone: true }))).toEqual(refused);
    // As a worker from before 0021 leaves it, which sets passcodes and knows no such column.
    await env.DB.prepare("UPDATE accounts SET id_alone = 1 WHERE id = ?").bind(id).run();
    expect(await (await change({ passcode: null })).json()).toMatchObject({ id_alone: false });
    expect(await signIn(), "the passcode is gone, and that lets nobody in").toBe(401);
    expect(await (await change({ passcode: null, id_alone: true })).json()).toMatchObject({ id_alone: true });
    expect(await refusalOf(await change({ passcode: "another one", id_alone: true }))).toEqual(refused);
    const promotion = { role: "staff", passcode: "another horse", id_alone: true };
    expect(await refusalOf(await change(promotion))).toEqual(refused);
    for (const account of [{ passcode: "their own" }, { role: "staff", passcode: "another horse" }]) {
      const both = {
        pocketoption_id: `new-${crypto.randomUUID()}`,
        id_alone: true,
        ...account,
        ...CONFIRMED,
      };
      expect(await refusalOf(await staff.ask("POST", PATH, both))).toEqual(refused);
    }
    expect(await auditTrail("target", id)).toContainEqual(
      expect.objectContaining({ action: "account_changed", detail: { id_alone: true } }),
    );
  });

  it("requires a passcode for staff", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const account = { pocketoption_id: `staff-${crypto.randomUUID()}`, role: "staff" };
    expect(await refusalOf(await staff.ask("POST", PATH, { ...account, ...CONFIRMED }))).toEqual({
      status: 409,
      code: "staff_needs_passcode",
    });
    const made = await staff.ask("POST", PATH, { ...account, passcode: PASSCODE, ...CONFIRMED });
    expect(await made.json()).toMatchObject({ role: "staff", has_passcode: true });
  });

  it("refuses an id that is taken, in any case", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const { pocketoptionId } = await world.createAccount();
    for (const taken of [pocketoptionId, pocketoptionId.toUpperCase()]) {
      const again = { pocketoption_id: taken, ...CONFIRMED };
      expect(await refusalOf(await staff.ask("POST", PATH, again))).toEqual({
        status: 409,
        code: "account_exists",
      });
    }
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });
});

describe("changing an account", () => {
  it("makes a member staff if a new passcode is set as well", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const member = await world.signInMember({ passcode: PASSCODE });
    expect((await member.ask("GET", PATH)).status).toBe(403);
    const promotion = { role: "staff", passcode: "another horse", ...CONFIRMED };
    const answer = await staff.ask("PATCH", `${PATH}${member.account.id}/`, promotion);
    expect(await answer.json()).toMatchObject({ role: "staff", sessions: 0 });
    const promoted = await world.signInAgain({ ...member, account: { ...member.account, ...promotion } });
    expect((await promoted.ask("GET", PATH)).status).toBe(200);
    expect(await auditTrail("target", member.account.id)).toMatchObject([
      { action: "account_changed", detail: { role: "staff", passcode: "set" } },
    ]);
  });

  it.each([{}, { passcode: "secret" }])(
    "does not make a member staff with the existing passcode: %j",
    async (before) => {
      const world = createMemberWorld();
      const staff = await world.signInStaff();
      const { id } = await world.createAccount(before);
      const answer = await staff.ask("PATCH", `${PATH}${id}/`, { role: "staff", ...CONFIRMED });
      expect(await refusalOf(answer)).toEqual({ status: 409, code: "staff_needs_passcode" });
      expect(await auditTrail("target", id)).toEqual([]);
      // Who is staff already stays as they are.
      const same = await staff.ask("PATCH", `${PATH}${staff.account.id}/`, { role: "staff", ...CONFIRMED });
      expect(same.status).toBe(200);
    },
  );

  it("refuses short and common passcodes for staff", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const { id } = await world.createAccount();
    const pocketoption_id = `new-${crypto.randomUUID()}`;
    for (const [passcode, code] of [
      ["eleven char", "staff_passcode_too_short"],
      ["eleven char\u200b\u200b", "staff_passcode_too_short"],
      ["administrator", "passcode_too_common"],
      ["admini\u200bstrator", "passcode_too_common"],
    ]) {
      for (const [method, where, body] of [
        ["PATCH", `${PATH}${staff.account.id}/`, { passcode }],
        ["PATCH", `${PATH}${id}/`, { passcode, role: "staff" }],
        ["POST", PATH, { passcode, role: "staff", pocketoption_id }],
        ["POST", "/api/auth/me/passcode/", { passcode }],
      ] as const) {
        const answer = await staff.ask(method, where, { ...body, ...CONFIRMED });
        expect(await refusalOf(answer)).toEqual({ status: 400, code });
      }
    }
  });

  it("allows shorter passcodes for members, but not common ones or their id", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const { id, pocketoptionId } = await world.createAccount();
    const set = (passcode: string) => staff.ask("PATCH", `${PATH}${id}/`, { passcode, ...CONFIRMED });
    for (const common of ["123456", "Password", "pa\u200bssword", pocketoptionId.toUpperCase()]) {
      expect(await refusalOf(await set(common))).toEqual({ status: 400, code: "passcode_too_common" });
    }
    expect((await set("a8b2c4")).status).toBe(200);
  });

  it("removes the passcode of a member, but not of staff", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const { id } = await world.createAccount({ passcode: PASSCODE });
    const removed = await staff.ask("PATCH", `${PATH}${id}/`, { passcode: null, ...CONFIRMED });
    expect(await removed.json()).toMatchObject({ has_passcode: false });
    expect(await auditTrail("target", id)).toMatchObject([{ detail: { passcode: "removed" } }]);
    const { account } = await world.signInStaff();
    const kept = await staff.ask("PATCH", `${PATH}${account.id}/`, { passcode: null, ...CONFIRMED });
    expect(await refusalOf(kept)).toEqual({ status: 409, code: "staff_needs_passcode" });
  });

  it("signs the owner out if the passcode is changed or the account is deactivated", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    for (const changes of [{ passcode: PASSCODE }, { is_active: false }]) {
      const member = await world.signInMember();
      await staff.ask("PATCH", `${PATH}${member.account.id}/`, { ...changes, ...CONFIRMED });
      expect((await member.ask("GET", "/api/auth/me/")).status).toBe(401);
      await staff.ask("PATCH", `${PATH}${member.account.id}/`, { is_active: true, ...CONFIRMED });
      expect((await member.ask("GET", "/api/auth/me/")).status).toBe(401);
    }
    expect((await staff.ask("GET", "/api/auth/me/")).status).toBe(200);
  });

  it("deactivates staff without a passcode, who could not sign in anyway", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const { id } = await world.createAccount({ role: "staff" });
    const answer = await staff.ask("PATCH", `${PATH}${id}/`, { is_active: false, ...CONFIRMED });
    expect(await answer.json()).toMatchObject({ is_active: false });
  });

  it("ends all sessions of staff who deactivate themselves, including the current one", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const leaving = await world.signInStaff();
    const path = `${PATH}${leaving.account.id}/`;
    const both = { is_active: false, passcode: PASSCODE, ...CONFIRMED };
    expect((await leaving.ask("PATCH", path, both)).status).toBe(200);
    const back = await staff.ask("PATCH", path, { is_active: true, ...CONFIRMED });
    expect(await back.json()).toMatchObject({ is_active: true, sessions: 0 });
    expect((await leaving.ask("GET", PATH)).status).toBe(401);
  });

  it("never demotes or deactivates the last staff", async () => {
    const world = createMemberWorld();
    const last = await world.signInStaff();
    for (const changes of [{ role: "member" }, { is_active: false }, { role: "member", is_active: true }]) {
      const path = `${PATH}${last.account.id}/`;
      const answer = await last.ask("PATCH", path, { ...changes, ...CONFIRMED });
      expect(await refusalOf(answer)).toEqual(LAST_STAFF);
    }
    expect((await last.ask("GET", PATH)).status).toBe(200);
    expect(await auditTrail("actor_id", last.account.id)).toEqual([]);
  });

  it("keeps one of two staff who demote each other at the same moment", async () => {
    const world = createMemberWorld();
    const [one, two] = [await world.signInStaff(), await world.signInStaff()];
    const demotion = { role: "member", ...CONFIRMED };
    const statuses = await Promise.all([
      one.ask("PATCH", `${PATH}${two.account.id}/`, demotion).then(({ status }) => status),
      two.ask("PATCH", `${PATH}${one.account.id}/`, demotion).then(({ status }) => status),
    ]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const count = "SELECT count(*) AS staff FROM accounts WHERE role = 'staff' AND is_active = 1";
    expect(await env.DB.prepare(count).first("staff")).toBe(1);
  });

  it("logs nothing if nothing is changed", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const { id } = await world.createAccount();
    expect((await staff.ask("PATCH", `${PATH}${id}/`, CONFIRMED)).status).toBe(200);
    expect(await auditTrail("target", id)).toEqual([]);
  });

  it("refuses an unknown account, and invalid values", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const demotion = { role: "member", ...CONFIRMED };
    expect(await refusalOf(await staff.ask("PATCH", `${PATH}nobody/`, demotion))).toEqual({
      status: 404,
      code: "not_found",
    });
    const unknown = await staff.ask("PATCH", `${PATH}nobody/`, { passcode: PASSCODE, ...CONFIRMED });
    expect(await refusalOf(unknown)).toEqual({ status: 404, code: "not_found" });
    const invalid = await staff.ask("PATCH", `${PATH}${staff.account.id}/`, { role: "owner" });
    expect(await refusalOf(invalid)).toEqual({ status: 400, code: "invalid" });
  });
});

describe("ending an account's sessions", () => {
  it("signs it out everywhere, with one entry in the log", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const member = await world.signInMember();
    await world.signInAgain(member);
    const answer = await staff.ask("POST", `${PATH}${member.account.id}/end-sessions/`);
    expect(await answer.json()).toEqual({ ended: 2 });
    expect((await member.ask("GET", "/api/auth/me/")).status).toBe(401);
    expect(await auditTrail("target", member.account.id)).toMatchObject([{ action: "sessions_ended" }]);
  });

  it("refuses an unknown account", async () => {
    const staff = await createMemberWorld().signInStaff();
    const answer = await staff.ask("POST", `${PATH}nobody/end-sessions/`);
    expect(await refusalOf(answer)).toEqual({ status: 404, code: "not_found" });
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });
});
