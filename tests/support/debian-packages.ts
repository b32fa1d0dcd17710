/** Programs that tests hold ours against, in Debian's versions. */
import { spawnSync } from "node:child_process";

/** Tells why something is not there; null where it is. Installs it where apt may. */
export function missingPackages(isThere: () => boolean, packages: readonly string[]): string | null {
  if (isThere()) return null;
  if (process.getuid?.() !== 0) return "only root may install it";
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], options);
  return isThere() ? null : "apt-get does not install it";
}
