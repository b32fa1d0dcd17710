/** The site at a fixed address, to which another build or configuration can be deployed while tabs are open. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createTestHarness } from "wrangler";
import { WORKER_FOLDER } from "#tests/bench/worker-modules.ts";

process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";

/** Inputs of a build, and its output. */
const PROJECT = [
  ".oxfmtrc.json",
  "client",
  "dist",
  "drizzle.config.ts",
  "package-lock.json",
  "package.json",
  "shared",
  "tests/tsconfig.json",
  "tests/worker/tsconfig.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "vite.config.ts",
  "worker",
  "wrangler.toml",
];

export interface DeployableSite {
  /** `http://127.0.0.1:{port}`, no trailing slash; the same after every deployment. */
  readonly url: string;
  /** Folder from which its files are served. */
  readonly assets: string;
  /** Builds the same sources into another build, named by `salt`, and serves it with `vars`. */
  readonly deploy: (salt: string, vars?: Readonly<Record<string, string>>) => Promise<void>;
  /** Serves the same build with other `vars`, without downtime; a new build's files are available before its worker. */
  readonly configure: (vars: Readonly<Record<string, string>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startDeployableSite(
  vars: Readonly<Record<string, string>> = {},
): Promise<DeployableSite> {
  const root = copyProject();
  const options = (changed: Readonly<Record<string, string>>, deployment: number) => ({
    root,
    workers: [
      {
        configPath: "./wrangler.toml",
        prebuiltWorkerDir: WORKER_FOLDER,
        vars: { LOCAL: "1", API_BASE_URL: "", DEPLOYMENT: String(deployment), ...changed },
        secrets: {},
      },
    ],
  });
  let deployments = 0;
  const server = createTestHarness(options(vars, deployments));
  const { url } = await server.listen();
  const migrate = () => server.getWorker().applyD1Migrations("DB");
  await migrate();
  const configure = async (changed: Readonly<Record<string, string>>) => {
    deployments += 1;
    await server.update(options(changed, deployments));
    await migrate();
  };
  return {
    url: url.origin,
    assets: join(root, "dist/client"),
    configure,
    async deploy(salt, changed = vars) {
      const env = { ...process.env, BUILD_SALT: salt };
      await promisify(execFile)("npm", ["run", "-s", "build"], { cwd: root, env });
      await configure(changed);
    },
    async close() {
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A copy of the project for building or editing, because the other tests share one build. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-deployable-"));
  for (const name of PROJECT) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
