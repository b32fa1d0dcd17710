/** The site on one address, where another build or configuration can be deployed under open tabs. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createTestHarness } from "wrangler";
import { WORKER_FOLDER } from "#worker/local/worker-build.ts";

process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";

/** The salt of the build that everybody else makes. */
const OWN_BUILD = "";

export interface DeployableSite {
  /** `http://127.0.0.1:{port}`, no trailing slash; the same after every deployment. */
  readonly url: string;
  /** Builds the same sources into another build, named by `salt`, and serves it with `vars`. */
  readonly deploy: (salt: string, vars?: Readonly<Record<string, string>>) => Promise<void>;
  /** Serves the same build with other `vars`, from one moment to the next; a new build's files are there before its worker. */
  readonly configure: (vars: Readonly<Record<string, string>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startDeployableSite(
  vars: Readonly<Record<string, string>> = {},
): Promise<DeployableSite> {
  const options = (changed: Readonly<Record<string, string>>, deployment: number) => ({
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
    configure,
    async deploy(salt, changed = vars) {
      await build(salt);
      await configure(changed);
    },
    async close() {
      await server.close();
      // The other journeys serve what was built once for all of them.
      await build(OWN_BUILD);
    },
  };
}

async function build(salt: string): Promise<void> {
  await promisify(execFile)("npm", ["run", "-s", "build"], { env: { ...process.env, BUILD_SALT: salt } });
}
