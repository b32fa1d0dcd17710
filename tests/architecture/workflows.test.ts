/** GitHub's workflows: what runs when, with which permissions and secrets, and that all actions are pinned. */
import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const Step = v.looseObject({
  uses: v.optional(v.string(), ""),
  run: v.optional(v.string(), ""),
  env: v.optional(v.record(v.string(), v.string()), {}),
});
const Job = v.looseObject({
  if: v.optional(v.string(), "true"),
  needs: v.optional(v.string()),
  uses: v.optional(v.string(), ""),
  environment: v.optional(v.string()),
  steps: v.optional(v.array(Step), []),
});
const Workflow = v.looseObject({
  concurrency: v.optional(v.object({ group: v.string(), "cancel-in-progress": v.boolean() })),
  permissions: v.record(v.string(), v.string()),
  jobs: v.record(v.string(), Job),
});

const files = globSync(".github/workflows/*.yml");
const read = (file: string) => v.parse(Workflow, parse(readFileSync(file, "utf8")));
const deploy = read(".github/workflows/deploy.yml");

const OWN = "operator/tidemark";
const pullRequestFrom = (repository: string) => ({
  event_name: "pull_request",
  ref: "refs/pull/7/merge",
  repository: OWN,
  event: { number: 7, pull_request: { head: { repo: { full_name: repository } } } },
});
const pushOf = (ref: string) => ({ event_name: "push", ref, repository: OWN, event: {} });

/** Names of the jobs whose condition holds, and of those that they wait for. */
function jobsFor(github: object, vars: object): string[] {
  const startsWith = (text: string, start: string) => text.startsWith(start);
  return Object.entries(deploy.jobs)
    .filter(([, job]) => runInNewContext(job.if, { github, vars, startsWith }) === true)
    .map(([name, { needs }]) => (needs === undefined ? name : `${needs} before ${name}`));
}

describe("deploy.yml", () => {
  it.each([
    ["a push to main", pushOf("refs/heads/main"), ["tests", "tests before staging"]],
    ["a tag", pushOf("refs/tags/v1.2.0"), ["tests", "tests before production"]],
    ["a pull request of this repository", pullRequestFrom(OWN), ["preview"]],
    ["a pull request of a fork", pullRequestFrom("somebody/tidemark"), []],
  ])("runs the right jobs, in order, for %s, and deploys only if it is turned on", (_what, github, jobs) => {
    expect(jobsFor(github, { DEPLOY: "on" })).toEqual(jobs);
    expect(jobsFor(github, {})).toEqual(jobs.filter((job) => job === "tests"));
    const { uses = "" } = deploy.jobs["tests"] ?? {};
    expect(read(uses).jobs["run"]?.steps.at(-1)?.run).toBe(".ci/run test:all");
  });

  it("deploys each environment with its own command, and no other step gets the secrets", () => {
    const told = Object.entries(deploy.jobs).flatMap(([name, { environment, steps }]) =>
      steps.flatMap(({ run, env }) =>
        JSON.stringify(env).includes("secrets.") ? [[name, environment, run] as const] : [],
      ),
    );
    expect(told).toEqual([
      ["staging", "staging", "npm run deploy -- --env staging"],
      ["production", "production", "npm run deploy"],
      ["preview", "preview", 'npx wrangler versions upload --env staging --tag "pr-$NUMBER"'],
    ]);
  });
});

it("deployments of two tags wait for each other, but not for a branch", () => {
  const groupOf = (ref: string) => {
    const [, expression = ""] = /\$\{\{ (.*) \}\}$/.exec(deploy.concurrency?.group ?? "") ?? [];
    const ref_type = ref.startsWith("refs/tags/") ? "tag" : "branch";
    return String(runInNewContext(expression, { github: { ref, ref_type } }));
  };
  expect(groupOf("refs/tags/v1.0.0")).toBe(groupOf("refs/tags/v1.0.1"));
  expect(new Set(["refs/tags/v1.0.0", "refs/heads/main", "refs/pull/7/merge"].map(groupOf)).size).toBe(3);
  expect(deploy.concurrency?.["cancel-in-progress"]).toBe(false);
});

describe.each(files)("%s", (file) => {
  const { permissions, jobs } = read(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("has read permission for the sources and no other permission", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) expect(job).not.toHaveProperty("permissions");
  });

  it("pins each action to a commit, with its version in a comment", () => {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /uses: [^.]/.test(line));
    const named = lines.map((line) => /uses: (\S+)/.exec(line)?.[1]);
    expect(named).toEqual(steps.flatMap(({ uses }) => uses || []));
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("gives strangers no secrets and no shell command to inject text into", () => {
    expect(readFileSync(file, "utf8")).not.toContain("pull_request_target");
    for (const { run } of steps) expect(run).not.toContain("${{");
  });
});
