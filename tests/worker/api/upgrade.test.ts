/** A database of an earlier version is migrated: its record still verifies, and can be written to. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { checkRecordNightly } from "#worker/api/ledger/nightly-check.ts";
import { settleOverdue, voidSignal } from "#worker/api/signals/index.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import writtenWith0010 from "../../contract/database-0010.sql?raw";
import writtenWith0012 from "../../contract/database-0012.sql?raw";
import writtenWith0019 from "../../contract/database-0019.sql?raw";
import { pastTriggers } from "../../support/past-triggers.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./signals/record.ts";

describe.each([
  ["0010_acts_on_accounts.sql", writtenWith0010],
  ["0012_idempotency_keys.sql", writtenWith0012],
  ["0019_witnessed_in_time.sql", writtenWith0019],
])("a database with the schema of %s", (newest, rows) => {
  it("still verifies after the migrations, and can be written to", async () => {
    await reset();
    await applyD1Migrations(
      env.DB,
      env.TEST_MIGRATIONS.filter(({ name }) => name <= newest),
    );
    await pastTriggers(env.DB, ...rows.split("\n").filter((line) => /^(INSERT|UPDATE|DELETE)/.test(line)));
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

    // Whoever signed in by the id alone goes on so.
    const { results: accounts } = await env.DB.prepare(
      "SELECT role, passcode_hash, id_alone FROM accounts",
    ).all();
    expect(accounts.map(({ id_alone }) => id_alone)).toEqual(
      accounts.map(({ role, passcode_hash }) => Number(role === "member" && passcode_hash === null)),
    );
    expect(accounts.map(({ id_alone }) => id_alone)).toContain(1);

    const head = await env.DB.prepare("SELECT max(at) AS at FROM ledger").first<{ at: number }>();
    const record = createRecord(Math.max(Date.UTC(2026, 5, 1), head?.at ?? 0));
    expect(await check(record)).toMatchObject([{ event: "record_holds" }]);

    const { results: open } = await env.DB.prepare(
      "SELECT id, settle_by FROM signals WHERE outcome = 'open' ORDER BY settle_by",
    ).all<{ id: string; settle_by: number }>();
    const [first] = open;
    if (!first) throw new Error("no signal is open");
    const isOverdue = first.settle_by <= record.clock.ms;
    await settleOverdue(record.deps);
    for (const [trader, outcome] of [
      ["north-light", "won"],
      [await addSomeTrader(record), "lost"],
    ] as const) {
      // Short, so that it ends before the database's own clock.
      const at = (seconds: number) => new Date(record.clock.ms + seconds * 1000).toISOString();
      const times = { entry_at: at(-20), expires_at: at(1) };
      await publishAndSettle(record, signalBy(trader, record, times), outcome);
    }
    await retireTrader(record.deps, "north-light");
    const withdrawn = voidSignal(record.deps, first.id, "No quotes");
    if (isOverdue) await expect(withdrawn).rejects.toMatchObject({ code: "already_settled" });
    else await withdrawn;
    expect(await check(record)).toMatchObject([{ event: "record_holds" }]);
  });
});

it("a database whose languages are in a CHECK keeps its rows when migrated, and then takes languages from a table", async () => {
  await reset();
  const isOlder = ({ name }: { name: string }) => name < "0026";
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.filter(isOlder));
  const tables = ["accounts", "sessions", "session_tokens", "passkeys", "push_subscriptions"];
  const contents = async () => {
    const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
    return results.map((result) => result.results);
  };
  const key = "k".repeat(87);
  await env.DB.batch(
    [
      "INSERT INTO accounts (id, pocketoption_id, language, created_at) VALUES ('a', 'PO-1', 'de', 1), ('b', 'PO-2', NULL, 1)",
      "INSERT INTO sessions (id, account_id, created_at, last_used_at, expires_at) VALUES ('s', 'a', 1, 1, 9)",
      `INSERT INTO session_tokens (session_id, jti_hash, issued_at, expires_at, signing_key_id) VALUES ('s', '${"h".repeat(64)}', 1, 9, 'k')`,
      "INSERT INTO passkeys VALUES ('p', 'c', 'a', 'u', 'key', 0, 'Key', '[]', 1, NULL)",
      `INSERT INTO push_subscriptions VALUES ('n', 'a', 's', 'https://push.example/1', '${key}', '${"a".repeat(22)}', '${key}', 'fr', 'UTC', '', 1)`,
    ].map((sql) => env.DB.prepare(sql)),
  );
  const before = await contents();
  for (const rows of before) expect(rows.length).toBeGreaterThan(0);

  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

  expect(await contents()).toEqual(before);
  const write = (sql: string) => env.DB.prepare(sql).run();
  for (const table of ["accounts", "push_subscriptions"])
    await expect(write(`UPDATE ${table} SET language = 'pt'`)).rejects.toThrow("does not speak");
  await expect(
    write("INSERT INTO accounts (id, pocketoption_id, language, created_at) VALUES ('c', 'PO-3', 'xx', 1)"),
  ).rejects.toThrow("does not speak");
  await write("INSERT INTO languages VALUES ('pt')");
  await write("UPDATE accounts SET language = 'pt'");
  await write("UPDATE sessions SET revoked_at = 2");
  const { results } = await env.DB.prepare("SELECT id FROM push_subscriptions").all();
  expect(results).toEqual([]);
});

async function check({ deps, clock }: ReturnType<typeof createRecord>) {
  const lines: object[] = [];
  await checkRecordNightly({ db: deps.db, now: () => clock.ms, log: (line) => lines.push(line) });
  return lines;
}
