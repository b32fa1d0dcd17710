/** Go and the packages of its checksum database, in Debian's versions. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const GO_PACKAGES = "/usr/share/gocode";

/** Returns why Go is missing; null if it is available. Installs it if apt may be used. */
export function missingGo(): string | null {
  const isThere = () =>
    spawnSync("go", ["version"]).status === 0 && existsSync(`${GO_PACKAGES}/src/golang.org/x/mod/sumdb/tlog`);
  if (isThere()) return null;
  if (process.getuid?.() !== 0) return "only root may install it";
  const packages = ["golang-go", "golang-golang-x-mod-dev"];
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], options);
  return isThere() ? null : "apt-get does not install it";
}

/** Builds the program in a folder; `cache` is a folder for Go's caches. */
export async function buildGo(folder: string, program: string, cache: string): Promise<void> {
  const env = { ...process.env, GO111MODULE: "off", GOFLAGS: "", GOPATH: GO_PACKAGES, GOCACHE: cache };
  await promisify(execFile)("go", ["build", "-o", program, folder], { env });
}
