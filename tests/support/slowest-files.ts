/** Names the slowest test files at the end of a run, so that the next slow test is seen when it comes. */
import type { Reporter, TestModule } from "vitest/node";

const MOST = 10;

// oxlint-disable-next-line import/no-default-export -- Vitest loads it by its path.
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= 1) return;
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1_000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, MOST);
    process.stdout.write("\nThe slowest files:\n");
    for (const { file, seconds } of slowest)
      process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
  }
}
