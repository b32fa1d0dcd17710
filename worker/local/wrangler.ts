/** Runs wrangler on this machine only: no prompt, no telemetry, nothing fetched. */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";

const QUIET = {
  CI: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  DO_NOT_TRACK: "1",
  NODE_ENV: "production",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
  X_LOCAL_EXPLORER: "false",
  X_LOCAL_OBSERVABILITY: "false",
};

export function spawnWrangler(args: readonly string[], stdio: StdioOptions): ChildProcess {
  return spawn("node", ["node_modules/wrangler/bin/wrangler.js", ...args], {
    stdio,
    env: { ...process.env, ...QUIET },
  });
}

/** Resolves with what wrangler printed; rejects with it where wrangler failed. */
export function runWrangler(...args: readonly string[]): Promise<string> {
  const child = spawnWrangler(args, ["ignore", "pipe", "pipe"]);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`wrangler ${args.join(" ")}\n${output}`)),
    );
  });
}
