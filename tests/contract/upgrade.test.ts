/** A database of an earlier version is migrated: what stood in it still stands. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { verifyChain } from "#shared/ledger-chain.ts";
import { ledgerOfDatabase } from "#worker/local/ledger-source.ts";
import { seedStatements } from "#worker/local/seed-record.ts";

const MIGRATIONS = new URL("../../worker/api/migrations/", import.meta.url);

it("from the one before hooks told what they do not understand, a record, a key and an account come along", async () => {
  const files = readdirSync(MIGRATIONS).sort();
  const before = files.filter((file) => file < "0009");
  const db = new DatabaseSync(":memory:");
  const migrate = (names: readonly string[]) => {
    for (const name of names) db.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
  };
  migrate(before);
  for (const statements of seedStatements({ signals: 200, endMs: Date.UTC(2026, 10, 1) }))
    for (const { sql, json } of statements) db.prepare(sql).run(json);
  db.exec(`
    INSERT INTO accounts (id, pocketoption_id, name, created_at) VALUES ('a1', 'OLD-1', 'Old', 1);
    INSERT INTO ingest_keys (id, key_hash, trader_id, label, payout, entry_delay, life, created_at)
      VALUES ('k1', '${"0".repeat(64)}', 1, 'old', 8500, 30, 300, 1);
  `);
  const figures = db.prepare("SELECT * FROM totals").all();

  migrate(files.filter((file) => !before.includes(file)));

  expect(db.prepare("SELECT * FROM totals").all()).toEqual(figures);
  expect(db.prepare("SELECT label, not_understood FROM ingest_keys").all()).toEqual([
    { label: "old", not_understood: "[]" },
  ]);
  expect(db.prepare("SELECT pocketoption_id FROM accounts").all()).toEqual([{ pocketoption_id: "OLD-1" }]);
  const entries = ledgerOfDatabase(async (sql) => db.prepare(sql).all());
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  expect(await verifyChain(entries, { sha256 })).toMatchObject({ holds: true });
  expect(() => db.exec("DELETE FROM ledger WHERE seq = 1")).toThrow("append-only");
});
