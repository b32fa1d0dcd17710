/** What a deployment does, in order; stops at the first step that fails and says what to do. */
import { LOG_KEY_BYTES } from "#shared/limits.ts";

export interface DeployWorld {
  /** As wrangler.toml has it; empty where it names no database. */
  readonly databaseId: string;
  /** Bindings of the further databases for refresh tokens. */
  readonly sessionsDatabases: readonly string[];
  /** Who runs the site, as wrangler.toml has it; empty where it says nothing. */
  readonly operator: Readonly<Record<OperatorVar, string>>;
  /** As wrangler.toml has it; empty where it is not set. */
  readonly origin: string;
  /** An operator's own backend, for which the embedded API's secrets are not asked for; empty where there is none. */
  readonly apiBaseUrl: string;
  /** Path of a configuration for wrangler that is wrangler.toml without the database. */
  readonly writeConfigWithoutDatabase: () => Promise<string>;
  /** Runs wrangler and resolves with what it printed; rejects with that where it fails. */
  readonly wrangler: (...args: readonly string[]) => Promise<string>;
  readonly say: (line: string) => void;
}

/** A step failed; the message is for the operator. Nothing after it was done. */
export class DeployError extends Error {
  override readonly name = "DeployError";
}

export type OperatorVar = "OPERATOR_NAME" | "OPERATOR_ADDRESS" | "CONTACT_EMAIL";

/** What wrangler.toml is shipped with, and nothing: the policies name the operator as controller of the data. */
const PLACEHOLDERS: Readonly<Record<OperatorVar, RegExp>> = {
  OPERATOR_NAME: /^$|demo operator/i,
  OPERATOR_ADDRESS: /^$|Exampletown/i,
  CONTACT_EMAIL: /^$|@example\.(?:com|net|org)$/i,
};

const PLACEHOLDER_ID = /^0{8}-|^$/;

/** What makes each secret. Made before it is set, so that the operator has it to keep: the pepper is needed again. */
const RANDOM = "$(openssl rand -base64 48 | tr '+/' '-_' | tr -d '=')";
const SECRETS: Readonly<Record<string, string>> = {
  JWT_SIGNING_KEYS: `echo "one-1:${RANDOM}"`,
  LOG_SIGNING_KEY: `echo "${RANDOM.replace("48", String(LOG_KEY_BYTES))}"`,
  PASSCODE_PEPPER: `echo "${RANDOM}"`,
};

/** Checks, builds, migrates, deploys. Throws DeployError. */
export async function deploy(world: DeployWorld): Promise<void> {
  const { wrangler, say } = world;
  checkOperator(world);
  const hasOwnBackend = world.apiBaseUrl !== "";
  if (hasOwnBackend) checkBackend(world);
  else {
    checkDatabase(world);
    await step("The secrets cannot be read", () => checkSecrets(world));
  }
  const hasNoDatabase = hasOwnBackend && PLACEHOLDER_ID.test(world.databaseId);
  const config = hasNoDatabase ? ["--config", await world.writeConfigWithoutDatabase()] : [];
  say("Building …");
  await step("The build failed; nothing was changed", () => wrangler("deploy", "--dry-run", ...config));
  if (!hasOwnBackend) {
    say("Migrating the database …");
    for (const binding of ["DB", ...world.sessionsDatabases]) {
      await step("The migration failed; the site runs on as it was", () =>
        wrangler("d1", "migrations", "apply", binding, "--remote"),
      );
    }
  }
  say("Deploying …");
  say(await step("The deployment failed; the site runs on as it was", () => wrangler("deploy", ...config)));
  if (world.origin === "") {
    say(
      "SITE_ORIGIN is not set: every host that leads here counts as a site of its own. Put the address that visitors type into wrangler.toml.",
    );
  }
  say(
    "Done. /readyz of the site says whether everything is in place; npx wrangler rollback takes the worker back.",
  );
}

function checkOperator({ operator }: DeployWorld): void {
  const names = Object.keys(PLACEHOLDERS) as OperatorVar[];
  const wrong = names.filter((name) => PLACEHOLDERS[name].test(operator[name].trim()));
  if (wrong.length === 0) return;
  throw new DeployError(
    `wrangler.toml does not say who runs the site: the policies would name a made-up operator. Under [vars], set ${wrong.join(", ")}.`,
  );
}

/** Between Cloudflare and the backend lies the internet. */
function checkBackend({ apiBaseUrl }: DeployWorld): void {
  if (/^https:/i.test(apiBaseUrl)) return;
  throw new DeployError("API_BASE_URL must begin with https://: members' tokens would go to it in clear.");
}

function checkDatabase({ databaseId }: DeployWorld): void {
  if (!PLACEHOLDER_ID.test(databaseId)) return;
  throw new DeployError(
    "wrangler.toml names no database yet. Run npx wrangler d1 create tidemark and put the database_id it prints under " +
      "[[d1_databases]].",
  );
}

async function checkSecrets({ wrangler }: DeployWorld): Promise<void> {
  const answer = await wrangler("secret", "list", "--format", "json").catch((error: unknown) => {
    // Before the first deployment there is no worker that could have secrets.
    if (error instanceof Error && /does not exist|not found|10007/i.test(error.message)) return "[]";
    throw error;
  });
  const missing = Object.keys(SECRETS).filter((name) => !answer.includes(`"${name}"`));
  if (missing.length === 0) return;
  const commands = missing.map(
    (name) => `  ${SECRETS[name]}   # keep it, then: npx wrangler secret put ${name}`,
  );
  throw new DeployError(
    [
      `The worker lacks ${missing.join(" and ")}. Nobody could sign in, or check the log. Make and set by:`,
      ...commands,
    ].join("\n"),
  );
}

async function step<Result>(failure: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw new DeployError(`${failure}.\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * wrangler.toml without its `[[d1_databases]]` tables, for a site with a backend of its own, which has no database: Cloudflare
 * refuses a binding to one that is not there.
 */
export function withoutDatabase(wranglerToml: string): string {
  return wranglerToml.replaceAll(/^\[\[d1_databases\]\][^\n]*(?:\n(?!\[)[^\n]*)*\n?/gm, "");
}
