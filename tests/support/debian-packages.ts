/** Programs to compare our results with, in Debian's versions. */
import { spawnSync } from "node:child_process";

/** Returns why a program is missing; null if it is available. Installs it if apt may be used. */
export function missingPackages(isThere: () => boolean, packages: readonly string[]): string | null {
  if (isThere()) return null;
  if (process.getuid?.() !== 0) return "only root may install it";
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], options);
  return isThere() ? null : "apt-get does not install it";
}
