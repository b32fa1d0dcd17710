import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { SIGN_UPS, type SignUp } from "#shared/contracts/session.ts";
import { auditTrail } from "../admin/audit-trail.ts";
import { beforeBatches } from "../before-batches.ts";
import { createMemberWorld, type MemberWorld, PASSCODE, refusalOf } from "../member-world.ts";
import { CHANGES_OF_INVITED, invite, newId, watchRefusals } from "./newcomers.ts";
import { describeAnswer } from "./session-world.ts";
import { INVITE_LIFETIME_SECONDS, NEW_ACCOUNTS_PER_ADDRESS } from "#shared/limits/sessions.ts";

const LOGIN = "/api/auth/login/";
const NO_ACCOUNT = { status: 401, code: "no_active_account" };
const CHOSEN = "a passcode of mine";

/** A sign-in with a passcode of the newcomer's own. */
const enter = ({ post }: Pick<MemberWorld, "post">, pocketoption_id: string, given: object = {}) =>
  post(LOGIN, { pocketoption_id, passcode: CHOSEN, ...given });

const accountOf = (pocketoptionId: string) =>
  env.DB.prepare("SELECT * FROM accounts WHERE pocketoption_id = ?").bind(pocketoptionId).first();

/** Of those for a new account, or for the account named. */
const invitesFor = (accountId: string | null = null) =>
  env.DB.prepare("SELECT count(*) AS n FROM invites WHERE account_id IS ?").bind(accountId).first("n");

describe("a sign-in with an unknown id", () => {
  it("creates an account with the given passcode if sign-up is open, and an entry in the audit log", async () => {
    const world = createMemberWorld({ signUp: "open" });
    const id = newId();
    const answer = await enter(world, id);
    expect(answer.status).toBe(200);
    const { access, device_token } = await answer.json<Record<string, string>>();
    expect(device_token).toBeDefined();
    const user = await (await world.me(`Bearer ${access}`)).json<{ id: string }>();
    expect(user).toMatchObject({ pocketoption_id: id, role: "member", has_passcode: true, may_change: true });
    expect((await enter(world, id.toUpperCase())).status).toBe(200);
    expect((await enter(world, id, { passcode: "another horse" })).status).toBe(401);
    expect(await auditTrail("target", user.id)).toMatchObject([
      { action: "account_created", actor_id: user.id, detail: { role: "member", passcode: true } },
    ]);
  });

  it.each(["closed", "invite"] as const)("creates no account if sign-up is %s", async (signUp) => {
    const world = createMemberWorld({ signUp });
    const id = newId();
    for (const more of [{}, { invite: "" }, { invite: "nothing-like-it" }, { create: false }])
      expect(await refusalOf(await enter(world, id, more))).toEqual(NO_ACCOUNT);
    expect(await accountOf(id)).toBeNull();
  });

  it("creates one account if two arrive at once, and checks the other's passcode", async () => {
    const world = createMemberWorld({ signUp: "open" });
    const id = newId();
    let isFirst = true;
    const db = beforeBatches(async () => {
      if (!isFirst) return;
      isFirst = false;
      expect((await enter(world, id)).status).toBe(200);
    });
    const late = createMemberWorld({ ...world.deps, db });
    const other = await enter(late, id.toUpperCase(), { passcode: "another horse" });
    expect(await refusalOf(other)).toEqual(NO_ACCOUNT);
    const together = newId();
    const answers = await Promise.all(
      [CHOSEN, CHOSEN, "another horse"].map((passcode) => enter(world, together, { passcode })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      [200, 200, 401],
      [401, 401, 200],
    ]).toContainEqual(statuses);
  });

  it("with `create: false` creates none but says so, as an attempt that takes the account's place in the address's allowance", async () => {
    const world = createMemberWorld({ signUp: "open" });
    const ids = Array.from({ length: NEW_ACCOUNTS_PER_ADDRESS.maxAttempts }, newId);
    const [first = ""] = ids;
    const ask = (id: string) => enter(world, id, { create: false });
    const throttled = { status: 429, code: "throttled" };
    for (const id of [first.toUpperCase(), ...ids])
      expect(await refusalOf(await ask(id))).toEqual({ status: 404, code: "account_not_found" });
    expect(await accountOf(first)).toBeNull();
    expect(await refusalOf(await ask(newId()))).toEqual(throttled);
    expect(await refusalOf(await enter(world, newId()))).toEqual(throttled);
    for (const id of ids) expect((await enter(world, id)).status, "the same place").toBe(200);
    expect(await refusalOf(await enter(world, newId()))).toEqual(throttled);
    expect((await ask(first)).status, "which signs in as ever").toBe(200);
  });

  it("is limited per address, after which every refused passcode gets the same response", async () => {
    const world = createMemberWorld({ signUp: "open" });
    const { pocketoptionId } = await world.createAccount({ passcode: CHOSEN });
    const guess = () => enter(world, pocketoptionId, { passcode: "another horse" });
    expect(await refusalOf(await guess())).toEqual(NO_ACCOUNT);
    expect((await enter(world, pocketoptionId)).status, "which takes the attempts before off").toBe(200);
    for (let made = 0; made < NEW_ACCOUNTS_PER_ADDRESS.maxAttempts; made += 1)
      expect((await enter(world, newId())).status).toBe(200);
    const refused = await enter(world, newId());
    expect(refused.headers.get("Retry-After")).toBe("3600");
    const answer = await describeAnswer(refused);
    expect(answer).toMatchObject({ status: 429, body: { code: "throttled" } });
    expect(await describeAnswer(await guess())).toEqual(answer);
    expect((await enter(world, pocketoptionId)).status, "whose account it is").toBe(200);
    const invited = await enter(world, newId(), { invite: await invite(world) });
    expect(invited.status, "of whom staff have thought").toBe(200);
    world.pass(NEW_ACCOUNTS_PER_ADDRESS.windowMs);
    expect((await enter(world, newId())).status).toBe(200);
  });
});

