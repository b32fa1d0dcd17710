/** `npm run verify` as its users run it. */
import { runScript } from "./run-script.ts";

export interface Verified {
  readonly code: number | null;
  /** Its output on both streams. */
  readonly output: string;
}

export async function verify(...args: string[]): Promise<Verified> {
  const { status, stdout, stderr } = await runScript(["worker/commands/verify/verify.ts", ...args]);
  return { code: status, output: stdout + stderr };
}
