/** The rows that a refresh writes, and refresh tokens in several databases. */
import { applyD1Migrations, createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, describe, expect, it } from "vitest";
import { purgeExpiredTokens } from "#worker/api/session/index.ts";
import worker from "#worker/index.ts";
import { watchDatabase } from "../watched-database.ts";
import { createSessionWorld, sessionOf, tokensOf } from "./session-world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe("a refresh", () => {
  it("writes one row, and two more once an hour", async () => {
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
    expect(written[0]).toBe(3);
    expect(written.filter((rows) => rows === 3)).toHaveLength(2);
    expect(written.filter((rows) => rows === 1)).toHaveLength(22);
  });

  it("reads by keys, without scanning a table", async () => {
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
});

describe("a refresh that cannot update its session", () => {
  it("fails without using up the token, which works later", async () => {
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

describe("with SESSIONS_DB_COUNT = 3", () => {
  const databases = [env.DB, env.SESSIONS_DB_1, env.SESSIONS_DB_2];
  const sessionDbs = [drizzle(env.SESSIONS_DB_1), drizzle(env.SESSIONS_DB_2)];
  const tokensIn = (token: string) =>
    Promise.all(
      databases.map((db) =>
        db
          .prepare("SELECT count(*) AS n FROM session_tokens WHERE session_id = ?")
          .bind(sessionOf(token))
          .first<number>("n"),
      ),
    );

  beforeAll(async () => {
    for (const db of [env.SESSIONS_DB_1, env.SESSIONS_DB_2])
      await applyD1Migrations(db, env.SESSIONS_MIGRATIONS);
  });

  it("each account's tokens are in one of three databases, where they are refreshed, repeated and refused", async () => {
    const { createAccount, me, pass, post, refresh, signIn } = createSessionWorld({ sessionDbs });
    const places = new Set<number>();
    for (let count = 0; count < 30; count += 1) {
      const account = await createAccount();
      const [first, other] = [await signIn(account), await signIn(account)];
      const place = (await tokensIn(first.refresh)).indexOf(1);
      places.add(place);
      expect((await tokensIn(other.refresh)).indexOf(1)).toBe(place);
      const second = await tokensOf(await refresh(first.refresh));
      expect((await tokensOf(await refresh(first.refresh))).refresh).toBe(second.refresh);
      expect((await me(`Bearer ${second.access}`)).status).toBe(200);
      await post("/api/auth/logout/", { refresh: other.refresh });
      expect((await refresh(other.refresh)).status).toBe(401);
      pass(31_000);
      expect((await refresh(first.refresh)).status).toBe(401);
      expect((await refresh(second.refresh)).status).toBe(401);
    }
    expect(places).toEqual(new Set([0, 1, 2]));
  });

  it("a refresh writes nothing to the first database if another has the token", async () => {
    const { db, takeLog } = watchDatabase();
    const { createAccount, pass, refresh, signIn } = createSessionWorld({ db, sessionDbs });
    let token = "";
    while (token === "" || (await tokensIn(token))[0] === 1)
      token = (await signIn(await createAccount())).refresh;
    pass(5 * MINUTE_MS);
    token = (await tokensOf(await refresh(token))).refresh;
    takeLog();
    pass(5 * MINUTE_MS);
    expect((await refresh(token)).status).toBe(200);
    expect(takeLog().rowsWritten).toBe(0);
  });

  it("a sign-in whose token cannot be stored leaves no session", async () => {
    const { createAccount, post } = createSessionWorld({ sessionDbs });
    let account = await createAccount();
    while (Number.parseInt(account.id.slice(0, 8), 16) % 3 !== 1) account = await createAccount();
    const signIn = () => post("/api/auth/login/", { pocketoption_id: account.pocketoptionId });
    await env.SESSIONS_DB_1.prepare(
      "CREATE TRIGGER tokens_fail BEFORE INSERT ON session_tokens BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    expect((await signIn()).status).toBeGreaterThanOrEqual(500);
    await env.SESSIONS_DB_1.prepare("DROP TRIGGER tokens_fail").run();
    const opened = "SELECT count(*) AS n FROM sessions WHERE account_id = ?";
    expect(await env.DB.prepare(opened).bind(account.id).first("n")).toBe(0);
    expect((await signIn()).status).toBe(200);
  });

  it("earlier sessions remain in the first database", async () => {
    const before = createSessionWorld();
    const tokens = await Promise.all(Array.from({ length: 6 }, async () => (await before.signIn()).refresh));
    const after = createSessionWorld({ sessionDbs });
    for (const token of tokens) {
      const next = await tokensOf(await after.refresh(token));
      expect((await tokensIn(next.refresh))[0]).toBe(1);
      expect((await after.refresh(next.refresh)).status).toBe(200);
    }
  });

  it("a session whose database is not bound any more is refused without an error", async () => {
    const { refresh, signIn } = createSessionWorld({ sessionDbs });
    let token = "";
    while (token === "" || (await tokensIn(token))[0] === 1) token = (await signIn()).refresh;
    const fewer = createSessionWorld();
    expect((await fewer.refresh(token)).status).toBe(401);
    expect((await refresh(token)).status).toBe(200);
  });

  it("expired tokens are deleted from every database", async () => {
    const { deps, pass, signIn } = createSessionWorld({ sessionDbs });
    for (let count = 0; count < 9; count += 1) await signIn();
    pass(2 * DAY_MS);
    await purgeExpiredTokens(deps);
    for (const db of databases)
      expect(await db.prepare("SELECT count(*) AS n FROM session_tokens").first("n")).toBe(0);
  });

  it("the additional databases have the same table as the first", async () => {
    const definition = (db: D1Database) =>
      db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'session_tokens'").first("sql");
    expect(await definition(env.SESSIONS_DB_1)).toBe(await definition(env.DB));
  });

  it("the worker uses the bound databases, and names one that is missing", async () => {
    const ask = async (bindings: Record<string, unknown>) =>
      worker.fetch(
        new Request<unknown, IncomingRequestCfProperties>("https://tidemark.example/readyz"),
        { ...env, ...bindings },
        createExecutionContext(),
      );
    expect(await (await ask({ SESSIONS_DB_COUNT: "3" })).json()).toMatchObject({ not_ready: [] });
    // Bound, and never migrated.
    const bare = { SESSIONS_DB_1: env.DB_COPY, SESSIONS_DB_COUNT: "2" };
    expect(await (await ask(bare)).json()).toMatchObject({ not_ready: ["schema"] });
    await expect(ask({ SESSIONS_DB_COUNT: "4" })).rejects.toThrow("no database is bound as SESSIONS_DB_3");
    await expect(ask({ SESSIONS_DB_COUNT: "0" })).rejects.toThrow("SESSIONS_DB_COUNT");
  });
});
