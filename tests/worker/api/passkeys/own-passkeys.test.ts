import { env } from "cloudflare:workers";
import { decodeAttestationObject, isoCBOR } from "@simplewebauthn/server/helpers";
import { base64url } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { MAX_PASSKEYS, type NewPasskey } from "#shared/contracts/passkeys.ts";
import { auditTrail } from "../admin/audit-trail.ts";
import { CONFIRMED, INVALID, NOT_FOUND, refusalOf, type SignedIn } from "../member-world.ts";
import { createAuthenticator, type Twist } from "./authenticator.ts";
import { createPasskeyWorld, OWN, type PasskeyWorld, REFUSED } from "./passkey-world.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const NOT_VALID = { status: 400, code: "passkey_not_valid" };

let world: PasskeyWorld;
let who: SignedIn;

beforeEach(async () => {
  world = createPasskeyWorld();
  who = await world.signInHolder({ name: "Ada" });
});

/** Adds what the browser has made of a challenge. */
const add = (credential: NewPasskey["credential"], { ask } = who, label = "Phone") =>
  ask("POST", OWN, { label, credential });
const registrationOptions = () => who.ask("POST", `${OWN}options/`, CONFIRMED);
const remove = (id: string, { ask } = who) => ask("DELETE", `${OWN}${id}/`, CONFIRMED);

