import { env } from "cloudflare:workers";
import { base64url, decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import type { PasskeyAlgorithm } from "#shared/contracts/passkeys.ts";
import { purgeSpentChallenges } from "#worker/api/passkeys/index.ts";
import { CONFIRMED, refusalOf } from "../member-world.ts";
import { tokensOf } from "../session/session-world.ts";
import { createAuthenticator, ORIGIN, type Twist } from "./authenticator.ts";
import { createPasskeyWorld, LOGIN, OPTIONS, OWN, REFUSED } from "./passkey-world.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS, SIGN_IN_ATTEMPTS_PER_ID } from "#shared/limits/sessions.ts";

/** A member with a passkey of this authenticator. */
async function createOwner(...made: Parameters<typeof createAuthenticator>) {
  const world = createPasskeyWorld();
  const who = await world.signInHolder({ name: "Ada" });
  const authenticator = await createAuthenticator(...made);
  await world.registered(who, authenticator);
  /** What the authenticator answers to a new challenge. */
  const answer = async () => ({
    credential: await authenticator.get(await world.signInChallenge(), who.account.id),
  });
  const signIn = (twist?: Twist) => world.signInBy(authenticator, who, twist);
  return { world, who, authenticator, answer, signIn };
}

describe("a sign-in by passkey", () => {
  it.each<PasskeyAlgorithm>(["ES256", "EdDSA", "RS256"])(
    "opens a session for the passkey's owner with %s",
    async (algorithm) => {
      const { world, who, signIn } = await createOwner(algorithm);
      const tokens = await tokensOf(await signIn());
      const me = await world.me(`Bearer ${tokens.access}`);
      expect(await me.json()).toMatchObject({ id: who.account.id, name: "Ada" });
      expect((await world.refresh(tokens.refresh)).status).toBe(200);
      const { results } = await (await who.ask("GET", OWN)).json<{ results: unknown }>();
      expect(results).toMatchObject([{ last_used_at: new Date(world.deps.now()).toISOString() }]);
    },
  );

  it("requests a passkey for this host without naming anybody", async () => {
    const { visitor } = createPasskeyWorld();
    const first = await (await visitor("POST", OPTIONS)).json<Record<string, unknown>>();
    const second = await (await visitor("POST", OPTIONS)).json<Record<string, unknown>>();
    const rest = {
      rpId: "signals.example",
      timeout: 300_000,
      userVerification: "required",
      allowCredentials: [],
    };
    expect(first).toEqual({ challenge: first["challenge"], ...rest });
    expect(second["challenge"]).not.toBe(first["challenge"]);
  });

  it("uses the host of the request if no origin is configured", async () => {
    const world = createPasskeyWorld({ origin: null });
    const headers = { "X-Forwarded-Host": "localhost:8787", "X-Forwarded-Proto": "http" };
    const answer = await world.post(OPTIONS, undefined, headers);
    expect(await answer.json()).toMatchObject({ rpId: "localhost" });
  });

  const flip = (at: number) => (bytes: Uint8Array) =>
    new Uint8Array(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));

  it.each<[string, string, Twist]>([
    ["of another site's page", "response origin", { origin: "https://signals.example.evil.example" }],
    ["of another port", "response origin", { origin: `${ORIGIN}:8443` }],
    [
      "of a page in a frame of another site",
      "cross-origin",
      { crossOrigin: true, topOrigin: "https://evil.example" },
    ],
    ["of a frame that says it is none", "top origin", { topOrigin: "https://evil.example" }],
    ["for another host", "Unexpected RP ID hash", { rpId: "evil.example" }],
    ["without anybody verified", "user could not be verified", { flags: 0b001 }],
    ["of somebody else", "another_owner", { userHandle: base64url.encode(crypto.randomUUID()) }],
    ["of nobody", "another_owner", { userHandle: null }],
    ["signed over something else", "wrong_signature", { signed: flip(40) }],
    ["with another signature", "wrong_signature", { signature: flip(12) }],
    [
      "with too little authenticator data",
      "expected at least 37 bytes",
      { authenticatorData: (bytes) => bytes.slice(0, 36) },
    ],
    ["with client data that is no JSON", "SyntaxError", { clientData: (json) => json.slice(1) }],
  ])("is refused if the response is %s", async (_name, reason, twist) => {
    const { world, signIn } = await createOwner();
    expect(await refusalOf(await signIn(twist))).toEqual(REFUSED);
    const logged = { event: "sign_in_refused", reason: expect.stringContaining(reason) };
    expect(world.logged.at(-1)).toMatchObject(logged);
    expect((await signIn()).status).toBe(200);
  });

  it("is refused without a sign-in challenge of this site", async () => {
    const { world, who, authenticator } = await createOwner();
    const challenges = [
      await world.registrationChallenge(who),
      base64url.encode(who.tokens.access),
      base64url.encode(crypto.getRandomValues(new Uint8Array(32))),
      (await world.signInChallenge()).slice(0, -4),
      "not base64url",
      "",
    ];
    for (const challenge of challenges) {
      const credential = await authenticator.get(challenge, who.account.id);
      expect(await refusalOf(await world.post(LOGIN, { credential }))).toEqual(REFUSED);
    }
  });

  it("is refused if the challenge is older than five minutes", async () => {
    const { world, answer } = await createOwner();
    const late = await answer();
    world.pass(PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000 + 1000);
    expect(await refusalOf(await world.post(LOGIN, late))).toEqual(REFUSED);
  });

  it("opens one session if the same response is sent several times, at once or later", async () => {
    const { world, answer } = await createOwner("ES256", { counts: false });
    const sent = await answer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.post(LOGIN, sent)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
    expect(await refusalOf(await world.post(LOGIN, sent))).toEqual(REFUSED);
    expect(world.logged.at(-1)).toMatchObject({ reason: "answered_before" });
  });

  it("is refused if the signature counter does not increase, since the authenticator may be a copy", async () => {
    const { world, signIn } = await createOwner();
    expect((await signIn({ counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect(await refusalOf(await signIn({ counter }))).toEqual(REFUSED);
      const reason: unknown = expect.stringContaining("was lower than expected");
      expect(world.logged.at(-1)).toMatchObject({ reason });
    }
    expect((await signIn({ counter: 8 })).status).toBe(200);
  });

  it("is refused for an unknown passkey, and for another key's signature", async () => {
    const { world, who, authenticator } = await createOwner();
    const unknown = await createAuthenticator();
    expect(await refusalOf(await world.signInBy(unknown, who))).toEqual(REFUSED);
    const forged = await unknown.get(await world.signInChallenge(), who.account.id);
    const body = { credential: { ...forged, id: authenticator.id } };
    expect(await refusalOf(await world.post(LOGIN, body))).toEqual(REFUSED);
  });

  it("is refused for an inactive or deleted account", async () => {
    const { who, signIn } = await createOwner();
    const set = (isActive: number) =>
      env.DB.prepare("UPDATE accounts SET is_active = ? WHERE id = ?").bind(isActive, who.account.id).run();
    await set(0);
    expect(await refusalOf(await signIn())).toEqual(REFUSED);
    await set(1);
    expect((await signIn()).status).toBe(200);
    const deletion = { confirm: who.account.pocketoptionId, ...CONFIRMED };
    expect((await who.ask("DELETE", "/api/profile/", deletion)).status).toBe(204);
    expect(await refusalOf(await signIn())).toEqual(REFUSED);
    const kept = env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE account_id = ?");
    expect(await kept.bind(who.account.id).first("n")).toBe(0);
  });

  it("is limited per passkey, and a successful one resets the count", async () => {
    const { world, who, signIn } = await createOwner();
    const fail = () => signIn({ flags: 0b001 });
    const { maxAttempts } = SIGN_IN_ATTEMPTS_PER_ID;
    for (let failed = 1; failed < maxAttempts; failed += 1) await fail();
    expect((await signIn()).status).toBe(200);
    for (let failed = 1; failed <= maxAttempts; failed += 1) await fail();
    const throttled = await signIn();
    expect(await refusalOf(throttled)).toEqual({ status: 429, code: "throttled" });
    expect(Number(throttled.headers.get("Retry-After"))).toBeGreaterThan(0);
    // Another passkey of the same member is not held up.
    const other = await createAuthenticator();
    await world.registered(who, other);
    expect((await world.signInBy(other, who)).status).toBe(200);
  });

  it("is not available if a secret is missing", async () => {
    const { answer } = await createOwner();
    const bare = createPasskeyWorld({ passcodePepper: "" });
    const expected = { status: 503, code: "sign_in_not_configured" };
    expect(await refusalOf(await bare.post(LOGIN, await answer()))).toEqual(expected);
  });

  it("stores a used challenge until it would have expired", async () => {
    const { world, who, authenticator } = await createOwner();
    const challenge = await world.signInChallenge();
    const credential = await authenticator.get(challenge, who.account.id);
    await world.post(LOGIN, { credential });
    const { jti } = decodeJwt(new TextDecoder().decode(base64url.decode(challenge)));
    const kept = () =>
      env.DB.prepare("SELECT count(*) AS n FROM spent_challenges WHERE jti = ?").bind(jti).first("n");
    world.pass(PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000 - 1);
    await purgeSpentChallenges(world.deps);
    expect(await kept()).toBe(1);
    world.pass(1);
    await purgeSpentChallenges(world.deps);
    expect(await kept()).toBe(0);
  });
});
