/** GitHub's workflows: what runs when, with which rights and secrets, and that nobody else can change what an action does. */
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
  on: v.record(v.string(), v.nullable(v.record(v.string(), v.array(v.string())))),
  concurrency: v.optional(v.object({ group: v.string(), "cancel-in-progress": v.boolean() })),
  permissions: v.record(v.string(), v.string()),
  jobs: v.record(v.string(), Job),
});

const files = globSync(".github/workflows/*.yml");
const read = (file: string) => v.parse(Workflow, parse(readFileSync(file, "utf8")));
const deploy = read(".github/workflows/deploy.yml");
const ci = read(".github/workflows/ci.yml");

const OWN = "operator/tidemark";
const pullRequestFrom = (repository: string) => ({
  event_name: "pull_request",
  ref: "refs/pull/7/merge",
  repository: OWN,
  event: { number: 7, pull_request: { head: { repo: { full_name: repository } } } },
});
const pushOf = (ref: string) => ({ event_name: "push", ref, repository: OWN, event: {} });

/** Names of the jobs whose condition holds, and of those that they wait for. */
function jobsFor(github: object, vars: object = { DEPLOY: "on" }): string[] {
  const startsWith = (text: string, start: string) => text.startsWith(start);
  return Object.entries(deploy.jobs)
    .filter(([, job]) => runInNewContext(job.if, { github, vars, startsWith }) === true)
    .map(([name, { needs }]) => (needs === undefined ? name : `${needs} before ${name}`));
}

describe("deploy.yml", () => {
  it("is for main, for tags of versions and for pull requests", () => {
    expect(deploy.on).toEqual({ push: { branches: ["main"], tags: ["v*"] }, pull_request: null });
  });

  it.each([
    ["a push to main", pushOf("refs/heads/main"), ["ci", "ci before staging"]],
    ["a tag", pushOf("refs/tags/v1.2.0"), ["ci", "ci before production"]],
    ["a pull request of this repository", pullRequestFrom(OWN), ["preview"]],
    ["a pull request of a fork", pullRequestFrom("somebody/tidemark"), []],
  ])("on %s runs what it should", (_what, github, expected) => {
    expect(jobsFor(github)).toEqual(expected);
  });

  it.each([
    ["a push to main", pushOf("refs/heads/main"), ["ci"]],
    ["a tag", pushOf("refs/tags/v1.2.0"), ["ci"]],
    ["a pull request", pullRequestFrom(OWN), []],
  ])("on %s deploys nothing where nobody has said so", (_what, github, expected) => {
    expect(jobsFor(github, {})).toEqual(expected);
  });

  it("deploys each environment by its own command, with its own secrets, and gives these to no other step", () => {
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

describe("deployments of deploy.yml", () => {
  const groupOf = (ref: string) => {
    const [, expression = ""] = /\$\{\{ (.*) \}\}$/.exec(deploy.concurrency?.group ?? "") ?? [];
    const ref_type = ref.startsWith("refs/tags/") ? "tag" : "branch";
    return String(runInNewContext(expression, { github: { ref, ref_type } }));
  };

  it("of two tags wait for each other, and for no branch", () => {
    expect(groupOf("refs/tags/v1.0.0")).toBe(groupOf("refs/tags/v1.0.1"));
    expect(new Set(["refs/tags/v1.0.0", "refs/heads/main", "refs/pull/7/merge"].map(groupOf)).size).toBe(3);
    expect(deploy.concurrency?.["cancel-in-progress"]).toBe(false);
  });
});

describe("ci.yml", () => {
  it("runs for branches and pull requests, and for main and tags as a part of their deployment", () => {
    expect(ci.on).toEqual({ pull_request: null, push: { "branches-ignore": ["main"] }, workflow_call: null });
    expect(deploy.jobs["ci"]?.uses).toBe("./.github/workflows/ci.yml");
  });
});

describe.each(files)("%s", (file) => {
  const { permissions, jobs } = read(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("may read the sources and nothing more", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) expect(job).not.toHaveProperty("permissions");
  });

  it("names each action by a commit, and its version beside it", () => {
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /uses: [^.]/.test(line));
    expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== "").length);
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("puts nothing that a stranger can write into a command", () => {
    for (const { run } of steps) expect(run).not.toContain("${{");
  });
});
