/**
 * `npm run setup`: asks who operates the site and at which address, writes wrangler.toml, and creates the database, queues,
 * secrets and the first staff account through wrangler. Each step checks first, and changes nothing that exists, so it can be
 * run again at any time.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { PocketoptionId } from "#shared/contracts/session.ts";
import { accountSql, createStaffPasscode } from "./account-sql.ts";
import { ask, closeQuestions } from "#worker/commands/ask.ts";
import { type D1Target, executeFile, migrateD1, queryD1 } from "#worker/commands/d1-command.ts";
import {
  OPERATOR_FIELDS,
  OPERATOR_VARS,
  type OperatorVar,
  PLACEHOLDER_ID,
  readOperatorVar,
} from "./operator-fields.ts";
import { makePrivate, writePrivate } from "#worker/commands/private-file.ts";
import { readArguments, refuseArguments } from "#worker/commands/read-arguments.ts";
import { createSecrets, keepSecrets, type WorkerSecrets } from "#worker/commands/secrets.ts";
import { StepError, stepOrFail } from "#worker/commands/step-error.ts";
import {
  CONFIG,
  type Database,
  readEnvironment,
  runWrangler,
  tellWrangler,
} from "#worker/commands/wrangler.ts";
import { jsonIn, listSecrets } from "#worker/commands/wrangler-output.ts";
import { changeToml, type TomlChange } from "./wrangler-toml.ts";

const HELP = `npm run setup -- [--env NAME] [--staff ID] [--yes]
Asks who runs the site and where, writes it into wrangler.toml, and creates what is missing: database, queues,
secrets and the first staff account. What exists stays, so you can run it again.
  --env     environment of wrangler.toml; the top level by default
  --staff   account id of the first staff account, or of another one
  --yes     asks nothing: the answers are those in wrangler.toml
Example: npm run setup -- --env staging`;

const STAFF_ID = {
  question: "Account id of the first staff account",
  problemOf: (id: string) =>
    v.is(PocketoptionId, id)
      ? null
      : `The account id (--staff) must be 1 to 64 letters, digits and . _ @ -; it is ${JSON.stringify(id)}.`,
};

const DEFAULTS: Readonly<Record<string, string>> = { SIGN_UP: "closed", API_BASE_URL: "embedded" };

const Databases = v.array(v.object({ name: v.string(), uuid: v.string() }));

const { values: flags } = readArguments(HELP, {
  options: {
    env: { type: "string", default: "" },
    staff: { type: "string" },
    yes: { type: "boolean", default: false },
  },
});
const { env: environment } = flags;
const site = readEnvironment(environment);
if (site === null)
  refuseArguments(HELP, `--env: ${CONFIG} has no environment ${JSON.stringify(environment)}.`);
const { databases, queues, vars } = site;
const production = readEnvironment("")?.vars ?? {};
const secretsFile = `.secrets-${environment || "production"}.env`;
const target: D1Target = { database: "DB", isRemote: true, environment };

try {
  await setUp();
  console.log(`Done. Next: npm run deploy${environment === "" ? "" : ` -- --env ${environment}`}`);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  closeQuestions();
}

async function setUp(): Promise<void> {
  const answers = flags.yes ? readConfig() : await askAnswers();
  await stepOrFail("wrangler.toml was not changed", async () => writeAnswers(answers));
  if (answers.get("API_BASE_URL") !== "") {
    console.log("Your own backend serves: no database, secrets or staff account are created.");
    return;
  }
  await stepOrFail("The database was not created", makeDatabases);
  await stepOrFail("The queues were not created", makeQueues);
  await stepOrFail("The database was not migrated", async () => {
    for (const { binding } of databases) await migrateD1({ ...target, database: binding });
  });
  await stepOrFail("The secrets were not set", setSecrets);
  await stepOrFail("No staff account was created", makeStaff);
}

/** The answers that stand in wrangler.toml. Exits, naming everything that is missing, if they are not valid. */
function readConfig(): ReadonlyMap<OperatorVar, string> {
  const read = OPERATOR_VARS.map((name) => [name, readOperatorVar(name, proposalFor(name))] as const);
  const problems = read.flatMap(([, answer]) => ("problem" in answer ? [answer.problem] : []));
  const answers = new Map(read.map(([name, answer]) => [name, "value" in answer ? answer.value : ""]));
  const isFirst = answers.get("API_BASE_URL") === "" && databases.some(({ id }) => PLACEHOLDER_ID.test(id));
  const staffProblem = isFirst || flags.staff !== undefined ? STAFF_ID.problemOf(flags.staff ?? "") : null;
  if (staffProblem !== null) problems.push(staffProblem);
  if (problems.length > 0) refuseArguments(HELP, ...problems);
  return answers;
}

async function askAnswers(): Promise<ReadonlyMap<OperatorVar, string>> {
  const staffProblem = flags.staff === undefined ? null : STAFF_ID.problemOf(flags.staff);
  if (staffProblem !== null) refuseArguments(HELP, staffProblem);
  const answers = new Map<OperatorVar, string>();
  for (const name of OPERATOR_VARS) {
    const problemOf = (text: string) => {
      const read = readOperatorVar(name, text);
      return "problem" in read ? read.problem : null;
    };
    const proposal = proposalFor(name);
    const { question } = OPERATOR_FIELDS[name];
    const answer = await ask({ question, problemOf }, problemOf(proposal) === null ? proposal : "");
    const read = readOperatorVar(name, answer);
    answers.set(name, "value" in read ? read.value : answer);
  }
  return answers;
}

