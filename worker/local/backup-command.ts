/** The command line that `npm run backup` and `npm run restore` share. */
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import type { D1Target } from "./d1-command.ts";
import { readArguments, refuseArguments } from "./read-arguments.ts";

/**
 * Runs `run` on the file named and the database of wrangler.toml, the deployed one with `--remote`. Prints `done` and the
 * ledger's head; ends the process with 2 for wrong arguments and with 1 where `run` rejects.
 */
export async function runBackupCommand(
  name: "backup" | "restore",
  run: (target: D1Target, file: string) => Promise<LedgerCheckpoint>,
  done: (file: string) => string,
): Promise<void> {
  const usage = `npm run ${name} -- FILE [--remote]`;
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) refuseArguments(usage);
  try {
    const head = await run({ database: "DB", isRemote: values.remote }, file);
    console.log(`${done(file)}\nHead ${head.seq} ${head.hash}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
