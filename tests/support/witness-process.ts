/** `npm run witness`, as a friend of the operator starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface WitnessProcess {
  /** `http://127.0.0.1:{port}`. */
  readonly url: string;
  readonly vkey: string;
  /** Value for WITNESSES. */
  readonly line: string;
  readonly stop: () => Promise<void>;
}

/** Resolves once it listens; rejects with its output if it exits before. */
export async function startWitness(...args: readonly string[]): Promise<WitnessProcess> {
  const child = spawn("npm", ["run", "-s", "witness", "--", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    // Stops npm and the witness together.
    detached: true,
  });
  const line = await lastLine(child);
  const [url = "", vkey = ""] = line.split(" ");
  return {
    url,
    vkey,
    line,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, "exit");
      process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}

function lastLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (text: Buffer) => {
      output += String(text);
      const [line] = /^https?:\/\/\S+ \S+$/m.exec(output) ?? [];
      if (line !== undefined && output.endsWith("\n")) resolve(line);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the witness ended with ${code}\n${output}`)));
  });
}
