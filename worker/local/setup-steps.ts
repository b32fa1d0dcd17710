/** The steps of a set-up, in order. Each step checks first, and changes nothing that exists. */
import * as v from "valibot";
import { createStaffPasscode } from "./account-sql.ts";
import type { OperatorVar } from "./operator-fields.ts";
import type { WorkerSecrets } from "./secrets.ts";
import { stepOrFail } from "./step-error.ts";
import type { TomlChange } from "./wrangler-toml.ts";

export interface Database {
  readonly binding: string;
  readonly name: string;
  /** As in wrangler.toml; empty if it has none. */
  readonly id: string;
}

export type Answers = ReadonlyMap<OperatorVar, string>;

export interface NewStaff {
  readonly id: string;
  readonly passcode: string;
  readonly pepper: string;
}

export interface SetupWorld {
  /** Environment of wrangler.toml; empty for the top level. */
  readonly environment: string;
  /** As in wrangler.toml; empty if it has none. */
  readonly vars: Readonly<Record<string, string>>;
  readonly databases: readonly Database[];
  /** The operator's answers, already checked. */
  readonly answers: Answers;
  /** Id of the first staff account; asked for if there is none and one is needed. */
  readonly staffId: () => Promise<string>;
  readonly changeConfig: (changes: readonly TomlChange[]) => boolean;
  /** The secrets in a local file; missing ones are created. */
  readonly keepSecrets: (names: readonly (keyof WorkerSecrets)[]) => Partial<WorkerSecrets>;
  /** The worker's pepper. Throws if it is not known on this machine. */
  readonly knownPepper: () => string;
  /** Runs wrangler and resolves with its output; rejects with that if it fails. */
  readonly wrangler: (...args: readonly string[]) => Promise<string>;
  /** The same with `input` on its standard input. */
  readonly tellWrangler: (input: string, ...args: readonly string[]) => Promise<string>;
  readonly hasStaff: () => Promise<boolean>;
  readonly addStaff: (staff: NewStaff) => Promise<void>;
  readonly say: (line: string) => void;
}

export const SECRET_NAMES = [
  "JWT_SIGNING_KEYS",
  "LOG_SIGNING_KEY",
  "PASSCODE_PEPPER",
  "VAPID_KEYS",
] as const satisfies readonly (keyof WorkerSecrets)[];

/** The placeholder in the shipped wrangler.toml, which belongs to no database. */
export const PLACEHOLDER_ID = /^0{8}-|^$/;

/** Throws StepError. */
export async function setUp(world: SetupWorld): Promise<void> {
  const { say, answers } = world;
  writeAnswers(world);
  if (answers.get("API_BASE_URL") !== "") {
    say("Your own backend serves: no database, no secrets and no staff account are made.");
    return;
  }
  await stepOrFail("The database was not made", () => makeDatabases(world));
  await stepOrFail("The database was not migrated", () => migrate(world));
  await stepOrFail("The secrets were not set", () => setSecrets(world));
  await stepOrFail("No staff account was made", () => makeStaff(world));
}

/** The first line of a table in this environment. */
function tableOf(environment: string, name: string): string {
  return environment === "" ? name : `env.${environment}.${name}`;
}

function writeAnswers({ environment, vars, answers, changeConfig, say }: SetupWorld): void {
  const table = `[${tableOf(environment, "vars")}]`;
  const changes = [...answers].flatMap(([key, value]) =>
    value === (vars[key] ?? "") ? [] : [{ table, key, value }],
  );
  const isChanged = changes.length > 0 && changeConfig(changes);
  say(
    isChanged
      ? `wrangler.toml: ${changes.map(({ key }) => key).join(", ")} set.`
      : "wrangler.toml: as it was.",
  );
}

const Databases = v.array(v.object({ name: v.string(), uuid: v.string() }));

async function makeDatabases({ environment, databases, wrangler, changeConfig, say }: SetupWorld) {
  const list = async () => v.parse(Databases, jsonOf(await wrangler("d1", "list", "--json")));
  const find = async (name: string) => (await list()).find((one) => one.name === name)?.uuid;
  for (const { binding, name, id } of databases) {
    if (!PLACEHOLDER_ID.test(id)) {
      say(`Database ${name}: there already.`);
      continue;
    }
    const known = await find(name);
    if (known === undefined) await wrangler("d1", "create", name);
    const made = known ?? (await find(name));
    if (made === undefined) throw new Error(`wrangler d1 list does not name ${name}, which was just made.`);
    const table = `[[${tableOf(environment, "d1_databases")}]]`;
    changeConfig([{ table, having: `binding = "${binding}"`, key: "database_id", value: made }]);
    say(
      `Database ${name}: ${known === undefined ? "made" : "found in your account"}, and named in wrangler.toml.`,
    );
  }
}

/** Wrangler may print something else before its answer. */
function jsonOf(output: string): unknown {
  return JSON.parse(output.slice(output.indexOf("[")));
}

async function migrate({ environment, databases, wrangler }: SetupWorld): Promise<void> {
  for (const { binding } of databases)
    await wrangler("d1", "migrations", "apply", binding, "--remote", `--env=${environment}`);
}

/** Names of the worker's secrets. */
export async function listSecrets({
  environment,
  wrangler,
}: Pick<SetupWorld, "environment" | "wrangler">): Promise<readonly string[]> {
  const answer = await wrangler("secret", "list", "--format", "json", `--env=${environment}`).catch(
    (error: unknown) => {
      // Before the first deployment there is no worker that could have secrets.
      if (error instanceof Error && /Worker "[^"]*".* not found|does not exist|10007/i.test(error.message))
        return "[]";
      throw error;
    },
  );
  return v.parse(v.array(v.object({ name: v.string() })), jsonOf(answer)).map(({ name }) => name);
}

async function setSecrets(world: SetupWorld): Promise<void> {
  const { environment, keepSecrets, tellWrangler, say } = world;
  const set = await listSecrets(world);
  const missing = SECRET_NAMES.filter((name) => !set.includes(name));
  if (missing.length === 0) return say("Secrets: there already.");
  const kept = keepSecrets(missing);
  await tellWrangler(JSON.stringify(kept), "secret", "bulk", `--env=${environment}`);
  say(`Secrets: ${missing.join(", ")} made and set.`);
}

async function makeStaff({ hasStaff, staffId, knownPepper, addStaff, say }: SetupWorld): Promise<void> {
  if (await hasStaff()) return say("Staff: there already.");
  const id = await staffId();
  const pepper = knownPepper();
  const passcode = createStaffPasscode();
  // Printed before the account is made: if the command is interrupted, no account is left whose passcode was never shown.
  say(`Staff: ${id} gets the passcode ${passcode}. It is said this once.`);
  await addStaff({ id, passcode, pepper });
  say(`Staff: ${id} made.`);
}
