/** The rows that a refresh reads and writes. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { watchDatabase } from "../watched-database.ts";
import { createSessionWorld, tokensOf } from "./session-world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
