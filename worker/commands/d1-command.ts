/** The D1 database of wrangler.toml as wrangler's commands reach it: the local one, or the deployed one. */
import { resolve } from "node:path";
import * as v from "valibot";
import { runWrangler } from "./wrangler.ts";
import { jsonIn } from "./wrangler-output.ts";

export interface D1Target {
  /** Name or binding in wrangler.toml. */
  readonly database: string;
  readonly isRemote: boolean;
  /** Environment of wrangler.toml; the top level by default. */
  readonly environment?: string;
  /** Folder of wrangler.toml; the working directory by default. */
  readonly folder?: string;
}

const Answer = v.pipe(
  v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) })),
  v.minLength(1),
);

/** Runs one statement and returns its rows. Rejects with wrangler's output if it fails. */
export async function queryD1(target: D1Target, sql: string): Promise<readonly Record<string, unknown>[]> {
  const output = await runWrangler(
    "d1",
    "execute",
    ...argumentsOf(target),
    "--yes",
    "--json",
    "--command",
    sql,
  );
  const parsed = v.parse(Answer, jsonIn(output));
  return parsed[0]?.results ?? [];
}

/** Runs a file of statements: all of them, or none (locally as one batch; the platform rolls back). */
export async function executeFile(target: D1Target, file: string): Promise<void> {
  await runWrangler("d1", "execute", ...argumentsOf(target), "--yes", "--file", resolve(file));
}

/** Applies all migrations that the database lacks. */
export async function migrateD1(target: D1Target): Promise<void> {
  await runWrangler("d1", "migrations", "apply", ...argumentsOf(target));
}

/** Writes schema and contents as SQL; triggers come last, so that they do not refuse a restore. */
export async function exportD1(target: D1Target, file: string): Promise<void> {
  await runWrangler("d1", "export", ...argumentsOf(target), "--skip-confirmation", "--output", resolve(file));
}

function argumentsOf({ database, isRemote, environment = "", folder = "." }: D1Target): string[] {
  const where = isRemote ? "--remote" : "--local";
  return [database, where, `--env=${environment}`, "--cwd", resolve(folder)];
}
