import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { CreatedInvite, InviteList } from "#shared/contracts/accounts.ts";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import {
  CONFIRMED,
  createMemberWorld,
  type MemberWorld,
  NOT_FOUND,
  PASSCODE,
  refusalOf,
  type SignedIn,
} from "../member-world.ts";
import { auditTrail } from "./audit-trail.ts";
import { INVITE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const PATH = "/api/admin/invites/";

let world: MemberWorld;
let staff: SignedIn;

beforeEach(async () => {
  world = createMemberWorld({ signUp: "invite" });
  staff = await world.signInStaff();
});

const create = (account_id?: string) => staff.ask("POST", PATH, { account_id, ...CONFIRMED });
const readList = async ({ ask } = staff) => v.parse(InviteList, await (await ask("GET", PATH)).json());

describe("an invite", () => {
  it("is shown once, listed without its token until it expires, and logged", async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const { path, ...invite } = v.parse(CreatedInvite, await answer.json());
    expect(path).toMatch(/^\/login#invite=[\w-]{22}$/);
    expect(invite).toMatchObject({ account: null, created_by: staff.account.pocketoptionId });
    expect(Date.parse(invite.expires_at) - Date.parse(invite.created_at)).toBe(7 * 24 * 60 * 60 * 1000);
    expect(await readList()).toEqual({ sign_up: "invite", results: [invite] });
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
    const member = await world.createAccount({ idAlone: false });
    const { path: _path, ...made } = v.parse(CreatedInvite, await (await create(member.id)).json());
    expect(made.account).toEqual({ id: member.id, pocketoption_id: member.pocketoptionId });
    for (const other of [{ passcode: PASSCODE }, { isActive: false }, { role: "staff" }] as const) {
      const { id } = await world.createAccount(other);
      expect(await refusalOf(await create(id))).toEqual({ status: 409, code: "has_passcode" });
    }
    expect(await refusalOf(await create("nobody"))).toEqual(NOT_FOUND);
    expect((await readList()).results).toEqual([made]);
  });

  it("for a new account is refused while sign-up is closed", async () => {
    const closed = createMemberWorld();
    const answer = await closed.askAs(staff)("POST", PATH, CONFIRMED);
    expect(await refusalOf(answer)).toEqual({ status: 409, code: "sign_up_closed" });
  });

  it("can be revoked once, and then does not work any more", async () => {
    const { id, path } = v.parse(CreatedInvite, await (await create()).json());
    const revoke = () => staff.ask("DELETE", `${PATH}${id}/`);
    expect((await revoke()).status).toBe(204);
    expect(await refusalOf(await revoke())).toEqual(NOT_FOUND);
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
      const { id } = await world.createAccount();
      expect((await create(id)).status).toBe(201);
      await staff.ask("PATCH", `/api/admin/accounts/${id}/`, { ...changes, ...CONFIRMED });
      const left = env.DB.prepare("SELECT count(*) AS n FROM invites WHERE account_id = ?").bind(id);
      expect(await left.first("n")).toBe(0);
    },
  );

  it("for an account stays if the change is refused", async () => {
    const { id } = await world.createAccount();
    expect((await create(id)).status).toBe(201);
    const both = { passcode: "their own", id_alone: true, ...CONFIRMED };
    const answer = await staff.ask("PATCH", `/api/admin/accounts/${id}/`, both);
    expect(await refusalOf(answer)).toEqual({ status: 409, code: "not_by_id_alone" });
    const left = env.DB.prepare("SELECT count(*) AS n FROM invites WHERE account_id = ?").bind(id);
    expect(await left.first("n")).toBe(1);
  });
});
