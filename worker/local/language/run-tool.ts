/** Runs another package's command of this project's, without a shell. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** `script` below `node_modules`; rejects with what it said where it fails. */
export async function runTool(script: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [`node_modules/${script}`, ...args]);
}
