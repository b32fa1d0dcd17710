/** The workflow of worker/api/transparency-log/README.md, “Have it checked from elsewhere”: its steps, run in somebody else's repository, one day after the other. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rewriteRecord, withoutOneLoss } from "#tests/support/rewritten-record.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const SEED = { signals: 100, endMs: Date.now() };
const folder = temporaryFolder();
const repository = join(folder, "repository");
const run = promisify(execFile);
let site: Site;

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, SEED);
  await site.runMinuteJobs();
  await run("git", ["init", "-q", "--bare", join(folder, "origin.git")]);
  await run("git", ["clone", "-q", join(folder, "origin.git"), repository]);
  // In place of the step that clones and installs: the same files, with what is installed here.
  const verifier = join(folder, "verifier");
  mkdirSync(verifier);
  for (const name of ["package.json", "shared", "worker"])
    cpSync(name, join(verifier, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(verifier, "node_modules"));
});
afterAll(() => site.close());

interface Step {
  readonly command: string;
  readonly isAlways: boolean;
}

/** Those that run a command, but for the one that clones and installs. */
function stepsOfReadme(): Step[] {
  const [, yaml = ""] =
    /```yaml\n(on: [^]*?)```/.exec(readFileSync("worker/api/transparency-log/README.md", "utf8")) ?? [];
  expect(yaml).toContain("schedule: [{ cron: ");
  return [...yaml.matchAll(/^ +(- if: always\(\)\n +|- )run: (.+)$/gm)]
    .map(([, before = "", command = ""]) => ({ command, isAlways: before.includes("always") }))
    .filter(({ command }) => !command.includes("npm ci"));
}

/** Runs the steps as the platform does: after one that failed, only those that always run. Whether all went well. */
async function runWorkflow(): Promise<boolean> {
  let isWell = true;
  for (const step of stepsOfReadme()) {
    if (!isWell && !step.isAlways) continue;
    const command = step.command.replace("https://your.site", site.url);
    const isDone = await run("bash", ["-e", "-c", command], { cwd: repository }).then(
      () => true,
      () => false,
    );
    isWell &&= isDone;
  }
  return isWell;
}

const pushed = async (file: string) =>
  (await run("git", ["--git-dir", join(folder, "origin.git"), "show", `HEAD:${file}`])).stdout;

it("the documented workflow stores what the site says each day, and fails if the site was rewritten", async () => {
  expect(stepsOfReadme()).toHaveLength(2);
  expect(await runWorkflow()).toBe(true);
  expect(await pushed("verdict.txt")).toContain("which the site itself names");
  expect(await runWorkflow()).toBe(true);
  expect(await pushed("verdict.txt")).toContain("It continues the checkpoint of ");
  const state = await pushed("log.json");

  await rewriteRecord(site, SEED, withoutOneLoss(SEED));
  expect(await runWorkflow()).toBe(false);
  expect(await pushed("verdict.txt")).toContain(
    "these two checkpoints cannot belong to one log that only grows",
  );
  expect(await pushed("log.json")).toBe(state);
}, 60_000);
