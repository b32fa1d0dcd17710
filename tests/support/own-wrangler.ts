/** A copy of the project with a fake of wrangler (wrangler-double.ts) at `node_modules/wrangler`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { copyProject } from "./deployable-site.ts";

export interface WranglerCall {
  readonly argv: readonly string[];
  readonly input: string;
}

export interface OperatorProject {
  /** Path of the copy. */
  readonly root: string;
  /** Folder in which the fake stores the account. */
  readonly account: string;
  /** Runs `npm run SCRIPT -- ARGS`; `input` is the operator's input. */
  readonly run: (
    script: string,
    args?: readonly string[],
    input?: string,
  ) => Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Calls since the last query. */
  readonly takeCalls: () => readonly WranglerCall[];
  readonly read: (file: string) => string;
  /** The only database of the account. */
  readonly openDatabase: () => DatabaseSync;
  readonly remove: () => void;
}

export function projectWithOwnWrangler(): OperatorProject {
  const root = copyProject();
  const modules = join(root, "node_modules");
  rmSync(modules);
  mkdirSync(join(modules, "wrangler/bin"), { recursive: true });
  for (const name of readdirSync("node_modules"))
    if (name !== "wrangler") symlinkSync(resolve("node_modules", name), join(modules, name));
  const real = pathToFileURL(createRequire(import.meta.url).resolve("wrangler")).href;
  const double = pathToFileURL(resolve("tests/support/wrangler-double.ts")).href;
  const manifest = { name: "wrangler", type: "module", exports: "./index.js" };
  writeFileSync(join(modules, "wrangler/package.json"), JSON.stringify(manifest));
  writeFileSync(join(modules, "wrangler/index.js"), `export * from ${JSON.stringify(real)};`);
  writeFileSync(join(modules, "wrangler/bin/wrangler.js"), `import ${JSON.stringify(double)};`);
  const account = mkdtempSync(join(tmpdir(), "account-"));
  const calls = join(account, "calls.jsonl");
  return {
    root,
    account,
    async run(script, args = [], input = "") {
      const env = { ...process.env, WRANGLER_DOUBLE_ACCOUNT: account };
      const child = spawn("npm", ["run", "-s", script, "--", ...args], { cwd: root, env });
      child.stdin.end(input);
      const ended = once(child, "exit");
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { status: child.exitCode, stdout, stderr };
    },
    takeCalls() {
      const lines = existsSync(calls) ? readFileSync(calls, "utf8").split("\n").filter(Boolean) : [];
      rmSync(calls, { force: true });
      return lines.map((line): WranglerCall => JSON.parse(line));
    },
    read: (file) => readFileSync(join(root, file), "utf8"),
    openDatabase() {
      const file = readdirSync(account).find((name) => name.endsWith(".sqlite")) ?? "";
      return new DatabaseSync(join(account, file));
    },
    remove() {
      for (const folder of [root, account]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
