/** Wrangler and its configuration on this machine only: no prompt, no telemetry, nothing fetched. */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

const QUIET = {
  CI: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  DO_NOT_TRACK: "1",
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
    env: { ...process.env, ...QUIET, NODE_ENV: "production" },
  });
}

/** Vite's dev server, with the worker in workerd (vite.config.ts). */
export function spawnVite(args: readonly string[]): ChildProcess {
  return spawn("node", ["node_modules/vite/bin/vite.js", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...QUIET, NODE_ENV: "development" },
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

/** Base URL of an operator's own backend: `API_BASE_URL` of the environment, or else of wrangler.toml; empty for the embedded API. */
export function ownBackend(env: NodeJS.ProcessEnv, config = "wrangler.toml"): string {
  return readVariable("API_BASE_URL", env, config);
}

/** Of the environment, or else of wrangler.toml; empty where neither has it. */
export function readVariable(name: string, env: NodeJS.ProcessEnv, config = "wrangler.toml"): string {
  return env[name] ?? String(readWranglerConfig({ config }).vars[name] ?? "");
}
