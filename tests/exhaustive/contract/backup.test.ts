/** Backing up and restoring a database as an operator does it: with wrangler and files. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { ledgerLine } from "#shared/record/ledger-chain.ts";
import { growTiles } from "#shared/log/log-tiles.ts";
import { type Hash, leafHash, rootOfHashes } from "#shared/log/merkle-tree.ts";
import { toHex } from "#shared/encoding/sha256.ts";
import { checkpointText } from "#shared/log/signed-note.ts";
import { copyProject } from "#tests/support/deployable-site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verify } from "#tests/support/verify.ts";
import { sha256OfBytes } from "#worker/commands/verify/digests.ts";
import { backUp, restore } from "#worker/commands/backup/backup.ts";
import { checkBackup } from "#worker/commands/verify/check-backup.ts";
import { type D1Target, executeFile, exportD1, queryD1 } from "#worker/commands/d1-command.ts";
import { seedStatements } from "#worker/local/demo-data/write-record.ts";
import { runWrangler } from "#worker/commands/wrangler.ts";

const folder = temporaryFolder();
const file = join(folder, "backup.sql");
const target: D1Target = { database: "DB", isRemote: false, folder };

const CONFIG = `
name = "backup"
compatibility_date = "2026-10-01"
[[d1_databases]]
binding = "DB"
database_name = "backup"
database_id = "11111111-1111-1111-1111-111111111111"
migrations_dir = "${resolve("worker/api/migrations")}"
`;

beforeAll(async () => {
  writeFileSync(join(folder, "wrangler.toml"), CONFIG);
  await runWrangler("d1", "migrations", "apply", "DB", "--local", "--cwd", folder);
  const seed = join(folder, "seed.sql");
  writeFileSync(seed, [...seedSql(), ...OTHER_ROWS].join("\n"));
  await executeFile(target, seed);
  const tiles = join(folder, "tiles.sql");
  writeFileSync(tiles, (await tilesSql()).join("\n"));
  await executeFile(target, tiles);
});

it("a backup restores the whole database and never overwrites a file or a database", async () => {
  const head = await backUp(target, file);
  expect(head.seq).toBeGreaterThan(100);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(backUp(target, file)).rejects.toThrow("overwrites nothing");
  await expect(restore(target, file)).rejects.toThrow("not empty");
  expect(await verify(file)).toEqual({
    code: 0,
    output: `The backup holds: its ledger, and every table that follows from it.\nHead ${head.seq} ${head.hash}\n`,
  });

  rmSync(join(folder, ".wrangler/state/v3/d1"), { recursive: true });
  expect(await restore(target, file)).toEqual(head);
  const second = join(folder, "second.sql");
  await exportD1(target, second);
  expect(readFileSync(second, "utf8")).toBe(readFileSync(file, "utf8"));

  const [witnessed] = await queryD1(target, "SELECT count(*) AS signals FROM witnessed_signals");
  expect(witnessed).toEqual({ signals: 100 });

  // What protects the record is back too, and the next migration knows where it stands.
  await expect(queryD1(target, "DELETE FROM ledger WHERE seq = 1")).rejects.toThrow("append-only");
  const migrated = await runWrangler("d1", "migrations", "apply", "DB", "--local", "--cwd", folder);
  expect(migrated).toContain("No migrations to apply");
}, 240_000);

it("a restore writes nothing if the backup is invalid, and a valid backup can be restored afterwards", async () => {
  const chain = bentBackup("chain", /(INSERT INTO "ledger" [^\n]*VALUES\(50,)(\d+)/, "$11$2");
  const words = "chain.sql does not hold. Ledger line 50 does not hold: its hash does not match its content.";
  rmSync(join(folder, ".wrangler/state/v3/d1"), { recursive: true });
  await expect(restore(target, chain)).rejects.toThrow(words);
  const refusedByD1 = bentBackup("platform", /$/, "PRAGMA user_version = 7;\n");
  await expect(restore(target, refusedByD1)).rejects.toThrow("not authorized");
  expect(await verify(chain)).toMatchObject({ code: 1, output: expect.stringContaining(words) });
  expect(await restore(target, file)).toMatchObject({ seq: expect.any(Number) });
}, 240_000);

it("a backup whose read models do not follow from its ledger is invalid", async () => {
  await refuses(
    "signal",
    /(INSERT INTO "signals"[^\n]*?)'lost'/,
    "$1'won'",
    /\. signals [0-9a-f]{20} does not follow from the ledger: outcome is "won", but "lost" by its ledger lines\.$/,
  );
  await refuses(
    "equity",
    /(INSERT INTO "trader_equity"[^\n]*?\[\[1,\d+,)(-?[\d.]+)/,
    "$19$2",
    /\. trader_equity [a-z-]+ does not follow from the ledger: series\.points\.0\.2 is -?9/,
  );

  await refuses(
    "tile",
    /(INSERT INTO "log_tiles"[^\n]*VALUES\(0,0,'[0-9a-f]{64})[0-9a-f]{64}/,
    `$1${"f".repeat(64)}`,
    /\. log_tiles 0\/0 does not follow from the ledger: hashes\.1 is "f{64}", but "[0-9a-f]{64}" by its ledger lines\.$/,
  );
});

it("a backup with another schema is invalid, and the difference is named", async () => {
  const trigger = /CREATE TRIGGER ledger_refuses_delete.*?END;\n/s;
  await refuses("trigger", trigger, "", /Its schema differs: trigger ledger_refuses_delete is missing\.$/);
  await refuses(
    "hollow",
    /(CREATE TRIGGER ledger_refuses_delete.*?)BEGIN.*?END;/s,
    "$1BEGIN SELECT 1; END;",
    /Its schema differs: trigger ledger_refuses_delete differs from this version's\.$/,
  );
  await refuses(
    "added",
    /$/,
    "CREATE TRIGGER bends AFTER INSERT ON signals BEGIN SELECT 1; END;\n",
    /Its schema differs: trigger bends does not belong to this version\.$/,
  );
  await refuses(
    "table",
    /CREATE TABLE "?ledger"? .*?;\n/s,
    "",
    /does not hold\. no such table: (?:main\.)?ledger$/,
  );
  await refuses(
    "newer",
    /'(\d{4}_\w+)\.sql'/,
    "'9999_later.sql'",
    /newer than this version, which has no migration 9999_later\.sql/,
  );
  await refuses("unknown", /INSERT INTO "d1_migrations".*?\n/g, "", /no list of migrations/);
  const elsewhere = join(folder, "elsewhere.sqlite");
  const attach = `COMMIT;\nATTACH '${elsewhere}' AS elsewhere;\nCREATE TABLE elsewhere.t (a);\nBEGIN;\n`;
  await refuses("attached", /^/, attach, /does not hold\. not authorized/);
  expect(existsSync(elsewhere)).toBe(false);
});

it("the next version takes the backup of this one along, into staging: every row, and what protects it", async () => {
  const root = copyProject();
  const next: D1Target = { ...target, environment: "staging", folder: root };
  try {
    // As a later migration changes a table that has rows and triggers.
    const migration = join(root, "worker/api/migrations/9999_tickets.sql");
    writeFileSync(migration, "ALTER TABLE audit_log ADD COLUMN ticket TEXT CHECK (ticket <> '');");
    const [top = "", database = ""] = CONFIG.replace(/"[^"]*migrations"/, '"worker/api/migrations"').split(
      "[[",
    );
    const staging = `[[env.staging.${database.replace("11111111", "22222222")}`;
    writeFileSync(join(root, "wrangler.toml"), `${top}[[${database}\n${staging}`);
    const command = [join(root, "worker/commands/backup/backup.ts"), "restore", file, "--env", "staging"];
    const { stdout } = await promisify(execFile)("node", command, { cwd: root });
    expect(stdout).toContain("The database is restored, and its ledger holds.");
    await expect(queryD1({ ...next, environment: "" }, "SELECT count(*) FROM ledger")).rejects.toThrow(
      "no such table",
    );

    const tables = ["accounts", "audit_log", "ledger", "signals", "traders", "log_tiles"];
    const counts = tables.map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`).join(", ");
    expect(await queryD1(next, `SELECT ${counts}`)).toEqual(await queryD1(target, `SELECT ${counts}`));
    expect(await queryD1(next, "SELECT target, ticket FROM audit_log")).toEqual([
      { target: "north-light", ticket: null },
    ]);
    for (const statement of ["UPDATE audit_log SET ticket = 'T-1'", "DELETE FROM ledger WHERE seq = 1"])
      await expect(queryD1(next, statement)).rejects.toThrow("append-only");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}, 240_000);

it("a backup is refused, without leaving a file, if the figures do not follow from the ledger", async () => {
  const [trigger] = await queryD1(
    target,
    "SELECT sql FROM sqlite_schema WHERE name = 'traders_follow_their_entries'",
  );
  const bent = join(folder, "bent.sql");
  writeFileSync(
    bent,
    `DROP TRIGGER traders_follow_their_entries;
     UPDATE traders SET won = won + 1, net = net + 8500 WHERE id = 3;
     ${String(trigger?.["sql"])};`,
  );
  await executeFile(target, bent);
  const again = join(folder, "again.sql");
  await expect(backUp(target, again)).rejects.toThrow(
    /\. traders [a-z-]+ does not follow from the ledger: won is \d+, but \d+ by its ledger lines\.$/,
  );
  expect(existsSync(again)).toBe(false);
}, 60_000);

it("a long backup is read in chunks that never split a text value", async () => {
  const long = join(folder, "long.sql");
  const account = (id: number, name: string) =>
    `INSERT INTO "accounts" (id, pocketoption_id, name, created_at) VALUES('${id}','${id}','${name}',1);\n`;
  const lines = "INSERT INTO \"ledger\" VALUES(1);\nit''s no statement;\n".repeat(200_000);
  const accounts = Array.from({ length: 5 }, (_, index) => account(index, lines)).join("");
  const text = readFileSync(file, "utf8").replace(
    'INSERT INTO "accounts"',
    // Outside of an INSERT an apostrophe begins no text.
    `-- Somebody's note.\n${accounts}INSERT INTO "accounts"`,
  );
  writeFileSync(long, text);
  expect(text.length).toBeGreaterThan(3 * 16 * 1024 * 1024);
  expect((await checkBackup(long)).seq).toBeGreaterThan(100);
  writeFileSync(long, text.replace(/(INSERT INTO "ledger" [^\n]*VALUES\(50,)(\d+)/, "$11$2"));
  await expect(checkBackup(long)).rejects.toThrow("Ledger line 50 does not hold");
});

/** The path of a copy of the backup with something in it changed. */
function bentBackup(name: string, place: RegExp, by: string): string {
  const text = readFileSync(file, "utf8");
  const bent = text.replace(place, by);
  expect(bent).not.toBe(text);
  const bentFile = join(folder, `${name}.sql`);
  writeFileSync(bentFile, bent);
  return bentFile;
}

