import { env } from "cloudflare:workers";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { CHALLENGE, createSessionWorld, describeAnswer, sessionOf, tokensOf } from "./session-world.ts";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import { createSigningKeys } from "#worker/api/session/token-keys.ts";
import { watchDatabase } from "../watched-database.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OLD_KEY = `old:${"A".repeat(43)}`;
const NEW_KEY = `new:${"B".repeat(42)}A`;

const refused = (detail: string) => ({
  status: 401,
  challenge: CHALLENGE,
  body: { detail, code: "token_not_valid" },
});

describe("a refresh", () => {
  it("rotates both tokens and keeps the session", async () => {
    const { me, pass, refresh, signIn } = createSessionWorld();
    const first = await signIn();
    pass(60_000);
    const response = await refresh(first.refresh);
    expect(response.status).toBe(200);
    expect(Object.keys(await response.clone().json<object>())).toEqual(["access", "refresh"]);
    const second = await tokensOf(response);
    expect(second.refresh).not.toBe(first.refresh);
    expect(second.access).not.toBe(first.access);
    expect(sessionOf(second.refresh)).toBe(sessionOf(first.refresh));
    expect((await me(`Bearer ${second.access}`)).status).toBe(200);
  });

  it("renews the token's lifetime and the session's, once", async () => {
    const { deps, pass, refresh, signIn } = createSessionWorld();
    const [first, other] = [await signIn(), await signIn()];
    const rowOf = (token: string) =>
      env.DB.prepare("SELECT * FROM sessions WHERE id = ?").bind(sessionOf(token)).first();
    const otherBefore = await rowOf(other.refresh);
    pass(DAY_MS - 1_000);
    const second = await tokensOf(await refresh(first.refresh));
    expect(decodeJwt(second.refresh).exp).toBe(Math.floor((deps.now() + DAY_MS) / 1000));
    const renewed = await rowOf(first.refresh);
    // The row says so no more than once an hour, so the session may live that much longer.
    expect(renewed).toMatchObject({ last_used_at: deps.now(), expires_at: deps.now() + DAY_MS + HOUR_MS });
    expect(await rowOf(other.refresh)).toEqual(otherBefore);
    pass(500);
    await refresh(first.refresh);
    expect(await rowOf(first.refresh)).toEqual(renewed);
    pass(DAY_MS - 1_500);
    await purgeExpiredSessions(deps);
    expect((await refresh(second.refresh)).status).toBe(200);
  });

  it.each([
    ["a member", 30 * DAY_MS, {}],
    ["staff", DAY_MS / 2, { role: "staff", passcode: "correct horse" }],
  ] as const)(
    "does not prolong the session of %s beyond %i ms, however often it happens",
    async (_who, lifeMs, account) => {
      const { createAccount, deps, pass, refresh, signIn } = createSessionWorld();
      const beganMs = deps.now();
      let tokens = await signIn(await createAccount(account));
      const stepMs = Math.min(lifeMs / 4, DAY_MS - 1_000);
      while (deps.now() + stepMs < beganMs + lifeMs) {
        pass(stepMs);
        tokens = await tokensOf(await refresh(tokens.refresh));
      }
      expect(decodeJwt(tokens.refresh).exp).toBe(Math.floor((beganMs + lifeMs) / 1000));
      const row = env.DB.prepare("SELECT expires_at FROM sessions WHERE id = ?");
      expect(await row.bind(sessionOf(tokens.refresh)).first("expires_at")).toBe(beganMs + lifeMs);
      pass(beganMs + lifeMs - deps.now());
      expect(await describeAnswer(await refresh(tokens.refresh))).toEqual(refused("Token is expired"));
    },
  );

  it("fails after the session's maximum life, even if the session was given a longer one earlier", async () => {
    const { deps, refresh, signIn } = createSessionWorld();
    const { refresh: token } = await signIn();
    await env.DB.prepare("UPDATE sessions SET created_at = ? WHERE id = ?")
      .bind(deps.now() - 30 * DAY_MS, sessionOf(token))
      .run();
    expect(await describeAnswer(await refresh(token))).toEqual(refused("Token is expired"));
  });

  it("that is sent 20 times at the same moment returns the same token each time", async () => {
    const { refresh, signIn } = createSessionWorld();
    const first = await signIn();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const pairs = await Promise.all(responses.map(tokensOf));
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
    expect((await refresh(pairs[0]?.refresh ?? "")).status).toBe(200);
  });

  it("repeats the same new token up to 30 s later, even if that one has been rotated too", async () => {
    const { pass, refresh, signIn } = createSessionWorld();
    const first = await signIn();
    const second = await tokensOf(await refresh(first.refresh));
    pass(15_000);
    const third = await tokensOf(await refresh(second.refresh));
    pass(15_000);
    expect((await tokensOf(await refresh(first.refresh))).refresh).toBe(second.refresh);
    expect((await tokensOf(await refresh(second.refresh))).refresh).toBe(third.refresh);
    pass(10_000);
    expect((await refresh(first.refresh)).status, "which has not begun anew").toBe(401);
  });

  it("keeps only those earlier tokens that the grace period needs", async () => {
    const { pass, refresh, signIn } = createSessionWorld();
    const tokens = [(await signIn()).refresh];
    for (const seconds of [0, 10, 20, 31]) {
      pass(seconds * 1000);
      tokens.push((await tokensOf(await refresh(tokens.at(-1) ?? ""))).refresh);
    }
    const row = env.DB.prepare("SELECT earlier FROM session_tokens WHERE session_id = ?");
    expect(await row.bind(sessionOf(tokens[0] ?? "")).first("earlier")).toBe("[]");
    expect((await refresh(tokens[2] ?? "")).status).toBe(401);
  });

  it("with a token that is reused after the grace period revokes this session alone, and is logged", async () => {
    const { createAccount, logged, me, pass, refresh, signIn } = createSessionWorld();
    const account = await createAccount();
    const [first, other] = [await signIn(account), await signIn(account)];
    const second = await tokensOf(await refresh(first.refresh));
    pass(30_001);
    expect(await describeAnswer(await refresh(first.refresh))).toEqual(refused("Token is blacklisted"));
    expect(await describeAnswer(await refresh(second.refresh))).toEqual(refused("Token is blacklisted"));
    expect((await me(`Bearer ${second.access}`)).status).toBe(401);
    expect(logged).toEqual([expect.objectContaining({ level: "warn", event: "refresh_token_reused" })]);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  it("repeats no token of a revoked session, and writes nothing", async () => {
    const { post, refresh, signIn } = createSessionWorld();
    const first = await signIn();
    const second = await tokensOf(await refresh(first.refresh));
    const row = env.DB.prepare("SELECT * FROM session_tokens WHERE session_id = ?");
    const before = await row.bind(sessionOf(first.refresh)).first();
    await post("/api/auth/logout/", { refresh: second.refresh });
    for (const token of [first.refresh, second.refresh])
      expect(await describeAnswer(await refresh(token))).toEqual(refused("Token is blacklisted"));
    expect(await row.bind(sessionOf(first.refresh)).first()).toEqual(before);
  });

  it("works after a new signing key is added in front, repeats what the old one signed, and signs with the new key", async () => {
    const before = createSessionWorld({ signingKeys: createSigningKeys(OLD_KEY) });
    const first = await before.signIn();
    const second = await tokensOf(await before.refresh(first.refresh));
    const during = createSessionWorld({ signingKeys: createSigningKeys(`${NEW_KEY},${OLD_KEY}`) });
    expect((await during.me(`Bearer ${first.access}`)).status).toBe(200);
    expect((await tokensOf(await during.refresh(first.refresh))).refresh).toBe(second.refresh);
    const third = await tokensOf(await during.refresh(second.refresh));
    expect(decodeProtectedHeader(third.refresh).kid).toBe("new");
    expect(decodeProtectedHeader(third.access).kid).toBe("new");
    const after = createSessionWorld({ signingKeys: createSigningKeys(NEW_KEY) });
    expect((await after.refresh(third.refresh)).status).toBe(200);
    expect(await describeAnswer(await after.refresh(second.refresh))).toEqual(refused("Token is invalid"));
  });

  it("repeats a usable token after the key that signed it was removed again", async () => {
    const before = createSessionWorld({ signingKeys: createSigningKeys(OLD_KEY) });
    const first = await before.signIn();
    const during = createSessionWorld({ signingKeys: createSigningKeys(`${NEW_KEY},${OLD_KEY}`) });
    await during.refresh(first.refresh);
    const repeated = await tokensOf(await before.refresh(first.refresh));
    expect((await before.refresh(repeated.refresh)).status).toBe(200);
  });
});

describe("the database's work for a refresh", () => {
  it("is one row to write, and two more once an hour", async () => {
    const { db, takeLog } = watchDatabase();
    const { pass, refresh, signIn } = createSessionWorld({ db });
    let { refresh: token } = await signIn();
    const written: number[] = [];
    for (let minutes = 0; minutes < 120; minutes += 5) {
      pass(5 * MINUTE_MS);
      takeLog();
      ({ refresh: token } = await tokensOf(await refresh(token)));
      written.push(takeLog().rowsWritten);
    }
    const hour = [3, ...Array.from({ length: 11 }, () => 1)];
    expect(written).toEqual([...hour, ...hour]);
  });

  it("takes two round trips, which read by keys", async () => {
    const { db, takeLog } = watchDatabase();
    const { refresh, signIn } = createSessionWorld({ db });
    const { refresh: token } = await signIn();
    takeLog();
    await refresh(token);
    const { statements, trips, sequence } = takeLog();
    for (const { sql, values } of statements) {
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      const scans = plan.results.filter(({ detail }) => /^SCAN (?!json_each|CONSTANT|\(sub)/.test(detail));
      expect(scans, sql).toEqual([]);
    }
    expect({ trips, sequence }).toEqual({ trips: 2, sequence: 2 });
  });

  it("fails without using up the token if the session cannot be updated", async () => {
    const { pass, refresh, signIn } = createSessionWorld();
    const { refresh: token } = await signIn();
    pass(HOUR_MS);
    await env.DB.prepare(
      "CREATE TRIGGER sessions_fail BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    expect((await refresh(token)).status).toBeGreaterThanOrEqual(500);
    await env.DB.prepare("DROP TRIGGER sessions_fail").run();
    pass(MINUTE_MS);
    expect((await refresh(token)).status).toBe(200);
  });
});

describe("a refused refresh", () => {
  it("says what is wrong with the token", async () => {
    const { pass, refresh, signIn } = createSessionWorld();
    const first = await signIn();
    expect(await describeAnswer(await refresh(first.access))).toEqual(refused("Token has wrong type"));
    for (const token of ["nonsense", "a.b.c", "..", "💥"])
      expect(await describeAnswer(await refresh(token))).toEqual(refused("Token is invalid"));
    pass(DAY_MS);
    expect(await describeAnswer(await refresh(first.refresh))).toEqual(refused("Token is expired"));
  });

  it("says that a signed token without a session is invalid", async () => {
    const { refresh, signIn } = createSessionWorld();
    const first = await signIn();
    await env.DB.prepare("DELETE FROM sessions WHERE id = ?").bind(sessionOf(first.refresh)).run();
    expect(await describeAnswer(await refresh(first.refresh))).toEqual(refused("Token is invalid"));
  });

  it("is a 401 while the account is inactive, which does not use up the token, and after it is deleted", async () => {
    const { createAccount, pass, refresh, signIn } = createSessionWorld();
    const account = await createAccount();
    const { refresh: token } = await signIn(account);
    const run = (sql: string) => env.DB.prepare(sql).bind(account.id).run();
    const gone = {
      status: 401,
      challenge: CHALLENGE,
      body: { detail: "No active account found for the given token.", code: "no_active_account" },
    };
    await run("UPDATE accounts SET is_active = 0 WHERE id = ?");
    expect(await describeAnswer(await refresh(token))).toEqual(gone);
    await run("UPDATE accounts SET is_active = 1 WHERE id = ?");
    pass(60_000);
    const next = await tokensOf(await refresh(token));
    await run("DELETE FROM accounts WHERE id = ?");
    expect(await describeAnswer(await refresh(next.refresh))).toEqual(gone);
  });
});