const count = (accountId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE account_id = ?").bind(accountId).first("n");

describe("a new passkey", () => {
  it("can be requested for this host and member, and requires user verification", async () => {
    const { account } = who;
    const options = await (await registrationOptions()).json<Record<string, unknown>>();
    expect(options).toEqual({
      challenge: options["challenge"],
      rp: { id: "signals.example", name: "signals.example" },
      user: { id: base64url.encode(account.id), name: account.pocketoptionId, displayName: "Ada" },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    });
  });

  it("is shown and exported to its owner only, and logged", async () => {
    const other = await world.signInHolder();
    const authenticator = await createAuthenticator("EdDSA");
    const added = await world.registered(who, authenticator);
    const at = new Date(world.deps.now()).toISOString();
    expect(added).toEqual({ id: added.id, label: "Phone", created_at: at, last_used_at: null });
    expect(await (await who.ask("GET", OWN)).json()).toEqual({ results: [added] });
    expect(await (await other.ask("GET", OWN)).json()).toEqual({ results: [] });

    const exported = await who.ask("POST", "/api/profile/export/", CONFIRMED);
    const { passkeys } = await exported.json<{ passkeys: unknown }>();
    expect(passkeys).toMatchObject([
      {
        ...added,
        credential_id: authenticator.id,
        counter: 0,
        public_key: expect.stringMatching(/^[\w-]{50,}$/),
        user_handle: base64url.encode(who.account.id),
        transports: ["hybrid", "internal"],
      },
    ]);

    const act = { action: "passkey_added", actor_id: who.account.id, detail: { passkey: added.id } };
    expect((await auditTrail("target", who.account.id))[0]).toMatchObject(act);
    const acts = await (await who.ask("GET", "/api/profile/acts/")).json<{ results: unknown[] }>();
    expect(acts.results).toContainEqual(expect.objectContaining({ action: "passkey_added", by: "owner" }));
  });

  it("cannot be registered twice, and the options list the existing ones", async () => {
    const other = await world.signInHolder();
    const authenticator = await createAuthenticator();
    await world.registered(who, authenticator);
    expect(await (await registrationOptions()).json()).toMatchObject({
      excludeCredentials: [{ type: "public-key", id: authenticator.id, transports: ["hybrid", "internal"] }],
    });
    const exists = { status: 409, code: "passkey_exists" };
    expect(await refusalOf(await world.register(who, authenticator))).toEqual(exists);
    expect(await refusalOf(await world.register(other, authenticator))).toEqual(exists);
    expect(await count(other.account.id)).toBe(0);
  });

  const withAlgorithm = (algorithm: number): Twist => ({ coseKey: (key) => new Map(key).set(3, algorithm) });

  it.each<[string, string, Twist]>([
    ["of another site's page", "Unexpected registration response origin", { origin: "https://evil.example" }],
    ["for another host", "Unexpected RP ID hash", { rpId: "evil.example" }],
    ["without anybody verified", "user could not be verified", { flags: 0b001 }],
    [
      "cut off within the credential",
      "passkey_refused",
      { authenticatorData: (bytes) => bytes.slice(0, 60) },
    ],
    [
      "of another credential",
      "another_credential",
      {
        authenticatorData: (bytes) => new Uint8Array(bytes.map((byte, at) => (at === 55 ? byte ^ 1 : byte))),
      },
    ],
    ["with a key of another algorithm", "Unexpected public key alg", withAlgorithm(-37)],
  ])("is refused if the response is %s", async (_name, reason, twist) => {
    const authenticator = await createAuthenticator();
    expect(await refusalOf(await world.register(who, authenticator, twist))).toEqual(NOT_VALID);
    expect(JSON.stringify(world.logged.at(-1))).toContain(reason);
    expect(await count(who.account.id)).toBe(0);
  });

  /** Adds a passkey whose attestation is another one. */
  async function addAttested(change: (authData: Uint8Array) => Uint8Array) {
    const made = await (await createAuthenticator()).create(await world.registrationChallenge(who));
    const given = decodeAttestationObject(new Uint8Array(base64url.decode(made.response.attestationObject)));
    const attestationObject = base64url.encode(change(given.get("authData")));
    return add({ ...made, response: { ...made.response, attestationObject } });
  }

  it.each([
    ["cut off", base64url.decode("o2NmbXRkbm9uZQ")],
    ["12,000 lists in each other", new Uint8Array(12_000).fill(0x81)],
  ])("is refused if the attestation is %s", async (_name, attestation) => {
    expect(await refusalOf(await addAttested(() => attestation))).toEqual(NOT_VALID);
  });

  it("is accepted without checking its attestation, whose certificates could name any address", async () => {
    const answer = await addAttested((authData) =>
      isoCBOR.encode(
        new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
          ["fmt", "android-key"],
          ["attStmt", new Map([["x5c", [new Uint8Array([1])]]])],
          ["authData", new Uint8Array(authData)],
        ]),
      ),
    );
    expect(answer.status).toBe(201);
  });

  it("is refused with a challenge of another member or session, of a sign-in, or an expired one", async () => {
    const other = await world.signInHolder();
    const again = await world.signInAgain(who);
    const authenticator = await createAuthenticator();
    const challenges = [
      await world.registrationChallenge(other),
      await world.registrationChallenge(again),
      await world.signInChallenge(),
    ];
    for (const challenge of challenges) {
      const credential = await authenticator.create(challenge);
      expect(await refusalOf(await add(credential))).toEqual(NOT_VALID);
    }
    const credential = await authenticator.create(await world.registrationChallenge(who));
    world.pass(PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000 + 1000);
    const fresh = await world.signInAgain(who);
    expect(await refusalOf(await add(credential, fresh))).toEqual(NOT_VALID);
    expect(await count(who.account.id)).toBe(0);
  });

  it("needs a challenge of its own", async () => {
    const challenge = await world.registrationChallenge(who);
    const made = await Promise.all([createAuthenticator(), createAuthenticator()]);
    const answers = await Promise.all(
      made.map(async (authenticator) => add(await authenticator.create(challenge))),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400]);
    expect(await count(who.account.id)).toBe(1);
  });

  it("is refused above ten, even if two are added at the same moment", async () => {
    for (let n = 1; n < MAX_PASSKEYS; n += 1) await world.registered(who, await createAuthenticator());
    const answers = await Promise.all(
      [await createAuthenticator(), await createAuthenticator()].map((two) => world.register(who, two)),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    const full = { status: 409, code: "too_many_passkeys" };
    expect(await refusalOf(await registrationOptions())).toEqual(full);
    expect(await count(who.account.id)).toBe(MAX_PASSKEYS);
  });

  it("needs a visible name", async () => {
    const credential = await (await createAuthenticator()).create(await world.registrationChallenge(who));
    for (const label of ["", " ", "x".repeat(61), "a\nb"]) {
      expect(await refusalOf(await add(credential, who, label))).toEqual(INVALID);
    }
  });
});

describe("the removal of a passkey", () => {
  it("prevents sign-in with it, and ends the other sessions", async () => {
    const authenticator = await createAuthenticator();
    const { id } = await world.registered(who, authenticator);
    const there = await world.signInAgain(who);
    expect((await remove(id)).status).toBe(204);
    expect(await refusalOf(await world.signInBy(authenticator, who))).toEqual(REFUSED);
    expect((await who.ask("GET", "/api/auth/me/")).status).toBe(200);
    expect((await there.ask("GET", "/api/auth/me/")).status).toBe(401);
    const act = { action: "passkey_removed", detail: { passkey: id } };
    expect((await auditTrail("target", who.account.id)).at(-1)).toMatchObject(act);
    expect(await refusalOf(await remove(id))).toEqual(NOT_FOUND);
  });

  it("is possible for its owner only", async () => {
    const other = await world.signInHolder();
    const { id } = await world.registered(who, await createAuthenticator());
    expect(await refusalOf(await remove(id, other))).toEqual(NOT_FOUND);
    expect(await count(who.account.id)).toBe(1);
  });
});
