import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("the repository", () => {
  it("has only the allowed files and folders at its top level", () => {
    const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
    const entries = new Set(tracked.map((file) => file.split("/")[0] ?? ""));
    const strange = [...entries].filter((entry) => !ALLOWED.some((allowed) => allowed.test(entry)));
    expect(strange).toEqual([]);
    for (const folder of ["worker", "client", "shared", "tests"]) expect(entries).toContain(folder);
  });

  it("has no catch-all folders or files such as utils, helpers or common", () => {
    const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
    expect(
      tracked.filter((file) => /(^|\/)(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/.test(file)),
    ).toEqual([]);
  });
});

const ALLOWED = [
  /^(worker|client|shared|tests|\.ci|\.github)$/,
  /^(package|package-lock|tsconfig|tsconfig\.base)\.json$/,
  /^(vite|vitest|drizzle)\.config\.ts$/,
  /^(wrangler\.toml|README\.md|SECURITY\.md|LICENSE|knip\.json)$/,
  /^\.(gitignore|gitattributes|npmrc|editorconfig|oxlintrc\.json|oxfmtrc\.json|dependency-cruiser\.mjs|size-limit\.mjs)$/,
];
