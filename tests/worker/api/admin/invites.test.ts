import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { CreatedInvite, InviteList } from "#shared/contracts/accounts.ts";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import { createMemberWorld, PASSCODE, refusalOf, type SignedIn } from "../member-world.ts";
import { auditTrail } from "./audit-trail.ts";
import { INVITE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const PATH = "/api/admin/invites/";
const CONFIRMED = { current_passcode: PASSCODE };

const readList = async (staff: SignedIn) => v.parse(InviteList, await (await staff.ask("GET", PATH)).json());

describe("an invite", () => {
  it("is shown once, listed without its token until it expires, and logged", async () => {
    const world = createMemberWorld({ signUp: "invite" });
    const staff = await world.signInStaff();
    const answer = await staff.ask("POST", PATH, CONFIRMED);
    expect(answer.status).toBe(201);
    const { path, ...invite } = v.parse(CreatedInvite, await answer.json());
    expect(path).toMatch(/^\/login#invite=[\w-]{22}$/);
    expect(invite).toMatchObject({ account: null, created_by: staff.account.pocketoptionId });
    expect(Date.parse(invite.expires_at) - Date.parse(invite.created_at)).toBe(7 * 24 * 60 * 60 * 1000);
    expect(await readList(staff)).toEqual({ sign_up: "invite", results: [invite] });
    const [, token = ""] = path.split("=");
    const { results } = await env.DB.prepare("SELECT * FROM invites").all();
    expect(JSON.stringify(results)).not.toContain(token);
    expect(await auditTrail("target", invite.id)).toMatchObject([
      { action: "invite_created", actor_id: staff.account.id, detail: {} },
    ]);
    world.pass(INVITE_LIFETIME_SECONDS * 1000);
    expect((await readList(await world.signInAgain(staff))).results).toEqual([]);
    await purgeExpiredSessions(world.deps);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM invites").first("n")).toBe(0);
  });

  it("is for an active member without a passcode", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const create = (account_id: string) => staff.ask("POST", PATH, { account_id, ...CONFIRMED });
    const member = await world.createAccount({ idAlone: false });
    const { path: _path, ...made } = v.parse(CreatedInvite, await (await create(member.id)).json());
    expect(made.account).toEqual({ id: member.id, pocketoption_id: member.pocketoptionId });
    for (const other of [
      await world.createAccount({ passcode: PASSCODE }),
      await world.createAccount({ isActive: false }),
      await world.createAccount({ role: "staff" }),
    ]) {
      expect(await refusalOf(await create(other.id))).toEqual({ status: 409, code: "has_passcode" });
    }
    expect(await refusalOf(await create("nobody"))).toEqual({ status: 404, code: "not_found" });
    expect((await readList(staff)).results).toEqual([made]);
  });

  it("for a new account is refused while sign-up is closed", async () => {
    const staff = await createMemberWorld().signInStaff();
    const answer = await staff.ask("POST", PATH, CONFIRMED);
    expect(await refusalOf(answer)).toEqual({ status: 409, code: "sign_up_closed" });
  });

  it.each([{}, { current_passcode: "wrong horse" }])("needs its creator's passcode: %j", async (body) => {
    const world = createMemberWorld({ signUp: "invite" });
    const staff = await world.signInStaff();
    const { id } = await world.createAccount();
    for (const account of [{}, { account_id: id }]) {
      const answer = await staff.ask("POST", PATH, { ...account, ...body });
      expect(await refusalOf(answer)).toEqual({
        status: 400,
        code: "current_passcode" in body ? "wrong_passcode" : "passcode_missing",
      });
    }
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });

  it("can be revoked once, and then does not work any more", async () => {
    const world = createMemberWorld({ signUp: "invite" });
    const staff = await world.signInStaff();
    const { id, path } = v.parse(CreatedInvite, await (await staff.ask("POST", PATH, CONFIRMED)).json());
    expect((await staff.ask("DELETE", `${PATH}${id}/`)).status).toBe(204);
    const again = await staff.ask("DELETE", `${PATH}${id}/`);
    expect(await refusalOf(again)).toEqual({ status: 404, code: "not_found" });
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "invite_created" },
      { action: "invite_revoked" },
    ]);
    const body = { pocketoption_id: "somebody", passcode: "a passcode of mine", invite: path.split("=")[1] };
    expect((await world.post("/api/auth/login/", body)).status).toBe(401);
  });

  it.each([{ passcode: PASSCODE }, { passcode: null }, { is_active: false }, { id_alone: false }])(
    "for an account is deleted when the account is changed: %j",
    async (changes) => {
      const world = createMemberWorld();
      const staff = await world.signInStaff();
      const { id } = await world.createAccount();
      await staff.ask("POST", PATH, { account_id: id, ...CONFIRMED });
      await staff.ask("PATCH", `/api/admin/accounts/${id}/`, { ...changes, ...CONFIRMED });
      const left = env.DB.prepare("SELECT count(*) AS n FROM invites WHERE account_id = ?").bind(id);
      expect(await left.first("n")).toBe(0);
    },
  );
});
