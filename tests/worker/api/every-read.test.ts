/** Every SQL statement of the API's GET requests uses an index, so its cost does not grow with the tables. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createMemberWorld, type SignedIn } from "./member-world.ts";
import { keepSomeCheckpoint } from "./transparency-log/some-checkpoint.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./signals/record.ts";
import { watchDatabase } from "./watched-database.ts";

/** Steps that walk or sort, but never past a fixed number of rows. */
const BOUNDED = [
  // Lists without a filter walk along the index they are ordered by, as far as their limit.
  /^SCAN \w+ USING (?:COVERING )?INDEX \w+$/,
  // What one member follows and is signed in with: both are limited.
  /^(?:SCAN \(subquery-\d+\)|USE TEMP B-TREE FOR (?:LAST \d+ TERMS? OF )?ORDER BY)$/,
];
/** Statements that may sort: those of one account alone. */
const OF_ONE_ACCOUNT = /"account_id" = \?/;

/** Counts what a statement gives up to a limit, which is a subquery of its own. */
/** Reads the few traders with much evidence, by an index of these alone. */
const OF_MUCH_EVIDENCE = /WHERE evidence >= 20/;
const COUNTS = /^select count\(\*\) from \(.* limit \?\)$/s;
/** Reads a trader's last results, which are a subquery with a limit. */
const OF_LAST_RESULTS = /ORDER BY published_seq DESC LIMIT \d+/;

/** Groups the histograms of some days: as many rows as pages, metrics and buckets make, whoever visits. */
const OF_SOME_DAYS = /from "web_vitals" where "web_vitals"\."day" > \? group by/;

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
      if (OF_SOME_DAYS.test(sql)) {
        expect(steps, sql).toEqual(["USE TEMP B-TREE FOR GROUP BY"]);
        continue;
      }
      if (OF_MUCH_EVIDENCE.test(sql)) {
        expect(
          steps.filter((step) => !/^SCAN \(subquery-\d+\)$/.test(step)),
          sql,
        ).toEqual([]);
        continue;
      }
      const allowed = [
        ...(OF_ONE_ACCOUNT.test(sql) ? BOUNDED : BOUNDED.slice(0, 1)),
        // The assets one by one, each by a search of the index.
        ...(/WITH RECURSIVE known/.test(sql) ? [/^SCAN known$/] : []),
        ...(COUNTS.test(sql) || OF_LAST_RESULTS.test(sql) ? [/^SCAN \(subquery-\d\)$/] : []),
      ];
      expect(
        steps.filter((step) => !allowed.some((pattern) => pattern.test(step))),
        sql,
      ).toEqual([]);
      if (steps.length > 0) expect(sql).toMatch(/\blimit\b|"account_id" = \?/i);
    }
  });
});