/** What `restore` checks before it writes. */
async function refuses(name: string, place: RegExp, by: string, words: string | RegExp): Promise<void> {
  await expect(checkBackup(bentBackup(name, place, by))).rejects.toThrow(words);
}

const OTHER_ROWS = [
  `INSERT INTO accounts (id, pocketoption_id, name, language, created_at) VALUES ('a1', 'it''s; "quoted"', 'Zoë 🌊', 'de', 1);`,
  `INSERT INTO audit_log (seq, at, actor_id, action, target, detail, network, request_id)
   VALUES (1, 1, 'a1', 'trader_added', 'north-light', '{}', '', 'r1');`,
  "INSERT INTO web_vitals (day, page, metric, bucket, count) VALUES (20000, 'home', 'lcp', 71, 12);",
];

/** The record of a hundred signals, in statements of at most 100 kB, which is D1's limit. */
function seedSql(): string[] {
  const statements = [...seedStatements({ signals: 100, endMs: Date.UTC(2026, 10, 1) })].flat();
  return statements.flatMap(({ sql, json }) => {
    const rows = JSON.parse(json) as unknown;
    const parts = Array.isArray(rows) ? inPartsOf(50, rows).map((part) => JSON.stringify(part)) : [json];
    return parts.map((part) => `${sql.replaceAll("?1", () => literal(part))};`);
  });
}