/** The value in wrangler.toml; for another environment that of production, except for its address and its backend. */
function proposalFor(name: OperatorVar): string {
  const own = vars[name] ?? "";
  // The empty value is a valid answer here.
  if (name === "API_BASE_URL" && environment !== "") return own || "embedded";
  if (own !== "" && "value" in readOperatorVar(name, own)) return own;
  if (environment !== "" && name === "SITE_ORIGIN") return own;
  return production[name] || DEFAULTS[name] || own;
}

function changeConfig(changes: readonly TomlChange[]): void {
  writeFileSync(CONFIG, changes.reduce(changeToml, readFileSync(CONFIG, "utf8")));
}

/** The first line of a table in this environment. */
function tableOf(name: string): string {
  return environment === "" ? name : `env.${environment}.${name}`;
}

function writeAnswers(answers: ReadonlyMap<OperatorVar, string>): void {
  const changes = [...answers].flatMap(([key, value]) =>
    value === (vars[key] ?? "") ? [] : [{ table: `[${tableOf("vars")}]`, key, value }],
  );
  changeConfig(changes);
  const names = changes.map(({ key }) => key).join(", ");
  console.log(`wrangler.toml: ${names === "" ? "unchanged" : `${names} set`}.`);
}

async function findDatabase(name: string): Promise<string | undefined> {
  const known = v.parse(Databases, jsonIn(await runWrangler("d1", "list", "--json")));
  return known.find((one) => one.name === name)?.uuid;
}

async function makeDatabases(): Promise<void> {
  for (const database of databases) {
    if (PLACEHOLDER_ID.test(database.id)) await makeDatabase(database);
    else console.log(`Database ${database.name}: exists.`);
  }
}

async function makeDatabase({ binding, name }: Database): Promise<void> {
  const known = await findDatabase(name);
  if (known === undefined) await runWrangler("d1", "create", name);
  const id = known ?? (await findDatabase(name));
  if (id === undefined) throw new Error(`wrangler d1 list does not name ${name}, which was just created.`);
  const table = `[[${tableOf("d1_databases")}]]`;
  changeConfig([{ table, having: `binding = "${binding}"`, key: "database_id", value: id }]);
  const done = known === undefined ? "created" : "found in your account";
  console.log(`Database ${name}: ${done}, and written into wrangler.toml.`);
}

async function makeQueues(): Promise<void> {
  for (const name of queues) {
    if (await isQueue(name)) console.log(`Queue ${name}: exists.`);
    else {
      await runWrangler("queues", "create", name);
      console.log(`Queue ${name}: created.`);
    }
  }
  console.log('Queues on the free plan stop at 10,000 operations a day: worker/OPERATIONS.md, "Deliveries".');
}

async function isQueue(name: string): Promise<boolean> {
  try {
    await runWrangler("queues", "info", name);
    return true;
  } catch (error) {
    if (String(error).includes(`Queue "${name}" does not exist.`)) return false;
    throw error;
  }
}

async function setSecrets(): Promise<void> {
  makePrivate(secretsFile);
  const set = await listSecrets(runWrangler, environment);
  const fresh = Object.entries(createSecrets("one-1")).filter(([name]) => !set.includes(name));
  if (fresh.length === 0) return console.log("Secrets: exist.");
  const names = fresh.map(([name]) => name);
  const kept = Object.entries(keepSecrets(secretsFile, Object.fromEntries(fresh)));
  console.log(
    `${secretsFile} has the secrets: store them with your passwords, then delete the file. Git ignores it.`,
  );
  const secrets = Object.fromEntries(kept.filter(([name]) => names.includes(name)));
  await tellWrangler(JSON.stringify(secrets), "secret", "bulk", `--env=${environment}`);
  console.log(`Secrets: ${names.join(", ")} created and set.`);
}

async function makeStaff(): Promise<void> {
  const { staff } = flags;
  const known = staff === undefined ? "role = 'staff'" : `pocketoption_id = '${staff}' COLLATE NOCASE`;
  const [account] = await queryD1(target, `SELECT role FROM accounts WHERE ${known} LIMIT 1`);
  if (account?.["role"] === "staff") return console.log("Staff: exists.");
  if (account) throw new Error(`${staff} is a member's account: name another id.`);
  if (staff === undefined && flags.yes) throw new Error("--staff must name the first staff account.");
  const id = staff ?? (await ask(STAFF_ID, ""));
  const pepper = knownPepper();
  const passcode = createStaffPasscode();
  // Printed before the account is created: if the command is interrupted, no account is left whose passcode was never shown.
  console.log(`Staff: ${id} has the passcode ${passcode}. It is shown only now.`);
  const folder = mkdtempSync(join(tmpdir(), "setup-"));
  try {
    const sqlFile = join(folder, "staff.sql");
    const sql = await accountSql({ id, role: "staff", name: "", passcode }, pepper, Date.now());
    writePrivate(sqlFile, sql);
    await executeFile(target, sqlFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`Staff: ${id} created.`);
}

/** The worker's pepper. Throws if it is not known on this machine. */
function knownPepper(): string {
  const kept: Partial<WorkerSecrets> = existsSync(secretsFile)
    ? parseEnv(readFileSync(secretsFile, "utf8"))
    : {};
  const pepper = process.env["PASSCODE_PEPPER"] ?? kept.PASSCODE_PEPPER ?? "";
  if (pepper === "")
    throw new Error(
      `The worker's PASSCODE_PEPPER is neither in ${secretsFile} nor in the environment: run again with PASSCODE_PEPPER=…`,
    );
  return pepper;
}
