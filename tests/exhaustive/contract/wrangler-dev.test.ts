/** `npx wrangler dev` alone, and what other commands of wrangler build, in a copy of the project where nothing has been started yet. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SignalPage } from "#shared/contracts/signals.ts";
import { signInByApi } from "#tests/support/api-client.ts";
import { copyProject } from "#tests/support/deployable-site.ts";
import { DEMO_ACCOUNTS } from "#worker/local/demo-data/demo-accounts.ts";

const START_TIMEOUT_MS = 180_000;

const BUILD = "npm run build && ";

const root = copyProject();
let wrangler: ChildProcess;
let url = "";
/** Whether the local data was there after a build for another command. */
let madeByDryRun: readonly boolean[] = [];
const ENV = { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false" };

beforeAll(async () => {
  // The copy is built already.
  const configFile = join(root, "wrangler.toml");
  const config = readFileSync(configFile, "utf8");
  expect(config).toContain(BUILD);
  writeFileSync(configFile, config.replace(BUILD, ""));
  execFileSync("npx", ["wrangler", "deploy", "--dry-run"], { cwd: root, env: ENV, stdio: "pipe" });
  madeByDryRun = [".dev.vars", ".wrangler/state"].map((name) => existsSync(join(root, name)));
  wrangler = spawn("npx", ["wrangler", "dev", "--port", "0", "--show-interactive-dev-session=false"], {
    cwd: root,
    env: ENV,
    stdio: ["ignore", "pipe", "pipe"],
    // npx passes no signal on: its whole group is ended.
    detached: true,
  });
  url = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (text: Buffer) => {
      output += String(text);
      const [, ready] = /Ready on (http:\/\/[\d.:]+)/.exec(output) ?? [];
      if (ready) resolve(ready);
    };
    wrangler.stdout?.on("data", read);
    wrangler.stderr?.on("data", read);
    wrangler.on("exit", (code) => reject(new Error(`wrangler dev ended with ${code}\n${output}`)));
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  const ended = once(wrangler, "exit");
  if (wrangler.pid !== undefined) process.kill(-wrangler.pid, "SIGTERM");
  await ended;
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

it("a dry run of wrangler deploy creates no data", () => {
  expect(madeByDryRun).toEqual([false, false]);
});

it("wrangler dev starts with the demo data", async () => {
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready" });
  const signals: unknown = await (await fetch(`${url}/api/signals/?limit=5`)).json();
  expect(v.parse(SignalPage, signals).results).toHaveLength(5);
  expect(await (await fetch(`${url}/de/signal`)).text()).toContain("</table>");
});

it("staff can sign in with the passcode that was created on this machine", async () => {
  const { DEMO_STAFF_PASSCODE } = parseEnv(readFileSync(join(root, ".dev.vars"), "utf8"));
  expect(await signInByApi(url, DEMO_ACCOUNTS.staff, DEMO_STAFF_PASSCODE)).toMatch(/^eyJ/);
});