function inPartsOf<Row>(length: number, rows: readonly Row[]): (readonly Row[])[] {
  return rows.length === 0 ? [] : [rows.slice(0, length), ...inPartsOf(length, rows.slice(length))];
}

/** What the scheduled job makes of the seed, and a checkpoint of all of it that somebody saw before any signal's entry. */
async function tilesSql(): Promise<string[]> {
  const leaves: Hash[] = [];
  for (const row of await queryD1(target, "SELECT * FROM ledger ORDER BY seq")) {
    const { at, clock_at: clockAt, payload } = row;
    const entry = v.parse(LedgerEntry, {
      ...row,
      at: new Date(Number(at)).toISOString(),
      clock_at: new Date(Number(clockAt)).toISOString(),
      payload: JSON.parse(String(payload)),
    });
    leaves.push(await leafHash(sha256OfBytes, new TextEncoder().encode(ledgerLine(entry))));
  }
  const growth = await growTiles(sha256OfBytes, { size: 0, leaves, partialTile: () => [] });
  const tiles = growth.map(
    ({ level, index, hashes }) =>
      `INSERT INTO log_tiles VALUES (${level}, ${index}, '${hashes.map(toHex).join("")}');`,
  );
  const root = await rootOfHashes(sha256OfBytes, leaves);
  const note = checkpointText({ origin: "signals.example/log", size: leaves.length, root });
  return [
    ...tiles,
    `INSERT INTO log_checkpoints (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
     VALUES (${leaves.length}, ${literal(`${note}\n`)}, 'line', 1, 'line', 1);`,
  ];
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
