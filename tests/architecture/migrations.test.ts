/** The next migration is made from the snapshot of the last: it has to be what the tables were then, and are now. */
import { readdirSync, readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import * as admin from "#worker/api/admin/tables.ts";
import * as hooks from "#worker/api/hooks/tables.ts";
import * as ledger from "#worker/api/ledger/tables.ts";
import * as profile from "#worker/api/profile/tables.ts";
import * as session from "#worker/api/session/tables.ts";
import * as signals from "#worker/api/signals/tables.ts";
import * as traders from "#worker/api/traders/tables.ts";
import * as vitals from "#worker/api/vitals/tables.ts";

const MIGRATIONS = "worker/api/migrations";
const meta = readdirSync(`${MIGRATIONS}/meta`).sort();
const readMeta = (file: string) => JSON.parse(readFileSync(`${MIGRATIONS}/meta/${file}`, "utf8"));

it("`npm run migration` finds nothing to do", async () => {
  const newest = readMeta(meta.findLast((name) => name.endsWith("_snapshot.json")) ?? "");
  const tables = { ...admin, ...hooks, ...ledger, ...profile, ...session, ...signals, ...traders, ...vitals };
  const now = await generateSQLiteDrizzleJson(tables);
  expect(Object.keys(now.tables)).toHaveLength(Object.keys(newest.tables).length);
  expect(await generateSQLiteMigration(newest, now)).toEqual([]);
});

it("the journal names every migration", () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const tags = readMeta("_journal.json").entries.map(({ tag }: { tag: string }) => `${tag}.sql`);
  expect(tags).toEqual(files.sort());
});