describe("an invite", () => {
  it.each(["invite", "open"] as const)("creates one account and is then used up: %s", async (signUp) => {
    const world = createMemberWorld({ signUp });
    const token = await invite(world);
    const id = newId();
    const used = { invite: token };
    expect((await enter(world, id, { ...used, create: false })).status).toBe(200);
    const account = v.parse(v.object({ id: v.string() }), await accountOf(id));
    expect(await auditTrail("target", account.id)).toMatchObject([
      { action: "account_created", detail: { invite: expect.any(String) } },
    ]);
    expect(await invitesFor()).toBe(0);
    expect((await enter(world, id, used)).status, "whoever has it open still signs in").toBe(200);
    if (signUp === "invite") expect(await refusalOf(await enter(world, newId(), used))).toEqual(NO_ACCOUNT);
  });

  it("creates one account if several use it at once", async () => {
    const world = createMemberWorld({ signUp: "invite" });
    const token = await invite(world);
    const ids = [newId(), newId(), newId()];
    const answers = await Promise.all(ids.map((id) => enter(world, id, { invite: token })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it("is not used up by a refused sign-in, and is valid for seven days", async () => {
    const world = createMemberWorld({ signUp: "invite" });
    const token = await invite(world);
    const { pocketoptionId } = await world.createAccount({ passcode: PASSCODE });
    const signIn = (id: string, given: object = {}) => enter(world, id, { invite: token, ...given });
    const fault = async (id: string, given: object) => refusalOf(await signIn(id, given));
    expect(await fault(pocketoptionId, {})).toEqual(NO_ACCOUNT);
    const common = { status: 400, code: "passcode_too_common" };
    expect(await fault(newId(), { passcode: "password" })).toEqual(common);
    const required = { status: 401, code: "passcode_required" };
    expect(await fault(newId(), { passcode: undefined })).toEqual(required);
    const opened = await signIn(pocketoptionId, { passcode: PASSCODE });
    expect(opened.status, "a member who has opened the link").toBe(200);
    expect(await invitesFor()).toBe(1);
    world.pass(INVITE_LIFETIME_SECONDS * 1000);
    expect(await fault(newId(), {})).toEqual(NO_ACCOUNT);
  });

  it("for a new account does not work while sign-up is closed", async () => {
    const world = createMemberWorld({ signUp: "invite" });
    const given = { invite: await invite(world) };
    expect(await refusalOf(await enter(createMemberWorld(), newId(), given))).toEqual(NO_ACCOUNT);
    expect((await enter(world, newId(), given)).status).toBe(200);
  });

  it.each(["closed", "invite"] as const)(
    "sets the first passcode of an account, and ends sessions opened with the id alone: %s",
    async (signUp) => {
      const world = createMemberWorld({ signUp });
      const member = await world.signInMember();
      const token = await invite(world, member.account.id);
      const { pocketoptionId } = member.account;
      const spend = (id: string, given: object = {}) => enter(world, id, { invite: token, ...given });
      const { pocketoptionId: other } = await world.createAccount();
      expect(await refusalOf(await spend(other)), "of another account").toEqual(NO_ACCOUNT);
      if (signUp === "invite") expect(await refusalOf(await spend(newId()))).toEqual(NO_ACCOUNT);
      const byIdAndLink = await spend(pocketoptionId, { passcode: undefined });
      expect(await refusalOf(byIdAndLink)).toEqual({ status: 401, code: "passcode_required" });
      expect((await spend(pocketoptionId)).status).toBe(200);
      expect(await accountOf(pocketoptionId)).toMatchObject({
        id_alone: 0,
        passcode_hash: expect.any(String),
      });
      expect((await member.ask("GET", "/api/auth/me/")).status).toBe(401);
      expect((await world.post(LOGIN, { pocketoption_id: pocketoptionId })).status).toBe(401);
      expect(await auditTrail("target", member.account.id)).toMatchObject([
        { action: "passcode_changed", actor_id: member.account.id },
      ]);
      expect(await invitesFor(member.account.id)).toBe(0);
    },
  );

  it.each(CHANGES_OF_INVITED)(
    "does not set a passcode if the account is %s, before or during the sign-in",
    async (_, sql) => {
      const world = createMemberWorld();
      for (const isMeanwhile of [false, true]) {
        const account = await world.createAccount();
        const token = await invite(world, account.id);
        const change = () => env.DB.prepare(sql).bind(account.id).run();
        if (!isMeanwhile) await change();
        const meanwhile = createMemberWorld(isMeanwhile ? { db: beforeBatches(change) } : {});
        const answer = await enter(meanwhile, account.pocketoptionId, { invite: token });
        expect(await refusalOf(answer)).toEqual(NO_ACCOUNT);
        const { passcode_hash: hash = null } = (await accountOf(account.pocketoptionId)) ?? {};
        expect(String(hash), "made by this sign-in").not.toContain("i=100000");
      }
    },
  );
});

describe("a refused sign-in or sign-up", () => {
  it("has the same response and the same cost in every mode, for known and unknown ids, and for every invalid invite", async () => {
    const { db, signInLimiter, answers, costs, note } = watchRefusals();
    for (const signUp of SIGN_UPS) {
      const world = createMemberWorld({ signUp, db, signInLimiter });
      for (const attempt of await refusedAttempts(world, signUp))
        await note(attempt.invite ? "with an invite" : "without", () => world.post(LOGIN, attempt));
    }
    expect([...answers]).toHaveLength(1);
    expect([...costs], "one lookup, and one for the invite").toHaveLength(2);
  });

  it.each(["closed", "open"] as const)(
    "because of a common passcode has the same response for known and unknown ids: %s",
    async (signUp) => {
      const world = createMemberWorld({ signUp });
      const signIn = (id: string) => enter(world, id, { passcode: "password" });
      const ids = [newId()];
      for (const account of [
        { passcode: PASSCODE },
        { passcode: PASSCODE, role: "staff" },
        { passcode: "password", isActive: false },
        {},
      ] as const)
        ids.push((await world.createAccount(account)).pocketoptionId);
      for (const id of ids) {
        const answer = await signIn(id);
        expect(await refusalOf(answer)).toEqual({ status: 400, code: "passcode_too_common" });
      }
      const { pocketoptionId } = await world.createAccount({ passcode: "password" });
      const own = await signIn(pocketoptionId);
      expect(own.status, "the list may have grown since it was chosen").toBe(200);
    },
  );
});

/** Sign-ins with a passcode that are refused, by as many reasons as the mode has. */
async function refusedAttempts(world: MemberWorld, signUp: SignUp) {
  const { pocketoptionId: guarded } = await world.createAccount({ passcode: PASSCODE });
  const { pocketoptionId: open, id: openId } = await world.createAccount();
  const { pocketoptionId: inactive } = await world.createAccount({ passcode: CHOSEN, isActive: false });
  const forOther = await invite(world, openId);
  const unknown = signUp === "open" ? [] : [newId(), newId()];
  return [guarded, inactive, open, ...unknown].flatMap((pocketoption_id) =>
    [undefined, "nothing-like-it", forOther]
      .filter((invite) => pocketoption_id !== open || invite !== forOther)
      .map((invite) => ({ pocketoption_id, passcode: CHOSEN, invite })),
  );
}
