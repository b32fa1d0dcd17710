/** The command lines of our commands. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Reads arguments by `parseArgs`. `help` begins with the command and its arguments, and says what it does below them: for
 * `--help`, prints it and exits with 0; for unknown options, prints them and it and exits with 2.
 */
export function readArguments<Config extends ParseArgsConfig>(
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if ((config.args ?? process.argv.slice(2)).includes("--help")) {
    console.log(`Usage: ${help}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    refuseArguments(help, error instanceof Error ? error.message : String(error));
  }
}

/** Prints the problems and `help` and exits with 2. */
export function refuseArguments(help: string, ...problems: readonly string[]): never {
  console.error([...problems, `Usage: ${help}`].join("\n"));
  process.exit(2);
}
