/** A local database that another version of the tables made is kept until somebody says otherwise. */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { missingMigrations } from "#worker/commands/check-schema.ts";

const NAME = "0001_tables.sql";
const TABLES = readFileSync(`worker/api/migrations/${NAME}`, "utf8");

describe("a database", () => {
  it("that the migrations made lacks none", () => {
    expect(missingMigrations(databaseOf(TABLES))).toEqual([]);
  });

  it.each([
    ["another version of a migration", TABLES.replace("payout BETWEEN 1", "payout BETWEEN 0"), NAME],
    ["a migration that is not there", TABLES, "0001_sessions.sql"],
    ["the migrations, and changed since", `${TABLES}DROP TRIGGER ledger_refuses_delete;`, NAME],
  ])("that was made by %s does not fit", (_what, sql, name) => {
    expect(missingMigrations(databaseOf(sql, name))).toBeNull();
  });
});

describe("a local database that does not fit", () => {
  let folder = "";
  let file = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "local-schema-"));
    copyFileSync("wrangler.toml", join(folder, "wrangler.toml"));
    const databases = join(folder, ".wrangler/state/v3/d1/miniflare-D1DatabaseObject");
    mkdirSync(databases, { recursive: true });
    file = join(databases, "older.sqlite");
    databaseOf(TABLES, "0001_sessions.sql", file).close();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it("is kept by npm start, which names the command that starts over", async () => {
    expect(await run("", resolve("worker/local/start.ts"))).toEqual({
      code: 1,
      output:
        "The local database in .wrangler/state has other tables than this version.\n" +
        "`npm start -- --new` deletes it and starts over.\n",
    });
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ["no\n", 1, true],
    ["yes\n", 0, false],
  ])("is asked about on a terminal: %j", async (answer, code, isKept) => {
    const asked = await run(answer, "--eval", `process.stdin.isTTY = true; ${requirement(false)}`);
    expect(asked).toMatchObject({ code, output: expect.stringContaining("Delete it and start over?") });
    expect(existsSync(file)).toBe(isKept);
  });

  it("goes without a question where --new asks for another", async () => {
    expect(await run("", "--eval", requirement(true))).toEqual({ code: 0, output: "" });
    expect(existsSync(file)).toBe(false);
  });

  function requirement(isWanted: boolean): string {
    const module = JSON.stringify(resolve("worker/local/local-schema.ts"));
    return `const { requireFittingDatabase } = await import(${module}); await requireFittingDatabase(${isWanted});`;
  }

  async function run(input: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn("node", args, { cwd: folder });
    child.stdin.end(input);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    return new Promise((done) => child.on("close", (code) => done({ code, output })));
  }
});

function databaseOf(sql: string, name = NAME, file = ":memory:"): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE); ${sql}`);
  db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  return db;
}
