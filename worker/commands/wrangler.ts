/** Runs wrangler with its configuration on this machine only: no prompt, no telemetry, no downloads. */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import {
  experimental_readRawConfig as readRawConfig,
  unstable_readConfig as readWranglerConfig,
} from "wrangler";

export const CONFIG = "wrangler.toml";

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

/** Resolves with wrangler's output; rejects with it if wrangler failed. */
export function runWrangler(...args: readonly string[]): Promise<string> {
  return tellWrangler("", ...args);
}

/** The same, with `input` on its standard input, which other processes of the machine cannot see, unlike an argument. */
export function tellWrangler(input: string, ...args: readonly string[]): Promise<string> {
  const child = spawnWrangler(args, ["pipe", "pipe", "pipe"]);
  child.stdin?.end(input);
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

/** A variable of the worker: from the environment, otherwise from wrangler.toml; empty if neither has it. */
export function readVariable(name: string, env: NodeJS.ProcessEnv, config = CONFIG): string {
  return env[name] ?? String(readWranglerConfig({ config }).vars[name] ?? "");
}

export interface Database {
  readonly binding: string;
  readonly name: string;
  /** Empty if there is none. */
  readonly id: string;
}

/** A site as wrangler.toml describes it. */
export interface Site {
  readonly vars: Readonly<Record<string, string>>;
  readonly databases: readonly Database[];
  /** Names. */
  readonly queues: readonly string[];
}

/** The site of an environment, or of the top level if it is empty; null if wrangler.toml has no such environment. */
export function readEnvironment(environment: string): Site | null {
  const { rawConfig } = readRawConfig({ config: CONFIG });
  if (environment !== "" && !Object.hasOwn(rawConfig.env ?? {}, environment)) return null;
  const { vars, d1_databases, queues } = readWranglerConfig({ config: CONFIG, env: environment });
  return {
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)])),
    databases: d1_databases.map((database: (typeof d1_databases)[number]) => ({
      binding: database.binding,
      name: database.database_name ?? "",
      id: database.database_id ?? "",
    })),
    queues: (queues.consumers ?? []).map(({ queue }: { readonly queue: string }) => queue),
  };
}
