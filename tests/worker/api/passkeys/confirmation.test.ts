import { beforeEach, describe, expect, it } from "vitest";
import { CONFIRMED, refusalOf, type SignedIn } from "../member-world.ts";
import { tokensOf } from "../session/session-world.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { challengeOf, CONFIRMATION, createPasskeyWorld, OWN, type PasskeyWorld } from "./passkey-world.ts";
import {
  PASSCODE_ATTEMPTS_PER_DEVICE,
  PASSKEY_CONFIRMATION_LIFETIME_SECONDS,
} from "#shared/limits/sessions.ts";

const MISSING = { status: 400, code: "passcode_missing" };
const WRONG = { status: 400, code: "wrong_passcode" };
const NOT_VALID = { status: 400, code: "passkey_not_valid" };
const EXPORT = "/api/profile/export/";

let world: PasskeyWorld;
let who: SignedIn;
let authenticator: Authenticator;

/** A member with a passkey and no passcode. */
async function signUp() {
  const pocketoptionId = `new-${crypto.randomUUID()}`;
  const authenticator = await createAuthenticator();
  const { answer } = await world.signUpBy(authenticator, { pocketoption_id: pocketoptionId });
  const tokens = await tokensOf(answer);
  const ask = world.askAs({ tokens });
  const { id } = await (await ask("GET", "/api/auth/me/")).json<{ id: string }>();
  return { authenticator, who: { account: { id, pocketoptionId, passcode: undefined }, tokens, ask } };
}

beforeEach(async () => {
  world = createPasskeyWorld({ signUp: "open" });
  ({ who, authenticator } = await signUp());
});

/** What staff answer to a change of the member's account. */
async function changeByStaff(changes: object): Promise<Response> {
  const staff = await world.signInStaff();
  return staff.ask("PATCH", `/api/admin/accounts/${who.account.id}/`, { ...changes, ...CONFIRMED });
}

describe("a member with a passkey and no passcode", () => {
  it("can change the profile, and confirms with the passkey instead of a passcode", async () => {
    expect((await who.ask("PATCH", "/api/auth/me/", { name: "Ada" })).status).toBe(200);
    const acts = [
      ["POST", EXPORT, {}, 200],
      ["POST", `${OWN}options/`, {}, 200],
      ["POST", "/api/auth/me/passcode/", { passcode: "a new horse staple" }, 200],
      ["DELETE", "/api/profile/", { confirm: who.account.pocketoptionId }, 204],
    ] as const;
    for (const [method, path, body, status] of acts) {
      expect(await refusalOf(await who.ask(method, path, body)), path).toEqual(MISSING);
      expect((await world.confirmBy(authenticator, who)).status, path).toBe(204);
      expect((await who.ask(method, path, body)).status, path).toBe(status);
    }
  });

  it("cannot remove the last passkey before adding another", async () => {
    const { results } = await (await who.ask("GET", OWN)).json<{ results: { id: string }[] }>();
    const remove = async () => {
      expect((await world.confirmBy(authenticator, who)).status).toBe(204);
      return who.ask("DELETE", `${OWN}${results[0]?.id}/`, {});
    };
    expect(await refusalOf(await remove())).toEqual({ status: 409, code: "last_passkey" });
    await world.confirmBy(authenticator, who);
    const challenge = await challengeOf(await who.ask("POST", `${OWN}options/`, {}));
    const credential = await (await createAuthenticator()).create(challenge);
    expect((await who.ask("POST", OWN, { label: "Key", credential })).status).toBe(201);
    expect((await remove()).status).toBe(204);
  });

  it("keeps the passkeys if staff's change of the account is refused", async () => {
    const answer = await changeByStaff({ role: "staff", passcode: null });
    expect(await refusalOf(answer)).toEqual({ status: 409, code: "staff_needs_passcode" });
    expect((await world.signInBy(authenticator, who)).status).toBe(200);
  });

  it("cannot be allowed sign-in by the id alone, and loses the passkeys if staff set a passcode", async () => {
    const refused = await changeByStaff({ id_alone: true });
    expect(await refusalOf(refused)).toEqual({ status: 409, code: "not_by_id_alone" });
    const changed = await changeByStaff({ passcode: "a new horse staple" });
    expect(await changed.json()).toMatchObject({ has_passcode: true, has_passkey: false });
    expect((await world.signInBy(authenticator, who)).status).toBe(401);
  });
});

