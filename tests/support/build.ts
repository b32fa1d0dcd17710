/** Global set-up of the tests that serve or read the build (vitest.config.ts). */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import type { TestProject } from "vitest/node";

const SOURCES = [
  "{client,shared,worker}/**/*.{ts,tsx,css,json,sql,svg,woff2}",
  "package-lock.json",
  "vite.config.ts",
];
/** The last file that a build writes. */
const BUILT = "dist/worker/index.mjs";

/**
 * Builds if there is no build. If a source is newer than the build, it names one: for tests in workerd, which take only texts
 * and styles from the build, this is a warning; for the others it throws, because they would test outdated code.
 */
export function setup(project: TestProject): void {
  const builtMs = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs;
  if (builtMs === undefined) {
    process.stderr.write("There is no build yet: running `npm run build`.\n");
    execFileSync("npm", ["run", "-s", "build"], { stdio: "inherit" });
    return;
  }
  const newer = globSync(SOURCES).find((file) => statSync(file).mtimeMs > builtMs);
  if (newer === undefined) return;
  const reason = `${newer} is newer than the build: run \`npm run build\`.`;
  if (project.name !== "workerd") throw new Error(reason);
  process.stderr.write(`${reason}\n`);
}
