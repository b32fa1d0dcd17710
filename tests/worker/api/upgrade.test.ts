/** A database of an earlier version is migrated: what stood in it still holds, and the record goes on from there. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { checkRecordNightly } from "#worker/api/ledger/nightly-check.ts";
import { settleOverdue, voidSignal } from "#worker/api/signals/index.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import writtenWith0010 from "../../contract/database-0010.sql?raw";
import writtenWith0012 from "../../contract/database-0012.sql?raw";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./signals/record.ts";

describe.each([
  ["0010_acts_on_accounts.sql", writtenWith0010],
  ["0012_idempotency_keys.sql", writtenWith0012],
])("a database at %s", (newest, rows) => {
  it("is migrated, holds, and is written on", async () => {
    await reset();
    await applyD1Migrations(
      env.DB,
      env.TEST_MIGRATIONS.filter(({ name }) => name <= newest),
    );
    await env.DB.batch(
      rows
        .split("\n")
        .filter((line) => /^(INSERT|UPDATE)/.test(line))
        .map((line) => env.DB.prepare(line)),
    );
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

    const record = createRecord(Date.UTC(2026, 5, 1));
    expect(await check(record)).toMatchObject([{ event: "record_holds" }]);

    const { results: open } = await env.DB.prepare("SELECT id FROM signals WHERE outcome = 'open'").all();
    expect(open.length).toBeGreaterThan(0);
    await settleOverdue(record.deps);
    await publishAndSettle(record, signalBy("north-light", record), "won");
    await publishAndSettle(record, signalBy(await addSomeTrader(record), record), "lost");
    await retireTrader(record.deps, "north-light");
    expect(await check(record)).toMatchObject([{ event: "record_holds" }]);
    await expect(voidSignal(record.deps, String(open[0]?.["id"]), "No quotes")).rejects.toMatchObject({
      code: "already_settled",
    });
  });
});

async function check({ deps, clock }: ReturnType<typeof createRecord>) {
  const lines: object[] = [];
  await checkRecordNightly({ db: deps.db, now: () => clock.ms, log: (line) => lines.push(line) });
  return lines;
}
