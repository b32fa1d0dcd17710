/** What the documents cite exists: a moved file must take its mention along. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n");
const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

it("the README takes some four minutes to read", () => {
  expect(readFileSync("README.md", "utf8").match(/\S+/g)?.length).toBeLessThanOrEqual(900);
});

describe.each(documents)("%s", (file) => {
  const text = readFileSync(file, "utf8");

  it("cites only files and folders that exist", () => {
    const cited = [...text.matchAll(/`((?:worker|client|shared|tests)\/[\w./-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(cited.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("links only to files that exist", () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
    expect(linked.filter((path) => !existsSync(join(dirname(file), path)))).toEqual([]);
  });

  it("names only scripts that exist", () => {
    const scripts = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(scripts.filter((script) => !manifest.scripts[script])).toEqual([]);
  });
});
