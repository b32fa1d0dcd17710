/** `npm start` before it starts: the backend that it serves from, and where it cannot start, why. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { listen, stop } from "#tests/support/local-server.ts";
import { runScript } from "#tests/support/run-script.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { missingMigrations } from "#worker/commands/check-schema.ts";
import { readVariable } from "#worker/commands/wrangler.ts";

const folder = temporaryFolder();

it.each([
  ['API_BASE_URL = "https://api.example"', {}, "https://api.example"],
  ['API_BASE_URL = "https://api.example"', { API_BASE_URL: "https://b.example" }, "https://b.example"],
  ['API_BASE_URL = "https://api.example"', { API_BASE_URL: "" }, ""],
  ['API_BASE_URL = ""', {}, ""],
  ["", {}, ""],
])("the backend for %s in wrangler.toml and %j in the environment is %j", (line, env, backend) => {
  const config = join(folder, "own-backend.toml");
  writeFileSync(config, `name = "x"\n[vars]\n${line}\n`);
  expect(readVariable("API_BASE_URL", env, config)).toBe(backend);
});

it("a taken port is named", async () => {
  const other = createServer();
  const { port } = new URL(await listen(other));
  const { status, stdout, stderr } = await runScript(["worker/local/start.ts"], {
    env: { ...process.env, PORT: port },
  });
  await stop(other);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(new RegExp(`^Port ${port} is in use: [^\\n]+\\n$`));
});

it("a Node that cannot run it is named", async () => {
  const older = join(folder, "older.cjs");
  writeFileSync(older, 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });');
  const args = ["-r", older, "-r", "./worker/local/need-node.cjs", "worker/local/start.ts"];
  const { status, stdout, stderr } = await runScript(args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^Tidemark needs Node 24, and this is 20\.20\.2: [^\n]+\n$/);
});

const NAME = "0001_tables.sql";
const TABLES = readFileSync(`worker/api/migrations/${NAME}`, "utf8");

function databaseOf(sql: string, name = NAME, file = ":memory:"): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE); ${sql}`);
  db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
  return db;
}

it.each([
  ["the migrations", TABLES, NAME, []],
  ["another version of a migration", TABLES.replace("payout BETWEEN 1", "payout BETWEEN 0"), NAME, null],
  ["a migration that is not there", TABLES, "0001_sessions.sql", null],
  ["the migrations, and changed since", `${TABLES}DROP TRIGGER ledger_refuses_delete;`, NAME, null],
])("whether a database fits that was made by %s", (_what, sql, name, missing) => {
  expect(missingMigrations(databaseOf(sql, name))).toEqual(missing);
});

describe("a local database that another version made", () => {
  const databases = join(folder, ".wrangler/state/v3/d1/miniflare-D1DatabaseObject");
  const file = join(databases, "older.sqlite");

  beforeEach(() => {
    copyFileSync("wrangler.toml", join(folder, "wrangler.toml"));
    mkdirSync(databases, { recursive: true });
    if (!existsSync(file)) databaseOf(TABLES, "0001_sessions.sql", file).close();
  });

  it("is kept by npm start, which names the command that starts over", async () => {
    expect(await runScript([resolve("worker/local/start.ts")], { cwd: folder })).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "The local database in .wrangler/state has other tables than this version.\n" +
        "`npm start -- --new` deletes it and starts over.\n",
    });
    expect(existsSync(file)).toBe(true);
  });

  const require = (isNew: boolean, isTerminal: boolean, input = "") => {
    const module = JSON.stringify(resolve("worker/local/local-schema.ts"));
    const script = `process.stdin.isTTY = ${isTerminal};
      const { requireFittingDatabase } = await import(${module});
      await requireFittingDatabase(${isNew});`;
    return runScript(["--eval", script], { cwd: folder, input });
  };

  it.each([
    ["no\n", 1, true],
    ["yes\n", 0, false],
  ])("is asked about on a terminal: %j", async (answer, status, isKept) => {
    const { stdout, stderr, ...end } = await require(false, true, answer);
    expect(end).toEqual({ status });
    expect(stdout + stderr).toContain("Delete it and start over?");
    expect(existsSync(file)).toBe(isKept);
  });

  it("goes without a question where --new asks for another", async () => {
    expect(await require(true, false)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(existsSync(file)).toBe(false);
  });
});
