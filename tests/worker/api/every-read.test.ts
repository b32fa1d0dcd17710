/** Every SQL statement of the API's GET requests uses an index, so its cost does not grow with the tables. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createMemberWorld, type SignedIn } from "./member-world.ts";
import { keepSomeCheckpoint } from "./transparency-log/some-checkpoint.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./signals/record.ts";
import { watchDatabase } from "./watched-database.ts";

/** A list without a filter walks along the index it is ordered by, as far as its limit. */
const ALONG_INDEX = /^SCAN \w+ USING (?:COVERING )?INDEX \w+$/;
const SUBQUERY = /^SCAN \(subquery-\d+\)$/;

/** Statements that may walk or sort more, but never past a fixed number of rows. */
const BOUNDED: readonly (readonly [statement: RegExp, steps: RegExp])[] = [
  // What one member follows and is signed in with: both are limited.
  [/"account_id" = \?/, /^(?:SCAN \(subquery-\d+\)|USE TEMP B-TREE FOR (?:LAST \d+ TERMS? OF )?ORDER BY)$/],
  // Counts what a statement gives up to a limit, which is a subquery of its own.
  [/^select count\(\*\) from \(.* limit \?\)$/s, SUBQUERY],
  // The few traders with much evidence, by an index of these alone.
  [/WHERE evidence >= 20/, SUBQUERY],
  // A trader's last results.
  [/ORDER BY published_seq DESC LIMIT \d+/, SUBQUERY],
  // The assets one by one, each by a search of the index.
  [/WITH RECURSIVE known/, /^SCAN known$/],
  // The histograms of some days: as many rows as pages, metrics and buckets make, whoever visits.
  [/from "web_vitals" where "web_vitals"\."day" > \? group by/, /^USE TEMP B-TREE FOR GROUP BY$/],
];

const WITHOUT_DATABASE: ReadonlySet<string> = new Set(["/api/live/", "/api/log/key/", "/api/log/witnesses/"]);

/** What a read does not answer without. */
const QUERIES: Readonly<Record<string, string>> = {
  "/api/admin/signals/prices/": "?asset=EURUSD",
  "/api/log/tile/": "?level=0&index=0&width=1",
  "/api/log/entries/": "?index=0&width=1",
  "/api/search/": "?q=a",
  "/api/traders/:handle/slices/": "?by=asset",
};

const { db, takeLog } = watchDatabase();
const logConfig = {
  origin: "a.example/log",
  witnesses: [{ url: "https://w.example", vkey: "w.example+01234567+BA" }],
};
const world = createMemberWorld({ db, logConfig });
const params: Record<string, string> = { language: "en", "file{signals\\.(?:atom|json)}": "signals.json" };
let staff: SignedIn;

const reads = world.api.routes
  .filter(({ method, path }) => method === "GET" && !WITHOUT_DATABASE.has(path))
  .map(({ path }) => path);

beforeAll(async () => {
  const record = createRecord(world.deps.now());
  const handle = await addSomeTrader(record);
  params["handle"] = handle;
  params["id"] = await publishAndSettle(record, signalBy(handle, record), "won");
  await keepSomeCheckpoint();
  staff = await world.signInStaff();
  await staff.ask("PUT", `/api/profile/follows/${handle}/`);
  takeLog();
});

describe("the SQL statements of", () => {
  it.each([...new Set(reads)])("GET %s scan no whole table", async (route) => {
    const path = route.replaceAll(/:(\w+(?:\{[^}]*\})?)/g, (_, name: string) => params[name] ?? name);
    const response = await staff.ask("GET", path + (QUERIES[route] ?? ""));
    await response.arrayBuffer();
    expect(response.status, path).toBe(200);
    const { statements } = takeLog();
    expect(statements.length).toBeGreaterThan(0);
    for (const { sql, values } of statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      const steps = results.map(({ detail }) => detail).filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step));
      const allowed = BOUNDED.flatMap(([statement, step]) => (statement.test(sql) ? [step] : []));
      const isAllowed = (step: string) => [ALONG_INDEX, ...allowed].some((pattern) => pattern.test(step));
      expect(
        steps.filter((step) => !isAllowed(step)),
        sql,
      ).toEqual([]);
      // A walk along an index ends.
      if (steps.some((step) => ALONG_INDEX.test(step))) expect(sql).toMatch(/\blimit\b|"account_id" = \?/i);
    }
  });
});
