import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const ALLOWED = [
  /^(worker|client|shared|tests|\.ci|\.github)$/,
  /^(package|package-lock|tsconfig|tsconfig\.base)\.json$/,
  /^(vite|vitest|drizzle)\.config\.ts$/,
  /^(wrangler\.toml|README\.md|SECURITY\.md|LICENSE|knip\.json)$/,
  /^\.(gitignore|gitattributes|npmrc|editorconfig|oxlintrc\.json|oxfmtrc\.json|dependency-cruiser\.mjs|size-limit\.mjs)$/,
];

it("the repository has only the allowed files and folders at its top level", () => {
  const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
  const entries = new Set(tracked.map((file) => file.split("/")[0] ?? ""));
  expect([...entries].filter((entry) => !ALLOWED.some((allowed) => allowed.test(entry)))).toEqual([]);
  for (const folder of ["worker", "client", "shared", "tests"]) expect(entries).toContain(folder);
});
