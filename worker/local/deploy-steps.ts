/** What a deployment does, in order; stops at the first step that fails and says what to do. */

export interface DeployWorld {
  /** As wrangler.toml has it; empty where it names no database. */
  readonly databaseId: string;
  /** True where an operator's own backend serves: then the embedded API's secrets are not asked for. */
  readonly hasOwnBackend: boolean;
  /** Runs wrangler and resolves with what it printed; rejects with that where it fails. */
  readonly wrangler: (...args: readonly string[]) => Promise<string>;
  readonly say: (line: string) => void;
}

/** A step failed; the message is for the operator. Nothing after it was done. */
export class DeployError extends Error {
  override readonly name = "DeployError";
}

const PLACEHOLDER_ID = /^0{8}-|^$/;

/** What makes each secret. Made before it is set, so that the operator has it to keep: the pepper is needed again. */
const RANDOM = "$(openssl rand -base64 48 | tr '+/' '-_' | tr -d '=')";
const SECRETS: Readonly<Record<string, string>> = {
  JWT_SIGNING_KEYS: `echo "one-1:${RANDOM}"`,
  PASSCODE_PEPPER: `echo "${RANDOM}"`,
};

/** Checks, builds, migrates, deploys. Throws DeployError. */
export async function deploy(world: DeployWorld): Promise<void> {
  const { wrangler, say } = world;
  if (!world.hasOwnBackend) {
    checkDatabase(world);
    await step("The secrets cannot be read", () => checkSecrets(world));
  }
  say("Building …");
  await step("The build failed; nothing was changed", () => wrangler("deploy", "--dry-run"));
  if (!world.hasOwnBackend) {
    say("Migrating the database …");
    await step("The migration failed; the site runs on as it was", () =>
      wrangler("d1", "migrations", "apply", "DB", "--remote"),
    );
  }
  say("Deploying …");
  say(await step("The deployment failed; the site runs on as it was", () => wrangler("deploy")));
  say(
    "Done. /readyz of the site says whether everything is in place; npx wrangler rollback takes the worker back.",
  );
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
    [`The worker lacks ${missing.join(" and ")}. Nobody could sign in. Make and set by:`, ...commands].join(
      "\n",
    ),
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
