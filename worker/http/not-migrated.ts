/** The answer of a database without this version's migrations, and the commands that apply them. */
import type { Problem } from "#shared/contracts/problem.ts";

type Environment = "production" | "staging";

export const NOT_MIGRATED_CODE = "database_not_migrated";

/** `environment` is named as in wrangler.toml. */
export function notMigrated(environment: Environment): Problem {
  const { deployed, local } = migrateCommands(environment);
  const detail = `The database DB is not migrated. The operator applies the migrations by: ${deployed} (locally: ${local})`;
  return { detail, code: NOT_MIGRATED_CODE };
}

export function migrateCommands(environment: Environment) {
  const command = "npx wrangler d1 migrations apply DB";
  const at = environment === "staging" ? " --env staging" : "";
  return { deployed: `${command} --remote${at}`, local: `${command} --local` };
}
