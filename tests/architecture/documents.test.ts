/** Everything that a document mentions exists: after moving a file or renaming a section, update the mentions. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n");
/** Anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  return headingsOf(file).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function headingsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
}

const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

it("the README has at most 700 words, about three minutes to read", () => {
  expect(readFileSync("README.md", "utf8").match(/\S+/g)?.length).toBeLessThanOrEqual(700);
});

it.each(documents)("%s mentions and links to nothing that does not exist", (file) => {
  const text = readFileSync(file, "utf8");
  const named = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = ""]) => name);
  const missing = [
    ...named(/`((?:worker|client|shared|tests)\/[\w./-]*)`/g).filter((path) => !existsSync(path)),
    ...named(/\]\((?!https?:|#)([^)#]+)/g).filter((path) => !existsSync(join(dirname(file), path))),
    ...named(/\]\((?!https?:)([^)#]*#[^)]+)\)/g).filter((link) => {
      const [path = "", anchor = ""] = link.split("#");
      return !anchorsOf(path === "" ? file : join(dirname(file), path)).includes(anchor);
    }),
    ...named(/npm run (?:-s )?([\w:-]+)/g).filter((script) => !manifest.scripts[script]),
    ...named(/npx ([\w-]+)/g).filter((command) => !existsSync(`node_modules/.bin/${command}`)),
  ];
  expect(missing).toEqual([]);
});

it('every mention of a document\'s section, as in "worker/OPERATIONS.md, “Staging”", names one that exists', () => {
  const found = execFileSync("git", ["grep", "-hoE", String.raw`[A-Za-z./-]+\.md, ["“][^"”]+["”]`], {
    encoding: "utf8",
  });
  const cited = found
    .trim()
    .split("\n")
    .map((line) => /^(.+\.md), ["“](.+)["”]$/.exec(line))
    .map((match) => match?.slice(1) ?? []);
  expect(cited.length).toBeGreaterThan(5);
  const missing = cited.filter(
    ([file = "", section = ""]) => !existsSync(file) || !headingsOf(file).includes(section),
  );
  expect(missing).toEqual([]);
});

it("worker/OPERATIONS.md says what to do about every error in the log, and names no event that is never logged", () => {
  const [, list = ""] =
    /Watch for:\n([\s\S]*?)\n\*\*/.exec(readFileSync("worker/OPERATIONS.md", "utf8")) ?? [];
  const named = Array.from(list.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g), ([, event = ""]) => event);
  const sources = globSync("{worker,shared}/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
  const errors = sources.flatMap((text) =>
    Array.from(text.matchAll(/level: "error",\s*event: "(\w+)"/g), ([, event = ""]) => event),
  );
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.filter((event) => !named.includes(event))).toEqual([]);
  expect(named.filter((event) => !sources.some((text) => text.includes(`"${event}"`)))).toEqual([]);
});
