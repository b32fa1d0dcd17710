/** The next migration is generated from the snapshot of the last one, so the snapshot must match the current tables. */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import drizzleConfig from "../../drizzle.config.ts";

const MIGRATIONS = "worker/api/migrations";
const meta = readdirSync(`${MIGRATIONS}/meta`).sort();
const readMeta = (file: string) => JSON.parse(readFileSync(`${MIGRATIONS}/meta/${file}`, "utf8"));

it("the newest migration snapshot matches the table definitions, so `drizzle-kit generate` has nothing to do", async () => {
  const newest = readMeta(meta.findLast((name) => name.endsWith("_snapshot.json")) ?? "");
  const modules = globSync(String(drizzleConfig.schema)).map(
    (file): Promise<object> => import(`../../${file}`),
  );
  const tables = Object.assign({}, ...(await Promise.all(modules)));
  const now = await generateSQLiteDrizzleJson(tables);
  expect(Object.keys(now.tables).toSorted()).toEqual(Object.keys(newest.tables).toSorted());
  expect(await generateSQLiteMigration(newest, now)).toEqual([]);
});

it("the migrations' journal lists every migration file", () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const tags = readMeta("_journal.json").entries.map(({ tag }: { tag: string }) => `${tag}.sql`);
  expect(tags).toEqual(files.sort());
});
