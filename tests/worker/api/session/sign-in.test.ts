import { env } from "cloudflare:workers";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { beginSignInAttempt } from "#worker/api/session/sign-in-attempt.ts";
import { signIn } from "#worker/api/session/sign-in.ts";
import { hashPasscode } from "#worker/api/session/passcode.ts";
import { beforeBatches } from "../before-batches.ts";
import { CHALLENGE, createSessionWorld, describeAnswer, sessionOf, tokensOf } from "./session-world.ts";

const LOGIN = "/api/auth/login/";
const NO_ACCOUNT = {
  status: 401,
  challenge: CHALLENGE,
  body: { detail: "No active account found with the given credentials", code: "no_active_account" },
};
const PASSCODE_REQUIRED = {
  status: 401,
  challenge: CHALLENGE,
  body: { detail: "Sign in with your passcode.", code: "passcode_required" },
};

describe("a sign-in", () => {
  it("opens a session for a member with the id alone if the account has no passcode", async () => {
    const { createAccount, me, post } = createSessionWorld();
    const { id, pocketoptionId } = await createAccount();
    const response = await post(LOGIN, { pocketoption_id: pocketoptionId });
    expect(response.status).toBe(200);
    const body = await response.clone().json<object>();
    expect(Object.keys(body)).toEqual(["refresh", "access"]);
    const { access } = await tokensOf(response);
    expect(await (await me(`Bearer ${access}`)).json()).toMatchObject({ id, may_change: false });
  });

  it("accepts a numeric id as Django REST framework does, spaces around an id, and an id in any case", async () => {
    const { createAccount, me, post } = createSessionWorld();
    const number = Math.floor(Math.random() * 1e12);
    const named = await createAccount({ pocketoptionId: `Case-${crypto.randomUUID()}` });
    const numbered = await createAccount({ pocketoptionId: String(number) });
    for (const [pocketoption_id, { id }] of [
      [number, numbered],
      [` ${number} `, numbered],
      [named.pocketoptionId.toUpperCase(), named],
    ] as const) {
      const { access } = await tokensOf(await post(LOGIN, { pocketoption_id }));
      expect(await (await me(`Bearer ${access}`)).json()).toMatchObject({ id });
    }
  });

  it("returns tokens with SimpleJWT's claims and lifetimes", async () => {
    const { access, refresh } = await createSessionWorld().signIn();
    const iat = Date.UTC(2026, 2, 1, 12) / 1000;
    expect(decodeProtectedHeader(access)).toEqual({ alg: "HS256", typ: "JWT", kid: "test-1" });
    expect(decodeJwt(access)).toMatchObject({ token_type: "access", iat, exp: iat + 300 });
    expect(decodeJwt(refresh)).toMatchObject({ token_type: "refresh", iat, exp: iat + 86_400 });
    expect(decodeJwt(access)["user_id"]).toBe(decodeJwt(refresh)["user_id"]);
    expect(decodeJwt(access)["jti"]).toMatch(/^[0-9a-f]{32}$/);
    expect(sessionOf(access)).toBe(sessionOf(refresh));
  });

  it("stores neither token, token id nor address, only browser, system and network", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount();
    const headers = {
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0",
      "X-Forwarded-For": "198.51.100.9, 203.0.113.77",
    };
    const { refresh } = await tokensOf(await post(LOGIN, { pocketoption_id: pocketoptionId }, headers));
    const [session, kept] = await env.DB.batch([
      env.DB.prepare("SELECT * FROM sessions WHERE id = ?").bind(sessionOf(refresh)),
      env.DB.prepare("SELECT * FROM session_tokens WHERE session_id = ?").bind(sessionOf(refresh)),
    ]);
    expect(session?.results).toMatchObject([
      { user_agent: "Firefox on Linux", network: "203.0.113.0/24", revoked_at: null },
    ]);
    const results = kept?.results ?? [];
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(decodeJwt(refresh)["jti"]);
    expect(JSON.stringify(results)).not.toContain(refresh.split(".")[2]);
  });

  it("ignores a stale Authorization header", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount();
    const stale = { Authorization: "Bearer stale" };
    const response = await post(LOGIN, { pocketoption_id: pocketoptionId }, stale);
    expect(response.status).toBe(200);
  });
});

describe("a sign-in in progress", () => {
  const OTHER_PASSCODE = "UPDATE accounts SET passcode_hash = '$pbkdf2-sha256$i=1$AA$AA' WHERE id = ?";

  it.each([
    ["given another passcode", OTHER_PASSCODE, "correct horse", NO_ACCOUNT],
    ["given a passcode", OTHER_PASSCODE, undefined, PASSCODE_REQUIRED],
    [
      "no longer let in by its id",
      "UPDATE accounts SET id_alone = 0 WHERE id = ?",
      undefined,
      PASSCODE_REQUIRED,
    ],
    ["switched off", "UPDATE accounts SET is_active = 0 WHERE id = ?", "correct horse", NO_ACCOUNT],
    ["deleted", "DELETE FROM accounts WHERE id = ?", "correct horse", NO_ACCOUNT],
  ])("opens no session if the account is %s meanwhile", async (_, sql, passcode, refusal) => {
    const { createAccount } = createSessionWorld();
    const { id, pocketoptionId } = await createAccount(passcode === undefined ? {} : { passcode });
    const db = beforeBatches(() => env.DB.prepare(sql).bind(id).run());
    const { post } = createSessionWorld({ db });
    const answer = await post(LOGIN, { pocketoption_id: pocketoptionId, passcode });
    expect(await describeAnswer(answer)).toEqual(refusal);
    const sessions = env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE account_id = ?").bind(id);
    expect(await sessions.first("n")).toBe(0);
  });
});

