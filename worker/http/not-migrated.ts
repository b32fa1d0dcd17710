/** A database without this version's migrations: what programs are told of it, and the commands that apply them. */
import type { Problem } from "#shared/contracts/problem.ts";

export const NOT_MIGRATED_CODE = "database_not_migrated";

/** `binding` as wrangler.toml names the database. */
export function notMigrated(binding: string): Problem {
  const { deployed, local } = migrateCommands(binding);
  const detail = `The database ${binding} is not migrated. Whoever runs the site applies the migrations by: ${deployed} (on their own machine: ${local})`;
  return { detail, code: NOT_MIGRATED_CODE };
}

export function migrateCommands(binding: string) {
  const command = `npx wrangler d1 migrations apply ${binding}`;
  return { deployed: `${command} --remote`, local: `${command} --local` };
}
