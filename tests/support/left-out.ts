/** Global set-up of the tests of the built site (vitest.config.ts): names those that this machine cannot run. */
import type { TestProject } from "vitest/node";

export function setup({ config }: TestProject): void {
  for (const file of config.exclude)
    process.stdout.write(`Left out, as its browser is not installed (.github/CONTRIBUTING.md): ${file}\n`);
}
