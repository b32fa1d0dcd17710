/**
 * A fake of wrangler for set-up and deployment, with a Cloudflare account that is a folder: records each call with its standard
 * input, stores databases in SQLite files and the names of secrets, and prints the messages of wrangler 4.
 * `projectWithOwnWrangler` runs it in place of wrangler.
 */
import { appendFileSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { parse } from "smol-toml";
import * as v from "valibot";

interface Account {
  readonly databases: readonly { readonly uuid: string; readonly name: string }[];
  readonly queues: readonly string[];
  /** Names of the secrets by worker. */
  readonly workers: Readonly<Record<string, readonly string[]>>;
}

const folder = process.env["WRANGLER_DOUBLE_ACCOUNT"] ?? "";
const accountFile = join(folder, "account.json");
const argv = process.argv.slice(2);
const { positionals, values } = parseArgs({
  args: argv,
  allowPositionals: true,
  options: {
    env: { type: "string" },
    cwd: { type: "string", default: "." },
    config: { type: "string", default: "wrangler.toml" },
    command: { type: "string" },
    file: { type: "string" },
    format: { type: "string" },
    json: { type: "boolean" },
    remote: { type: "boolean" },
    yes: { type: "boolean" },
    "dry-run": { type: "boolean" },
  },
});
const input = await text(process.stdin);
appendFileSync(join(folder, "calls.jsonl"), `${JSON.stringify({ argv, input })}\n`);

const Section = v.object({
  d1_databases: v.optional(
    v.array(v.object({ binding: v.string(), database_id: v.string(), migrations_dir: v.string() })),
    [],
  ),
});
const Config = v.object({
  ...Section.entries,
  name: v.string(),
  env: v.optional(v.record(v.string(), Section), {}),
});
const config = v.parse(Config, parse(readFileSync(join(values.cwd, values.config), "utf8")));
const environment = values.env ?? "";
const section = environment === "" ? config : config.env[environment];
const workerName = environment === "" ? config.name : `${config.name}-${environment}`;
const account: Account = existsSync(accountFile)
  ? JSON.parse(readFileSync(accountFile, "utf8"))
  : { databases: [], queues: [], workers: {} };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function save(changes: Partial<Account>): void {
  writeFileSync(accountFile, JSON.stringify({ ...account, ...changes }));
}

function fail(message: string): never {
  process.stderr.write(`\n✘ [ERROR] ${message}\n\n`);
  process.exit(1);
}

/** The bound database in the account. */
function openDatabase(binding: string): { readonly db: DatabaseSync; readonly migrations: string } {
  const bound = section?.d1_databases.find((one) => one.binding === binding);
  if (!values.remote) fail("This double has no local databases.");
  if (!account.databases.some(({ uuid }) => uuid === bound?.database_id))
    fail(`The database ${bound?.database_id ?? binding} could not be found [code: 7404]`);
  return {
    db: new DatabaseSync(join(folder, `${bound?.database_id}.sqlite`)),
    migrations: join(values.cwd, bound?.migrations_dir ?? ""),
  };
}

function applyMigrations(binding: string): void {
  const { db, migrations } = openDatabase(binding);
  db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const isApplied = db.prepare("SELECT 1 FROM d1_migrations WHERE name = ?");
  const missing = globSync(join(migrations, "*.sql"))
    .toSorted()
    .filter((file) => isApplied.get(basename(file)) === undefined);
  for (const file of missing) {
    db.exec(readFileSync(file, "utf8"));
    db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(basename(file));
  }
  say(missing.length === 0 ? "✅ No migrations to apply!" : `🚣 ${missing.length} migrations applied.`);
}

function execute(binding: string): void {
  const { db } = openDatabase(binding);
  if (values.file !== undefined) {
    db.exec(readFileSync(values.file, "utf8"));
    // Simulates a connection that breaks while wrangler waits for the end.
    if (existsSync(join(folder, "cut-off"))) fail("fetch failed");
    say("🚣 Executed the file.");
    return;
  }
  const results = db.prepare(values.command ?? "").all();
  say(JSON.stringify([{ results, success: true, meta: { duration: 0 } }], null, 2));
}

function createDatabase(name: string): void {
  if (account.databases.some((one) => one.name === name)) fail("A database with that name already exists");
  const uuid = crypto.randomUUID();
  save({ databases: [...account.databases, { uuid, name }] });
  say(`✅ Successfully created DB '${name}' in region WEUR\nCreated your new D1 database.\n`);
  say(`[[d1_databases]]\nbinding = "DB"\ndatabase_name = "${name}"\ndatabase_id = "${uuid}"`);
}

function showQueue(name: string): void {
  if (!account.queues.includes(name))
    fail(`Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`);
  say(`Queue Name: ${name}`);
}

function createQueue(name: string): void {
  if (account.queues.includes(name))
    fail(`Queue name '${name}' is already taken. Please use a different name and try again. [code: 11009]`);
  save({ queues: [...account.queues, name] });
  say(`✅ Created queue '${name}'`);
}

function listSecrets(): void {
  const secrets = account.workers[workerName];
  const inEnvironment = values.env ? ` (env: ${values.env})` : "";
  if (!secrets)
    fail(
      `Worker "${workerName}"${inEnvironment} not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
    );
  say(
    JSON.stringify(
      secrets.map((name) => ({ name, type: "secret_text" })),
      null,
      2,
    ),
  );
}

function putSecrets(): void {
  const names = Object.keys(JSON.parse(input));
  say(`🌀 Processing the secrets for the Worker "${workerName}"`);
  if (existsSync(join(folder, "no-secrets"))) fail("A request to the Cloudflare API failed.");
  const before = account.workers[workerName] ?? [];
  save({ workers: { ...account.workers, [workerName]: [...new Set([...before, ...names])] } });
  for (const name of names) say(`✨ Successfully created secret for key: ${name}`);
}

function deploy(): void {
  if (values["dry-run"]) return say("--dry-run: exiting now.");
  save({ workers: { ...account.workers, [workerName]: account.workers[workerName] ?? [] } });
  say(`Uploaded ${workerName} (1.00 sec)\nCurrent Version ID: ${crypto.randomUUID()}`);
}

if (existsSync(join(folder, "no-login")))
  fail(
    "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
  );
const [first, second, third, fourth] = positionals;
const command = second === "migrations" ? [first, second, third] : [first, second];
switch (command.filter(Boolean).join(" ")) {
  case "d1 list":
    say(JSON.stringify(account.databases, null, 2));
    break;
  case "d1 create":
    createDatabase(third ?? "");
    break;
  case "queues info":
    showQueue(third ?? "");
    break;
  case "queues create":
    createQueue(third ?? "");
    break;
  case "d1 migrations apply":
    applyMigrations(fourth ?? "");
    break;
  case "d1 execute":
    execute(third ?? "");
    break;
  case "secret list":
    listSecrets();
    break;
  case "secret bulk":
    putSecrets();
    break;
  case "deploy":
    deploy();
    break;
  default:
    fail(`Unknown arguments: ${argv.join(" ")}`);
}