describe("a confirmation by passkey", () => {
  it("may omit the user handle, as security keys do, unlike a sign-in", async () => {
    expect((await world.confirmBy(authenticator, who, { userHandle: null })).status).toBe(204);
    expect((await world.signInBy(authenticator, who, { userHandle: null })).status).toBe(401);
  });

  it("is valid for one action, within a minute, in the session that requested it", async () => {
    const elsewhere = world.askAs({ tokens: await tokensOf(await world.signInBy(authenticator, who)) });
    await world.confirmBy(authenticator, who);
    expect(await refusalOf(await elsewhere("POST", EXPORT, {}))).toEqual(MISSING);
    const twice = await Promise.all([who.ask("POST", EXPORT, {}), who.ask("POST", EXPORT, {})]);
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    await world.confirmBy(authenticator, who);
    world.pass(PASSKEY_CONFIRMATION_LIFETIME_SECONDS * 1000);
    expect(await refusalOf(await who.ask("POST", EXPORT, {}))).toEqual(MISSING);
  });

  it("does not replace a wrong passcode, but works for a member with a passcode, too", async () => {
    const holder = await world.signInHolder();
    const own = await createAuthenticator();
    await world.registered(holder, own);
    await world.confirmBy(own, holder);
    const wrong = { current_passcode: "wrong horse" };
    expect(await refusalOf(await holder.ask("POST", EXPORT, wrong))).toEqual(WRONG);
    expect((await holder.ask("POST", EXPORT, {})).status).toBe(200);
  });

  it("is refused if the response is not valid", async () => {
    const answer = await world.confirmBy(authenticator, who, { origin: "https://evil.example" });
    expect(await refusalOf(answer)).toEqual(NOT_VALID);
    expect(await refusalOf(await who.ask("POST", EXPORT, {}))).toEqual(MISSING);
  });

  it("is refused with another member's passkey, another session's challenge or a repeated response", async () => {
    const other = await signUp();
    const challenge = async (of: SignedIn) => challengeOf(await of.ask("POST", `${CONFIRMATION}options/`));
    const again = { ...who, tokens: await tokensOf(await world.signInBy(authenticator, who)) };
    const { id } = who.account;
    const credentials = [
      await other.authenticator.get(await challenge(who), other.who.account.id),
      await authenticator.get(await challenge({ ...again, ask: world.askAs(again) }), id),
      await authenticator.get(await challenge(other.who), id),
      await authenticator.get(await world.signInChallenge(), id),
    ];
    for (const credential of credentials)
      expect(await refusalOf(await who.ask("POST", CONFIRMATION, { credential }))).toEqual(NOT_VALID);
    const credential = await authenticator.get(await challenge(who), id);
    expect((await who.ask("POST", CONFIRMATION, { credential })).status).toBe(204);
    expect(await refusalOf(await who.ask("POST", CONFIRMATION, { credential }))).toEqual(NOT_VALID);
    const signIn = await world.post("/api/auth/passkeys/login/", { credential });
    expect(signIn.status, "which is for the session that asked alone").toBe(401);
  });

  it("shares its limit with the session's passcode attempts", async () => {
    for (let failed = 0; failed < PASSCODE_ATTEMPTS_PER_DEVICE.maxAttempts; failed += 1)
      await world.confirmBy(authenticator, who, { flags: 0b001 });
    const throttled = await world.confirmBy(authenticator, who);
    expect(await refusalOf(throttled)).toEqual({ status: 429, code: "throttled" });
    expect(Number(throttled.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
