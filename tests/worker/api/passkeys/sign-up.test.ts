import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { SIGN_UPS, type SignUp } from "#shared/contracts/session.ts";
import { auditTrail } from "../admin/audit-trail.ts";
import { beforeBatches } from "../before-batches.ts";
import { PASSCODE, refusalOf } from "../member-world.ts";
import { CHANGES_OF_INVITED, invite, newId, watchRefusals } from "../session/newcomers.ts";
import { describeAnswer, tokensOf } from "../session/session-world.ts";
import { createAuthenticator, type Twist } from "./authenticator.ts";
import {
  createPasskeyWorld,
  type PasskeyNewcomer,
  type PasskeyWorld,
  REFUSED,
  SIGN_UP,
} from "./passkey-world.ts";
import { NEW_ACCOUNTS_PER_ADDRESS, PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const NOT_VALID = { status: 400, code: "passkey_not_valid" };

const Kept = v.object({ id: v.string(), passcode_hash: v.nullable(v.string()), id_alone: v.number() });

const accountOf = async (pocketoptionId: string) =>
  v.parse(
    v.nullable(Kept),
    await env.DB.prepare("SELECT * FROM accounts WHERE pocketoption_id = ?").bind(pocketoptionId).first(),
  );
const countPasskeys = (accountId: string | undefined) =>
  env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE account_id = ?")
    .bind(accountId ?? "")
    .first("n");

async function signUp(world: PasskeyWorld, newcomer: PasskeyNewcomer, twist?: Twist): Promise<Response> {
  return (await world.signUpBy(await createAuthenticator(), newcomer, twist)).answer;
}

describe("a sign-up by passkey", () => {
  it("creates an account with a passkey only, which signs its owner in again", async () => {
    const world = createPasskeyWorld({ signUp: "open" });
    const pocketoption_id = newId();
    const authenticator = await createAuthenticator();
    const { answer, handle } = await world.signUpBy(authenticator, { pocketoption_id });
    const tokens = await tokensOf(answer);
    const user = await (await world.me(`Bearer ${tokens.access}`)).json<{ id: string }>();
    expect(user).toMatchObject({ pocketoption_id, role: "member", has_passcode: false, has_passkey: true });
    const detail = { passcode: false, passkey: expect.any(String) };
    expect(await auditTrail("target", user.id)).toMatchObject([
      { action: "account_created", actor_id: user.id, detail },
    ]);
    const again = await authenticator.get(await world.signInChallenge(), user.id, { userHandle: handle });
    expect((await world.post("/api/auth/passkeys/login/", { credential: again })).status).toBe(200);
    const byId = await world.post("/api/auth/login/", { pocketoption_id });
    expect(await refusalOf(byId), "the id alone is nothing").toEqual({
      status: 401,
      code: "passcode_required",
    });
  });

  it.each(["invite", "open"] as const)(
    "creates one account with an invite, which is then used up: %s",
    async (mode) => {
      const world = createPasskeyWorld({ signUp: mode });
      const token = await invite(world);
      const [one, other] = [newId(), newId()];
      expect((await signUp(world, { pocketoption_id: one, invite: token })).status).toBe(200);
      if (mode === "open") return;
      expect(await refusalOf(await signUp(world, { pocketoption_id: other, invite: token }))).toEqual(
        REFUSED,
      );
      expect(await accountOf(other)).toBeNull();
    },
  );

  it("with an invite for an account replaces sign-in by the id, and ends its sessions and passkeys", async () => {
    const world = createPasskeyWorld();
    const before = await world.signInMember();
    const { pocketoptionId: pocketoption_id, id } = before.account;
    const first = await createAuthenticator();
    const came = await world.signUpBy(first, { pocketoption_id, invite: await invite(world, id) });
    const tokens = await tokensOf(came.answer);
    expect(await accountOf(pocketoption_id)).toEqual({ id, passcode_hash: null, id_alone: 0 });
    expect((await before.ask("GET", "/api/auth/me/")).status).toBe(401);
    expect((await world.me(`Bearer ${tokens.access}`)).status).toBe(200);

    // The device is lost, and staff send another link.
    const second = await createAuthenticator();
    const anew = await world.signUpBy(second, { pocketoption_id, invite: await invite(world, id) });
    expect(anew.answer.status).toBe(200);
    expect((await world.signInBy(first, before, { userHandle: came.handle })).status).toBe(401);
    expect((await world.signInBy(second, before, { userHandle: anew.handle })).status).toBe(200);
    expect(await countPasskeys(id)).toBe(1);

    const byPasscode = { pocketoption_id, passcode: "a passcode of mine", invite: await invite(world, id) };
    expect((await world.post("/api/auth/login/", byPasscode)).status).toBe(200);
    expect(await countPasskeys(id), "which the lost device has no more").toBe(0);
  });

  it("is refused if the passkey's response is not valid", async () => {
    const world = createPasskeyWorld({ signUp: "open" });
    const pocketoption_id = newId();
    const twist = { origin: "https://evil.example" };
    expect(await refusalOf(await signUp(world, { pocketoption_id }, twist))).toEqual(NOT_VALID);
    expect(await accountOf(pocketoption_id)).toBeNull();
  });

  it("is refused with another kind of challenge, an expired one, or a registered passkey", async () => {
    const world = createPasskeyWorld({ signUp: "open" });
    const who = await world.signInHolder();
    const authenticator = await createAuthenticator();
    const post = async (challenge: string) =>
      world.post(SIGN_UP, {
        pocketoption_id: newId(),
        label: "Phone",
        credential: await authenticator.create(challenge),
      });
    for (const challenge of [await world.signInChallenge(), await world.registrationChallenge(who)])
      expect(await refusalOf(await post(challenge))).toEqual(NOT_VALID);
    const options = await world.post(`${SIGN_UP}options/`, { pocketoption_id: newId() });
    const { challenge } = await options.json<{ challenge: string }>();
    world.pass(PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000 + 1000);
    expect(await refusalOf(await post(challenge))).toEqual(NOT_VALID);
    await world.registered(await world.signInAgain(who), authenticator);
    const { answer } = await world.signUpBy(authenticator, { pocketoption_id: newId() });
    expect(await refusalOf(answer)).toEqual(NOT_VALID);
  });

  it("creates one account if the same response is sent several times at once", async () => {
    const world = createPasskeyWorld({ signUp: "open" });
    const options = await world.post(`${SIGN_UP}options/`, { pocketoption_id: newId() });
    const { challenge } = await options.json<{ challenge: string }>();
    const credential = await (await createAuthenticator()).create(challenge);
    const answers = await Promise.all(
      [newId(), newId(), newId()].map((pocketoption_id) =>
        world.post(SIGN_UP, { pocketoption_id, label: "Phone", credential }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      expect.toBeOneOf([400, 401]),
      expect.toBeOneOf([400, 401]),
    ]);
  });

  it.each(CHANGES_OF_INVITED)(
    "adds no passkey to an account that is %s meanwhile",
    async (_name, statement) => {
      const world = createPasskeyWorld();
      const { id, pocketoptionId: pocketoption_id } = await world.createAccount();
      const token = await invite(world, id);
      const db = beforeBatches(() => env.DB.prepare(statement).bind(id).run());
      const late = createPasskeyWorld({ db });
      expect(await refusalOf(await signUp(late, { pocketoption_id, invite: token }))).toEqual(REFUSED);
      expect(await countPasskeys(id)).toBe(0);
    },
  );

  it("counts towards the limit of new accounts per address, and is refused in the same way for a known id", async () => {
    const world = createPasskeyWorld({ signUp: "open" });
    for (let made = 0; made < NEW_ACCOUNTS_PER_ADDRESS.maxAttempts; made += 1)
      expect((await signUp(world, { pocketoption_id: newId() })).status).toBe(200);
    const fresh = await describeAnswer(await signUp(world, { pocketoption_id: newId() }));
    expect(fresh).toMatchObject({ status: 429, body: { code: "throttled" } });
    const { pocketoptionId } = await world.createAccount({ passcode: PASSCODE });
    expect(await describeAnswer(await signUp(world, { pocketoption_id: pocketoptionId }))).toEqual(fresh);
  });
});

describe("a refused sign-up by passkey", () => {
  it("has the same response and the same cost in every mode, for known and unknown ids, and for every invalid invite", async () => {
    const { db, signInLimiter, answers, costs, note } = watchRefusals();
    for (const mode of SIGN_UPS) {
      const world = createPasskeyWorld({ signUp: mode, db, signInLimiter });
      for (const newcomer of await refusedNewcomers(world, mode)) {
        const authenticator = await createAuthenticator();
        await note(
          newcomer.invite ? "with an invite" : "without",
          async () => (await world.signUpBy(authenticator, newcomer)).answer,
        );
      }
    }
    expect([...answers]).toHaveLength(1);
    expect([...costs], "one lookup, and one for the invite").toHaveLength(2);
  });
});

it("a sign-up with a registered passkey is refused before the id is looked up", async () => {
  const { db, answers, costs, note } = watchRefusals();
  const world = createPasskeyWorld({ signUp: "open", db });
  const authenticator = await createAuthenticator();
  await world.signUpBy(authenticator, { pocketoption_id: newId() });
  const { pocketoptionId: known } = await world.createAccount({ passcode: PASSCODE });
  for (const pocketoption_id of [known, newId()])
    await note("", async () => (await world.signUpBy(authenticator, { pocketoption_id })).answer);
  expect([...answers]).toEqual([expect.stringContaining("passkey_not_valid")]);
  expect([...costs]).toEqual([expect.not.stringContaining("accounts")]);
});

/** By as many reasons as the mode has. */
async function refusedNewcomers(world: PasskeyWorld, mode: SignUp): Promise<PasskeyNewcomer[]> {
  const { pocketoptionId: guarded } = await world.createAccount({ passcode: PASSCODE });
  const { pocketoptionId: inactive } = await world.createAccount({ isActive: false });
  const { pocketoptionId: open, id: openId } = await world.createAccount();
  const forOther = await invite(world, openId);
  const unknown = mode === "open" ? [] : [newId()];
  const refused = [guarded, inactive, ...unknown].flatMap((pocketoption_id) =>
    [undefined, "nothing-like-it", forOther].map((invite) => ({ pocketoption_id, invite })),
  );
  return [...refused, { pocketoption_id: open }];
}
