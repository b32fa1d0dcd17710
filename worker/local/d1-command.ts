/** The D1 database of wrangler.toml as wrangler's commands reach it: on this machine, or the deployed one. */
import { resolve } from "node:path";
import * as v from "valibot";
import { runWrangler } from "./wrangler.ts";

export interface D1Target {
  /** Name or binding in wrangler.toml. */
  readonly database: string;
  readonly isRemote: boolean;
  /** Of wrangler.toml; what stands in no environment unless told. */
  readonly environment?: string;
  /** Where wrangler.toml lies; the working directory unless told. */
  readonly folder?: string;
}

const Answer = v.pipe(
  v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) })),
  v.minLength(1),
);

/** Runs one statement and gives its rows. Rejects with wrangler's words where it fails. */
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
  // Wrangler may say something else before the answer.
  const parsed = v.parse(Answer, JSON.parse(output.slice(output.indexOf("["))));
  return parsed[0]?.results ?? [];
}

/** Runs a file of statements: all of them, or none (locally one batch; the platform goes back to where it was). */
export async function executeFile(target: D1Target, file: string): Promise<void> {
  await runWrangler("d1", "execute", ...argumentsOf(target), "--yes", "--file", resolve(file));
}

/** Brings the database to the newest migration. */
export async function migrateD1(target: D1Target): Promise<void> {
  await runWrangler("d1", "migrations", "apply", ...argumentsOf(target));
}

/** Writes schema and contents as SQL; triggers stand last, so that a restore is not refused by them. */
export async function exportD1(target: D1Target, file: string): Promise<void> {
  await runWrangler("d1", "export", ...argumentsOf(target), "--skip-confirmation", "--output", resolve(file));
}

function argumentsOf({ database, isRemote, environment = "", folder = "." }: D1Target): string[] {
  const where = isRemote ? "--remote" : "--local";
  return [database, where, `--env=${environment}`, "--cwd", resolve(folder)];
}
