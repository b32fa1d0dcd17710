/** The command lines of local tools. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/** Reads arguments by `parseArgs`; for unknown options, names them, prints `usage` and exits with 2. */
export function readArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    refuseArguments(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Prints the problems and `usage` and exits with 2. */
export function refuseArguments(usage: string, ...problems: readonly string[]): never {
  console.error([...problems, `Usage: ${usage}`].join("\n"));
  process.exit(2);
}
