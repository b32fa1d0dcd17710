import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { AdminAccount } from "#shared/contracts/accounts.ts";
import {
  CONFIRMED,
  createMemberWorld,
  INVALID,
  type MemberWorld,
  NOT_FOUND,
  PASSCODE,
  refusalOf,
  type SignedIn,
} from "../member-world.ts";
import { auditTrail } from "./audit-trail.ts";

const PATH = "/api/admin/accounts/";
const LAST_STAFF = { status: 409, code: "last_staff" };
const NEEDS_PASSCODE = { status: 409, code: "staff_needs_passcode" };

let world: MemberWorld;
/** Nobody else is staff. */
let staff: SignedIn;

beforeEach(async () => {
  await env.DB.prepare("UPDATE accounts SET is_active = 0 WHERE role = 'staff'").run();
  world = createMemberWorld();
  staff = await world.signInStaff();
});

const newId = () => `new-${crypto.randomUUID()}`;
const create = (account: object) => staff.ask("POST", PATH, { ...account, ...CONFIRMED });
const change = (id: string, changes: object, { ask } = staff) =>
  ask("PATCH", `${PATH}${id}/`, { ...changes, ...CONFIRMED });
const statusOfMe = async ({ ask }: SignedIn) => (await ask("GET", "/api/auth/me/")).status;

describe("creating an account", () => {
  it("lets its owner sign in, and is logged without personal data", async () => {
    const pocketoption_id = newId();
    const answer = await create({ pocketoption_id, name: "New Member", id_alone: true });
    expect(answer.status).toBe(201);
    const account = v.parse(AdminAccount, await answer.json());
    expect(account).toMatchObject({ pocketoption_id, role: "member", sessions: 0 });
    expect((await world.post("/api/auth/login/", { pocketoption_id })).status).toBe(200);
    const trail = await auditTrail("target", account.id);
    const detail = { role: "member", passcode: false, id_alone: true };
    expect(trail).toMatchObject([{ action: "account_created", detail }]);
    expect(JSON.stringify(trail)).not.toMatch(/New Member|new-/);
  });

  it("requires a passcode for staff", async () => {
    const account = { pocketoption_id: newId(), role: "staff" };
    expect(await refusalOf(await create(account))).toEqual(NEEDS_PASSCODE);
    const made = await create({ ...account, passcode: PASSCODE });
    expect(await made.json()).toMatchObject({ role: "staff", has_passcode: true });
  });

  it("refuses an id that is taken, in any case", async () => {
    const { pocketoptionId: id } = await world.createAccount();
    for (const pocketoption_id of [id, id.toUpperCase()])
      expect(await refusalOf(await create({ pocketoption_id }))).toEqual({
        status: 409,
        code: "account_exists",
      });
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });
});

describe("sign-in with the id alone", () => {
  const REFUSED = { status: 409, code: "not_by_id_alone" };

  it("is possible only while staff allow it, and not merely because a passcode is removed", async () => {
    const pocketoption_id = newId();
    const { id, id_alone } = v.parse(AdminAccount, await (await create({ pocketoption_id })).json());
    expect(id_alone).toBe(false);
    const signIn = async () => (await world.post("/api/auth/login/", { pocketoption_id })).status;
    expect(await signIn()).toBe(401);
    for (const [changes, isAllowed] of [
      [{ id_alone: true }, true],
      [{ id_alone: false }, false],
      [{ id_alone: true }, true],
      [{ passcode: "their own" }, false],
      [{ passcode: null }, false],
      [{ passcode: null, id_alone: true }, true],
    ] as const) {
      expect(await (await change(id, changes)).json()).toMatchObject({ id_alone: isAllowed, sessions: 0 });
      expect(await signIn(), JSON.stringify(changes)).toBe(isAllowed ? 200 : 401);
    }
    expect(await auditTrail("target", id)).toContainEqual(
      expect.objectContaining({ action: "account_changed", detail: { id_alone: true } }),
    );
  });

  it("is never allowed together with a passcode, or for staff", async () => {
    for (const given of [{ passcode: "their own" }, { role: "staff", passcode: "another horse" }]) {
      const both = { ...given, id_alone: true };
      expect(await refusalOf(await create({ pocketoption_id: newId(), ...both }))).toEqual(REFUSED);
      const { id } = await world.createAccount();
      expect(await refusalOf(await change(id, both))).toEqual(REFUSED);
    }
    const { id } = await world.createAccount({ passcode: PASSCODE });
    expect(await refusalOf(await change(id, { id_alone: true }))).toEqual(REFUSED);
  });
});

