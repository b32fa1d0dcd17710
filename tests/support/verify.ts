/** `npm run verify` as its users run it. */
import { spawn } from "node:child_process";

export interface Verified {
  readonly code: number | null;
  /** Its output on both streams. */
  readonly output: string;
}

export function verify(...args: string[]): Promise<Verified> {
  const child = spawn(process.execPath, ["worker/commands/verify/verify.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