describe("a refused sign-in", () => {
  it("has the same response for an unknown id, a wrong passcode, an inactive account and an account without passcode", async () => {
    const { createAccount, post } = createSessionWorld();
    const guarded = await createAccount({ passcode: "correct horse" });
    const inactive = await createAccount({ passcode: "correct horse", isActive: false });
    const open = await createAccount();
    for (const [pocketoption_id, passcode] of [
      ["nobody-at-all", "correct horse"],
      [guarded.pocketoptionId, "wrong horse"],
      [inactive.pocketoptionId, "correct horse"],
      [open.pocketoptionId, "correct horse"],
    ])
      expect(await describeAnswer(await post(LOGIN, { pocketoption_id, passcode }))).toEqual(NO_ACCOUNT);
    const sessions = env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE account_id IN (?, ?, ?)");
    expect(await sessions.bind(guarded.id, inactive.id, open.id).first("n")).toBe(0);
  });

  it("asks for a passcode in the same way for an unknown id, an account with passcode, an inactive one and staff", async () => {
    const { createAccount, post } = createSessionWorld();
    const accounts = [
      await createAccount({ passcode: "correct horse" }),
      await createAccount({ role: "staff", passcode: "correct horse" }),
      await createAccount({ role: "staff" }),
      await createAccount({ isActive: false }),
      await createAccount({ idAlone: false }),
    ];
    for (const id of ["nobody-at-all", ...accounts.map(({ pocketoptionId }) => pocketoptionId)]) {
      expect(await describeAnswer(await post(LOGIN, { pocketoption_id: id }))).toEqual(PASSCODE_REQUIRED);
    }
  });

  it.each(["closed", "open"] as const)(
    "costs one passcode derivation for every account, and none without a passcode: %s",
    async (signUp) => {
      const { createAccount, deps } = createSessionWorld({ signUp });
      const derivation = vi.spyOn(crypto.subtle, "deriveBits");
      onTestFinished(() => derivation.mockRestore());
      const visit = { device: { userAgent: "", network: "" }, requestId: "request-1" };
      const workOf = async (pocketoptionId: string, passcode?: string, invite?: string) => {
        const credentials = { pocketoptionId, passcode, mayCreate: true, invite };
        const attempt = await beginSignInAttempt(deps, pocketoptionId, { address: crypto.randomUUID() });
        if (!attempt.admitted) throw new Error("The attempt is refused");
        derivation.mockClear();
        await signIn(deps, credentials, { ...visit, allowNewAccount: attempt.allowNewAccount(true) });
        await attempt.giveBack();
        return derivation.mock.calls.map(([algorithm]) => algorithm);
      };
      const { pocketoptionId: guarded } = await createAccount({ passcode: "correct horse" });
      const { pocketoptionId: open } = await createAccount();
      const off = { passcode: "correct horse", isActive: false };
      const { pocketoptionId: inactive } = await createAccount(off);
      await env.DB.prepare("UPDATE accounts SET passcode_hash = ? WHERE pocketoption_id IN (?, ?)")
        .bind(await hashPasscode(deps, "correct horse"), guarded, inactive)
        .run();
      const once = [expect.objectContaining({ iterations: 100_000 })];
      for (const id of [`nobody-${crypto.randomUUID()}`, guarded, open, inactive]) {
        expect(await workOf(id, "password")).toEqual(once);
        expect(await workOf(id, "wrong horse", "no invite")).toEqual(once);
        expect(await workOf(id, "wrong horse")).toEqual(once);
        expect(await workOf(id, undefined, "no invite")).toEqual([]);
      }
      expect(await workOf(guarded, "correct horse")).toEqual(once);
      for (const id of ["nobody-at-all", guarded]) expect(await workOf(id)).toEqual([]);
    },
  );

  it("has its reason in the log, without id or passcode", async () => {
    const { createAccount, logged, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: "correct horse" });
    await post(LOGIN, { pocketoption_id: pocketoptionId, passcode: "wrong horse" });
    await post(LOGIN, { pocketoption_id: "nobody-at-all", passcode: "wrong horse" });
    await post(LOGIN, { pocketoption_id: pocketoptionId });
    expect(logged.map(({ reason }) => reason)).toEqual([
      "wrong_passcode",
      "unknown_id",
      "passcode_not_given",
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/horse|nobody|po-/);
  });
});
