/** `npm run witness`, as a friend of the operator starts it. */
import { type RunningScript, startScript } from "./run-script.ts";

export interface WitnessProcess extends Pick<RunningScript, "stop"> {
  /** `http://127.0.0.1:{port}`. */
  readonly url: string;
  readonly vkey: string;
  /** Value for WITNESSES. */
  readonly line: string;
}

/** Resolves once it listens; rejects with its output if it exits before. */
export async function startWitness(...args: readonly string[]): Promise<WitnessProcess> {
  const command = ["worker/commands/witness/witness.ts", ...args];
  const { said, stop } = await startScript(command, /^(https?:\/\/\S+) (\S+)\n/m);
  const [line, url = "", vkey = ""] = said;
  return { url, vkey, line: line.trimEnd(), stop };
}
