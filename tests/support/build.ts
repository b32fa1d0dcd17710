/** Global set-up of the tests that serve or read the build (vitest.config.ts). */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import type { TestProject } from "vitest/node";

const SOURCES = [
  "{client,shared,worker}/**/*.{ts,tsx,css,json,sql,svg,woff2}",
  "package-lock.json",
  "vite.config.ts",
];
/** Written last. */
const BUILT = "dist/worker/index.mjs";

/**
 * Makes the build where there is none. Where a source is newer than it, names one: tests in workerd take only texts and styles
 * from the build and go on; for the others it throws, since they would show what is no more.
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
