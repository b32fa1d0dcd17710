/** The steps of a deployment, in order; stops at the first step that fails and says what to do. */
import * as v from "valibot";
import { Vars } from "#worker/vars.ts";
import { PLACEHOLDER_ID, readOperatorVar } from "#worker/commands/setup/operator-fields.ts";
import { StepError, stepOrFail } from "#worker/commands/step-error.ts";
import type { Database } from "#worker/commands/wrangler.ts";
import { listSecrets } from "#worker/commands/wrangler-output.ts";

export interface DeployWorld {
  /** Environment of wrangler.toml; empty for the top level. */
  readonly environment: string;
  /** As in wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
  readonly databases: readonly Database[];
  /** Path of a copy of wrangler.toml without the database. */
  readonly writeConfigWithoutDatabase: () => Promise<string>;
  /** Runs wrangler and resolves with its output; rejects with that if it fails. */
  readonly wrangler: (...args: readonly string[]) => Promise<string>;
  /** Uploads the build's source maps to Sentry; null if this is not configured. */
  readonly uploadSourceMaps: (() => Promise<void>) | null;
  /** Faults of the deployed site, one line each. */
  readonly findFaults: () => Promise<readonly string[]>;
  readonly say: (line: string) => void;
}

/** Their placeholder values must not be deployed: the policies name the operator as controller of the data. */
const OPERATORS_OWN = ["OPERATOR_NAME", "OPERATOR_ADDRESS", "CONTACT_EMAIL", "SITE_ORIGIN"] as const;

/** Without these nobody could sign in, or check the log. */
const REQUIRED_SECRETS = ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY", "PASSCODE_PEPPER"];

/** Checks, builds, migrates, deploys, and checks again. Throws StepError. */
export async function deploy(world: DeployWorld): Promise<void> {
  const { environment, vars, databases, wrangler, say } = world;
  const hasOwnBackend = (vars["API_BASE_URL"] ?? "") !== "";
  const setup = `npm run setup${environment === "" ? "" : ` -- --env ${environment}`}`;
  checkConfig(world, setup, hasOwnBackend);
  if (!hasOwnBackend) await stepOrFail("The secrets cannot be read", () => checkSecrets(world, setup));
  const hasNoDatabase = hasOwnBackend && databases.every(({ id }) => PLACEHOLDER_ID.test(id));
  const config = hasNoDatabase
    ? ["--config", await stepOrFail("The configuration was not written", world.writeConfigWithoutDatabase)]
    : [];
  const target = [`--env=${environment}`, ...config];
  say("Building …");
  await stepOrFail("The build failed; nothing was changed", () => wrangler("deploy", "--dry-run", ...target));
  if (!hasOwnBackend) {
    say("Migrating the database …");
    for (const { binding } of databases) {
      await stepOrFail("The migration failed; the site runs on unchanged", () =>
        wrangler("d1", "migrations", "apply", binding, "--remote", `--env=${environment}`),
      );
    }
  }
  say("Deploying …");
  say(
    await stepOrFail("The deployment failed; the site runs on unchanged", () =>
      wrangler("deploy", ...target),
    ),
  );
  // Even if this fails, the site is deployed.
  await world
    .uploadSourceMaps?.()
    .catch((error: unknown) => say(`Sentry has no source maps: ${String(error)}`));
  say("Checking the site …");
  const faults = await world.findFaults();
  const back = `npx wrangler rollback${environment === "" ? "" : ` --env ${environment}`}`;
  if (faults.length > 0)
    throw new StepError(
      ["It is deployed, but the site has faults:", ...faults, `${back} rolls back the worker.`].join("\n"),
    );
  say(`Done; the site passed every check. ${back} rolls back the worker.`);
}

/** Reports everything that is wrong at once. */
function checkConfig({ vars, databases }: DeployWorld, setup: string, hasOwnBackend: boolean): void {
  const problems = OPERATORS_OWN.flatMap((name) => {
    const read = readOperatorVar(name, vars[name] ?? "");
    return "problem" in read ? [read.problem] : [];
  });
  if (hasOwnBackend && !/^https:/i.test(vars["API_BASE_URL"] ?? ""))
    problems.push("API_BASE_URL must begin with https://: otherwise members' tokens are sent unencrypted.");
  if (!hasOwnBackend && databases.length === 0) problems.push("[[d1_databases]] must name a database.");
  if (!hasOwnBackend)
    for (const { binding, id } of databases)
      if (PLACEHOLDER_ID.test(id))
        problems.push(`database_id of ${binding} must be a database's id; it is ${JSON.stringify(id)}.`);
  if (problems.length === 0) return checkVars(vars);
  throw new StepError(
    [`wrangler.toml is not complete; ${setup} asks for what is missing and creates it:`, ...problems].join(
      "\n",
    ),
  );
}

/** What the worker itself would refuse at its first request. */
function checkVars(vars: DeployWorld["vars"]): void {
  const { issues } = v.safeParse(Vars, vars);
  if (!issues) return;
  const problems = issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}.`);
  throw new StepError(["The worker would refuse these variables of wrangler.toml:", ...problems].join("\n"));
}

async function checkSecrets(world: DeployWorld, setup: string): Promise<void> {
  const set = await listSecrets(world.wrangler, world.environment);
  if (world.vars["TURNSTILE_SITE_KEY"] && !set.includes("TURNSTILE_SECRET_KEY"))
    throw new StepError("TURNSTILE_SITE_KEY needs the secret TURNSTILE_SECRET_KEY: set that first.");
  const missing = REQUIRED_SECRETS.filter((name) => !set.includes(name));
  if (missing.length === 0) return;
  throw new StepError(
    `The worker lacks ${missing.join(" and ")}. Nobody could sign in or check the log. ${setup} creates and sets what is missing.`,
  );
}

/**
 * wrangler.toml without its tables of databases and queues, for a site with a backend of its own, which has neither: Cloudflare
 * refuses a binding to what does not exist.
 */
export function withoutStorage(wranglerToml: string): string {
  return wranglerToml.replaceAll(
    /^\[\[(?:env\.[\w-]+\.)?(?:d1_databases|queues\.\w+)\]\][^\n]*(?:\n(?!\[)[^\n]*)*\n?/gm,
    "",
  );
}