describe("changing an account", () => {
  it("makes a member staff if a new passcode is set as well", async () => {
    const member = await world.signInHolder();
    expect((await member.ask("GET", PATH)).status).toBe(403);
    const promotion = { role: "staff", passcode: "another horse" };
    const answer = await change(member.account.id, promotion);
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
      const { id } = await world.createAccount(before);
      expect(await refusalOf(await change(id, { role: "staff" }))).toEqual(NEEDS_PASSCODE);
      expect(await auditTrail("target", id)).toEqual([]);
      // Who is staff already stays as they are.
      expect((await change(staff.account.id, { role: "staff" })).status).toBe(200);
    },
  );

  it.each([
    ["eleven char", "staff_passcode_too_short"],
    ["eleven char\u200b\u200b", "staff_passcode_too_short"],
    ["administrator", "passcode_too_common"],
    ["admini\u200bstrator", "passcode_too_common"],
  ])("refuses for staff the short or common passcode %j", async (passcode, code) => {
    const { id } = await world.createAccount();
    for (const answer of [
      await change(staff.account.id, { passcode }),
      await change(id, { passcode, role: "staff" }),
      await create({ passcode, role: "staff", pocketoption_id: newId() }),
      await staff.ask("POST", "/api/auth/me/passcode/", { passcode, ...CONFIRMED }),
    ])
      expect(await refusalOf(answer)).toEqual({ status: 400, code });
  });

  it("allows shorter passcodes for members, but not common ones or their id", async () => {
    const { id, pocketoptionId } = await world.createAccount();
    for (const passcode of ["123456", "Password", "pa\u200bssword", pocketoptionId.toUpperCase()]) {
      const answer = await change(id, { passcode });
      expect(await refusalOf(answer)).toEqual({ status: 400, code: "passcode_too_common" });
    }
    expect((await change(id, { passcode: "a8b2c4" })).status).toBe(200);
  });

  it("removes the passcode of a member, but not of staff", async () => {
    const { id } = await world.createAccount({ passcode: PASSCODE });
    const removed = await change(id, { passcode: null });
    expect(await removed.json()).toMatchObject({ has_passcode: false });
    expect(await auditTrail("target", id)).toMatchObject([{ detail: { passcode: "removed" } }]);
    const { account } = await world.signInStaff();
    expect(await refusalOf(await change(account.id, { passcode: null }))).toEqual(NEEDS_PASSCODE);
  });

  it.each([{ passcode: PASSCODE }, { is_active: false }])(
    "signs the owner out for good: %j",
    async (changes) => {
      const member = await world.signInMember();
      for (const either of [changes, { is_active: true }]) {
        expect((await change(member.account.id, either)).status).toBe(200);
        expect(await statusOfMe(member)).toBe(401);
      }
      expect(await statusOfMe(staff)).toBe(200);
    },
  );

  it("deactivates staff without a passcode, who could not sign in anyway", async () => {
    const { id } = await world.createAccount({ role: "staff" });
    expect(await (await change(id, { is_active: false })).json()).toMatchObject({ is_active: false });
  });

  it("ends all sessions of staff who deactivate themselves, including the current one", async () => {
    const leaving = await world.signInStaff();
    const both = { is_active: false, passcode: PASSCODE };
    expect((await change(leaving.account.id, both, leaving)).status).toBe(200);
    const back = await change(leaving.account.id, { is_active: true });
    expect(await back.json()).toMatchObject({ is_active: true, sessions: 0 });
    expect(await statusOfMe(leaving)).toBe(401);
  });

  it("never demotes or deactivates the last staff", async () => {
    const { id } = staff.account;
    for (const changes of [{ role: "member" }, { is_active: false }, { role: "member", is_active: true }])
      expect(await refusalOf(await change(id, changes))).toEqual(LAST_STAFF);
    expect((await staff.ask("GET", PATH)).status).toBe(200);
    expect(await auditTrail("actor_id", id)).toEqual([]);
  });

  it("keeps one of two staff who demote each other at the same moment", async () => {
    const other = await world.signInStaff();
    const demotion = { role: "member" };
    const answers = await Promise.all([
      change(other.account.id, demotion),
      change(staff.account.id, demotion, other),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const count = "SELECT count(*) AS staff FROM accounts WHERE role = 'staff' AND is_active = 1";
    expect(await env.DB.prepare(count).first("staff")).toBe(1);
  });

  it("logs nothing if nothing is changed", async () => {
    const { id } = await world.createAccount();
    expect((await change(id, {})).status).toBe(200);
    expect(await auditTrail("target", id)).toEqual([]);
  });

  it("refuses an unknown account, and invalid values", async () => {
    for (const changes of [{ role: "member" }, { passcode: PASSCODE }])
      expect(await refusalOf(await change("nobody", changes))).toEqual(NOT_FOUND);
    expect(await refusalOf(await change(staff.account.id, { role: "owner" }))).toEqual(INVALID);
  });
});

describe("ending an account's sessions", () => {
  it("signs it out everywhere, with one entry in the log", async () => {
    const member = await world.signInMember();
    await world.signInAgain(member);
    const answer = await staff.ask("POST", `${PATH}${member.account.id}/end-sessions/`);
    expect(await answer.json()).toEqual({ ended: 2 });
    expect(await statusOfMe(member)).toBe(401);
    expect(await auditTrail("target", member.account.id)).toMatchObject([{ action: "sessions_ended" }]);
  });

  it("refuses an unknown account", async () => {
    const answer = await staff.ask("POST", `${PATH}nobody/end-sessions/`);
    expect(await refusalOf(answer)).toEqual(NOT_FOUND);
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });
});
