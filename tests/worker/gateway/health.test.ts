import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { addSomeTrader, createRecord } from "#tests/worker/api/signals/record.ts";
import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { apiReadiness, NEWEST_MIGRATION, TABLES, TRIGGERS } from "#worker/api/readiness.ts";
import { type ReadinessChecks, isUpstreamReachable } from "#worker/gateway/health.ts";
import { createVirtualTime } from "./proxy/virtual-time.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";
import { createSigningKeys } from "#worker/api/session/token-keys.ts";
import { testGateway } from "./test-gateway.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";

const SITE = "https://site.example";

function siteWith(readiness: ReadinessChecks) {
  const time = createVirtualTime();
  const { ask, logged } = testGateway({ readiness, now: time.now, startTimer: time.startTimer });
  const get = (path: string) => time.run(ask(path));
  return { get, time, logged };
}

it("/healthz is live even if the upstream fails", async () => {
  const { get } = siteWith({ upstream: () => Promise.reject(new Error("down")) });
  const response = await get("/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "live", build: expect.stringMatching(/^\w+$/) });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

describe("/readyz", () => {
  it("is ready on a working site", async () => {
    const response = await SELF.fetch(`${SITE}/readyz`);
    expect(await response.json()).toMatchObject({ status: "ready", not_ready: [] });
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("names the checks that fail, and logs the reasons without showing them", async () => {
    const { get, logged } = siteWith({
      upstream: async () => true,
      schema: async () => false,
      secrets: () => Promise.reject(new Error("s3cr3t-internal")),
    });
    const response = await get("/readyz");
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ status: "not_ready", not_ready: ["schema", "secrets"] });
    expect(text).not.toContain("s3cr3t");
    expect(logged.filter(({ event }) => event === "not_ready")).toMatchObject([
      { check: "schema", requestId: response.headers.get("X-Request-Id") },
      { check: "secrets", error: { message: "s3cr3t-internal" } },
    ]);
  });

  it("waits two seconds at most, then aborts the check", async () => {
    let given: AbortSignal | undefined;
    const { get, time } = siteWith({
      upstream: (signal) => {
        given = signal;
        return new Promise(() => {});
      },
    });
    const startedMs = time.now();
    const response = await get("/readyz");
    expect(time.now() - startedMs).toBe(2_000);
    expect(await response.json()).toMatchObject({ not_ready: ["upstream"] });
    expect(given?.aborted).toBe(true);
  });

  it("runs its checks once a second at most", async () => {
    let asked = 0;
    const { get, time } = siteWith({ upstream: async () => (asked += 1) > 0 });
    for (let count = 0; count < 10; count += 1) await get("/readyz");
    expect(asked).toBe(1);
    await time.run(time.sleep(1_000, new AbortController().signal));
    await get("/readyz");
    expect(asked).toBe(2);
  });
});

describe("the readiness of the embedded API", () => {
  const secrets = {
    signingKeys: createSigningKeys(env.JWT_SIGNING_KEYS),
    logKeys: createLogKeys(env.LOG_SIGNING_KEY),
    logConfig: { origin: null, witnesses: [] },
    passcodePepper: env.PASSCODE_PEPPER,
  };
  const readiness = (changes: Partial<Parameters<typeof apiReadiness>[0]> = {}) =>
    apiReadiness({ db: drizzle(env.DB), now: Date.now, ...secrets, ...changes });
  const { schema } = readiness();
  const run = (sql: string, ...values: string[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();

  it("fails while the newest migration is missing", async () => {
    expect(await schema()).toBe(true);
    await run("UPDATE d1_migrations SET name = 'other' WHERE name = ?", NEWEST_MIGRATION);
    expect(await schema()).toBe(false);
    await run("UPDATE d1_migrations SET name = ? WHERE name = 'other'", NEWEST_MIGRATION);
  });

  it("fails if the clock is more than a minute behind the ledger, or off the database's clock", async () => {
    const isRight = (clockMs: number) => readiness({ now: () => clockMs }).clock();
    expect(await isRight(Date.now())).toBe(true);
    expect(await isRight(Date.now() + 2 * MAX_CLOCK_LAG_MS)).toBe(false);
    expect(await isRight(Date.now() - 2 * MAX_CLOCK_LAG_MS)).toBe(false);
    // Behind the ledger by more than a minute, and behind the database by less.
    const headMs = Date.now() + MAX_CLOCK_LAG_MS / 2;
    await addSomeTrader(createRecord(headMs));
    expect(await isRight(headMs - MAX_CLOCK_LAG_MS + 5_000)).toBe(true);
    expect(await isRight(headMs - MAX_CLOCK_LAG_MS - 1)).toBe(false);
  });

  it("fails while a trigger is missing, unless a later version may have put another in its place", async () => {
    const [name = ""] = TRIGGERS;
    const trigger = env.DB.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?");
    const statement = (await trigger.bind(name).first<string>("sql")) ?? "";
    await run(`DROP TRIGGER ${name}`);
    expect(await schema()).toBe(false);
    await run("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    expect(await schema()).toBe(true);
    await run("DELETE FROM d1_migrations WHERE name = '9999_later.sql'");
    await run(statement);
    expect(await schema()).toBe(true);
  });

  it("fails while a table is missing", async () => {
    await run("ALTER TABLE web_vitals RENAME TO web_vitals_gone");
    expect(await schema()).toBe(false);
    await run("ALTER TABLE web_vitals_gone RENAME TO web_vitals");
  });

  it("checks every table and trigger of the migrations, and the newest of these by its right name", async () => {
    const { results } = await env.DB.prepare(
      `SELECT type, name FROM sqlite_master WHERE type IN ('table', 'trigger') AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
        AND name NOT IN ('sqlite_sequence', 'd1_migrations') ORDER BY name`,
    ).all();
    const namesOf = (wanted: string) => results.filter(({ type }) => type === wanted).map(({ name }) => name);
    expect(namesOf("table")).toEqual(TABLES);
    expect(namesOf("trigger")).toEqual(TRIGGERS);
    expect(env.TEST_MIGRATIONS.at(-1)?.name).toBe(NEWEST_MIGRATION);
  });

  it.each([
    [{ signingKeys: createSigningKeys("") }, false],
    [{ logKeys: createLogKeys("") }, false],
    [{ passcodePepper: "short" }, false],
    [{}, true],
  ])("needs all secrets: with %j it is %s", async (given, expected) => {
    expect(await readiness(given).secrets()).toBe(expected);
  });
});

it.each([
  [200, true],
  [401, true],
  [503, false],
])("an operator's own backend that answers %i counts as reachable: %s", async (status, expected) => {
  let url = "";
  const upstream = {
    baseUrl: "https://backend.example/base",
    fetch: async (asked: URL | string) => {
      url = String(asked);
      return new Response(null, { status });
    },
  };
  expect(await isUpstreamReachable(upstream, new AbortController().signal)).toBe(expected);
  expect(url).toBe("https://backend.example/base/api/auth/me/");
});
