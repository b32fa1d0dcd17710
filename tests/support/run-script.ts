/** Scripts of the project as processes of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface ScriptEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script with Node, to its end. */
export async function runScript(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string } = {},
): Promise<ScriptEnd> {
  const { input = "", ...where } = options;
  const child = spawn(process.execPath, args, where);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode, stdout, stderr };
}

export interface RunningScript {
  /** What `ready` has found in its output. */
  readonly said: RegExpExecArray;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Starts a script that runs until it is stopped. Resolves once its output is as `ready` says; rejects with the output if it ends before. */
export async function startScript(args: readonly string[], ready: RegExp): Promise<RunningScript> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += String(chunk);
      const found = ready.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", (code) => reject(new Error(`${args.join(" ")} ended with ${code}\n${output}`)));
  });
  return {
    said,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
