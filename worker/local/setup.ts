/**
 * `npm run setup`: asks who operates the site and at which address, writes wrangler.toml, and creates the database, the
 * secrets and the first staff account through wrangler. It changes nothing that exists, so it can be run again at any time.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { PocketoptionId } from "#shared/contracts/session.ts";
import { accountSql } from "./account-sql.ts";
import { ask, closeQuestions } from "./ask.ts";
import { type D1Target, executeFile, queryD1 } from "./d1-command.ts";
import { OPERATOR_FIELDS, OPERATOR_VARS, type OperatorVar, readOperatorVar } from "./operator-fields.ts";
import { readArguments, refuseArguments } from "./read-arguments.ts";
import { createSecrets, keepSecrets, type WorkerSecrets } from "./secrets.ts";
import { type Answers, type NewStaff, PLACEHOLDER_ID, setUp } from "./setup-steps.ts";
import { StepError } from "./step-error.ts";
import { CONFIG, readEnvironment, runWrangler, tellWrangler } from "./wrangler.ts";
import { changeTomlFile } from "./wrangler-toml.ts";

const FLAGS = OPERATOR_VARS.map((name) => OPERATOR_FIELDS[name]);
const USAGE = [
  "npm run setup -- [--env NAME] [--yes] [--from FILE] [--staff ID] and",
  ...FLAGS.map(({ flag, question }) => `  --${flag.padEnd(12)} ${question}`),
  "  --staff        Account id of the first staff account",
  "  --from         File of lines as BRAND_NAME=…, with STAFF_ID=… for the staff account",
  "  --yes          Asks nothing: what neither flag nor file says stays as wrangler.toml has it",
].join("\n");

const STAFF_ID = {
  question: "Account id of the first staff account",
  problemOf: (id: string) =>
    v.is(PocketoptionId, id)
      ? null
      : `STAFF_ID (--staff) must be 1 to 64 letters, digits and . _ @ -; it is ${JSON.stringify(id)}.`,
};

const DEFAULTS: Readonly<Record<string, string>> = { SIGN_UP: "closed", API_BASE_URL: "embedded" };

const TEXT = { type: "string" } as const;
const { values: flags } = readArguments(USAGE, {
  options: {
    env: { type: "string", default: "" },
    yes: { type: "boolean", default: false },
    from: TEXT,
    staff: TEXT,
    brand: TEXT,
    operator: TEXT,
    address: TEXT,
    contact: TEXT,
    origin: TEXT,
    "sign-up": TEXT,
    backend: TEXT,
  },
});

const { env: environment } = flags;
const site = readEnvironment(environment);
if (site === null)
  refuseArguments(USAGE, `--env: ${CONFIG} has no environment ${JSON.stringify(environment)}.`);
const { databases, vars } = site;
const production = readEnvironment("")?.vars ?? {};
const filed = flags.from === undefined ? {} : readAnswersFile(flags.from);
const staffId = flags.staff ?? filed["STAFF_ID"] ?? "";
const secretsFile = `.secrets-${environment || "production"}.env`;
const target: D1Target = { database: "DB", isRemote: true, environment };

try {
  await setUp({
    environment,
    vars,
    databases,
    answers: await readAnswers(),
    staffId: async () => (staffId === "" ? ask(STAFF_ID, "") : staffId),
    changeConfig: (changes) => changeTomlFile(CONFIG, changes),
    keepSecrets: keepInFile,
    knownPepper,
    wrangler: runWrangler,
    tellWrangler,
    hasStaff: async () =>
      (await queryD1(target, "SELECT 1 AS one FROM accounts WHERE role = 'staff' LIMIT 1")).length > 0,
    addStaff,
    say: (line) => console.log(line),
  });
  console.log(`Done. Next: npm run deploy${environment === "" ? "" : ` -- --env ${environment}`}`);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  closeQuestions();
}

/** From flags or file; otherwise asked for, or left unchanged with `--yes`. Reports all errors in flags and file at once. */
async function readAnswers(): Promise<Answers> {
  const known = new Map<OperatorVar, string>();
  for (const name of OPERATOR_VARS) {
    const given =
      flags[OPERATOR_FIELDS[name].flag] ?? filed[name] ?? (flags.yes ? proposalFor(name) : undefined);
    if (given !== undefined) known.set(name, given);
  }
  const problems = [...known].flatMap(([name, value]) => problemOf(name, value) ?? []);
  const isStaffNeeded = flags.yes && databases.some(({ id }) => PLACEHOLDER_ID.test(id));
  const staffProblem = staffId !== "" || isStaffNeeded ? STAFF_ID.problemOf(staffId) : null;
  const isEmbedded = ["", "embedded"].includes(known.get("API_BASE_URL") ?? "");
  if (staffProblem !== null && isEmbedded) problems.push(staffProblem);
  if (problems.length > 0) refuseArguments(USAGE, ...problems);
  const answers = new Map<OperatorVar, string>();
  for (const name of OPERATOR_VARS) {
    const { question } = OPERATOR_FIELDS[name];
    const asked = { question, problemOf: (text: string) => problemOf(name, text) };
    const proposal = proposalFor(name);
    const answer = known.get(name) ?? (await ask(asked, problemOf(name, proposal) === null ? proposal : ""));
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
  if (own !== "" && problemOf(name, own) === null) return own;
  if (environment !== "" && name === "SITE_ORIGIN") return own;
  return production[name] || DEFAULTS[name] || own;
}

function problemOf(name: OperatorVar, value: string): string | null {
  const read = readOperatorVar(name, value);
  return "problem" in read ? read.problem : null;
}

/** Exits if there is no such file, or if a line names an unknown variable. */
function readAnswersFile(file: string): Readonly<Record<string, string | undefined>> {
  if (!existsSync(file)) refuseArguments(USAGE, `--from: there is no file ${file}.`);
  const answers = parseEnv(readFileSync(file, "utf8"));
  const names = ["STAFF_ID", ...OPERATOR_VARS];
  const strange = Object.keys(answers).filter((name) => !names.includes(name));
  if (strange.length > 0)
    refuseArguments(
      USAGE,
      `${file} has ${strange.join(", ")}, which is not asked for; it may have ${names.join(", ")}.`,
    );
  return answers;
}

function readKept(): Readonly<Record<string, string | undefined>> {
  return existsSync(secretsFile) ? parseEnv(readFileSync(secretsFile, "utf8")) : {};
}

function keepInFile(names: readonly (keyof WorkerSecrets)[]): Partial<WorkerSecrets> {
  const fresh: Partial<WorkerSecrets> = createSecrets("one-1");
  const choose = (from: Partial<WorkerSecrets>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const kept = choose(keepSecrets(secretsFile, choose(fresh)));
  console.log(
    `${secretsFile} keeps them for you: put them where you keep passwords, then delete it. Git ignores it.`,
  );
  return kept;
}

function knownPepper(): string {
  const pepper = process.env["PASSCODE_PEPPER"] ?? readKept()["PASSCODE_PEPPER"] ?? "";
  if (pepper === "")
    throw new Error(
      `The worker has a PASSCODE_PEPPER that neither ${secretsFile} nor the environment has here: run again with PASSCODE_PEPPER=…`,
    );
  return pepper;
}

async function addStaff({ id, passcode, pepper }: NewStaff): Promise<void> {
  const sql = await accountSql({ id, role: "staff", name: "", passcode }, pepper, Date.now());
  const folder = mkdtempSync(join(tmpdir(), "setup-"));
  try {
    const sqlFile = join(folder, "staff.sql");
    writeFileSync(sqlFile, sql, { mode: 0o600 });
    await executeFile(target, sqlFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
