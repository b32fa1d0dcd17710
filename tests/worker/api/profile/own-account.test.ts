/** How members read, change and delete their account. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { AccountActList } from "#shared/contracts/profile.ts";
import { auditTrail } from "../admin/audit-trail.ts";
import { beforeBatches } from "../before-batches.ts";
import {
  CONFIRMED,
  createMemberWorld,
  type MemberWorld,
  NOT_FOUND,
  PASSCODE,
  refusalOf,
  type SignedIn,
} from "../member-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

const ME = "/api/auth/me/";

let world: MemberWorld;

beforeEach(() => {
  world = createMemberWorld();
});

const readMe = async ({ ask }: SignedIn) => (await ask("GET", ME)).json();

describe("a change of one's own account", () => {
  it("changes the given fields, leaves the others, and returns the user", async () => {
    const { ask } = await world.signInHolder({ name: "Before" });
    const user = { name: "Before", language: "it", time_zone: "Europe/Rome", role: "member" };
    const changed = await ask("PATCH", ME, { language: "it", time_zone: "Europe/Rome" });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject(user);
    for (const same of [await ask("PATCH", ME, {}), await ask("GET", ME)])
      expect(await same.json()).toMatchObject(user);
    const cleared = await ask("PATCH", ME, { name: "  After  ", language: null, time_zone: null });
    expect(await cleared.json()).toMatchObject({ name: "After", language: null, time_zone: null });
  });

  it("does not change other members", async () => {
    const before = await world.signInHolder({ name: "Before" });
    const here = await world.signInHolder();
    const after = await world.signInHolder({ name: "After" });
    const user = { id: here.account.id, name: "Me" };
    expect(await (await here.ask("PATCH", ME, { name: "Me" })).json()).toMatchObject(user);
    expect(await readMe(before)).toMatchObject({ name: "Before" });
    expect(await readMe(after)).toMatchObject({ name: "After" });
  });

  it("cannot change role, id or whether the account is active", async () => {
    const who = await world.signInHolder();
    const { id, pocketoptionId: pocketoption_id } = who.account;
    await who.ask("PATCH", ME, { role: "staff", id: "x", pocketoption_id: "x", is_active: false });
    expect(await readMe(who)).toMatchObject({ role: "member", id, pocketoption_id });
  });
});

describe("a change of one's own passcode", () => {
  const PATH = "/api/auth/me/passcode/";
  const NEW = { passcode: "another horse", ...CONFIRMED };

  it("ends every other session, and is logged", async () => {
    const here = await world.signInHolder();
    const there = await world.signInAgain(here);
    expect((await here.ask("POST", PATH, NEW)).status).toBe(200);
    expect((await here.ask("GET", ME)).status).toBe(200);
    expect((await there.ask("GET", ME)).status).toBe(401);
    expect((await world.refresh(there.tokens.refresh)).status).toBe(401);
    const credentials = { pocketoption_id: here.account.pocketoptionId, passcode: NEW.passcode };
    expect((await world.post("/api/auth/login/", credentials)).status).toBe(200);
    expect(await auditTrail("target", here.account.id)).toMatchObject([
      { actor_id: here.account.id, network: "203.0.113.0/24", detail: {}, action: "passcode_changed" },
    ]);
  });

  it("happens once if two requests with the same current one arrive at the same moment", async () => {
    const { ask } = await world.signInHolder();
    const passcodes = ["one horse more", "another horse"];
    const answers = await Promise.all(passcodes.map((passcode) => ask("POST", PATH, { ...NEW, passcode })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  it("is possible any number of times with the current one, which cannot be guessed without limit", async () => {
    const { ask } = await world.signInHolder();
    const change = async (current_passcode: string) =>
      (await ask("POST", PATH, { passcode: PASSCODE, current_passcode })).status;
    for (let time = 0; time < 11; time += 1) expect(await change(PASSCODE)).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) expect(await change(`guess number ${guess}`)).toBe(400);
    expect(await change(PASSCODE)).toBe(429);
    expect(world.logged.map(({ event }) => event)).toContain("passcode_confirmation_throttled");
  });
});

describe("the list of actions on one's own account", () => {
  async function actsOf({ ask }: SignedIn) {
    return v.parse(AccountActList, await (await ask("GET", "/api/profile/acts/")).json()).results;
  }

  it("has the newest first: the member's own with their network, those of staff without", async () => {
    const staff = await world.signInStaff();
    const member = await world.signInHolder();
    await member.ask("POST", "/api/auth/me/passcode/", { passcode: "another horse", ...CONFIRMED });
    world.pass(1);
    const change = { is_active: true, ...CONFIRMED };
    await staff.ask("PATCH", `/api/admin/accounts/${member.account.id}/`, change);
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
    for (const other of [staff, await world.signInHolder()]) expect(await actsOf(other)).toEqual([]);
  });
});

describe("the deletion of one's own account", () => {
  const deleteOwn = ({ ask, account }: SignedIn) =>
    ask("DELETE", "/api/profile/", { confirm: account.pocketoptionId, ...CONFIRMED });
  const rowsOf = (table: string, column: string, id: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(id).first("n");

  beforeEach(async () => {
    await env.DB.prepare("UPDATE accounts SET is_active = 0 WHERE role = 'staff'").run();
  });

  it("deletes everything about the member except a random id in the audit log, and ends the sessions", async () => {
    const handle = await addSomeTrader(createRecord());
    const head = async () => (await world.visitor("GET", "/api/ledger/head/")).json();
    const before = await head();
    const member = await world.signInHolder();
    await member.ask("PUT", `/api/profile/follows/${handle}/`);
    expect((await deleteOwn(member)).status).toBe(204);
    const { id } = member.account;
    expect(await rowsOf("accounts", "id", id)).toBe(0);
    for (const table of ["sessions", "follows"]) expect(await rowsOf(table, "account_id", id)).toBe(0);
    expect(await auditTrail("target", id)).toMatchObject([
      { actor_id: id, action: "account_deleted", detail: { role: "member" } },
    ]);
    expect((await member.ask("GET", ME)).status).toBe(401);
    expect((await world.refresh(member.tokens.refresh)).status).toBe(401);
    expect(await head(), "the ledger").toEqual(before);
  });

  it.each([{}, { confirm: "somebody-else" }])("does nothing with %j", async (body) => {
    const { ask } = await world.signInHolder();
    expect((await ask("DELETE", "/api/profile/", { ...body, ...CONFIRMED })).status).toBe(400);
    expect((await ask("GET", ME)).status).toBe(200);
  });

  it("is refused to the last staff who can sign in", async () => {
    const last = await world.signInStaff();
    await world.createAccount({ role: "staff", isActive: false });
    expect(await refusalOf(await deleteOwn(last))).toEqual({ status: 409, code: "last_staff" });
    expect(await rowsOf("audit_log", "actor_id", last.account.id)).toBe(0);
  });

  it("leaves one of two staff who delete their accounts at the same moment, and logs the other", async () => {
    const both = [await world.signInStaff(), await world.signInStaff()];
    const answers = await Promise.all(both.map(deleteOwn));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
    const trails = await Promise.all(both.map(({ account }) => auditTrail("actor_id", account.id)));
    expect(trails.flat()).toMatchObject([{ action: "account_deleted", detail: { role: "staff" } }]);
  });

  it("answers 404 if the account was deleted meanwhile", async () => {
    await world.createAccount({ role: "staff", passcode: PASSCODE });
    for (const member of [await world.signInHolder(), await world.signInStaff()]) {
      const deletion = env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(member.account.id);
      const meanwhile = createMemberWorld({ db: beforeBatches(() => deletion.run()) });
      const answer = await deleteOwn({ ...member, ask: meanwhile.askAs(member) });
      expect(await refusalOf(answer)).toEqual(NOT_FOUND);
    }
  });
});
