/** The site on one address, where another build or configuration can be deployed under open tabs. */
import { spawnSync } from "node:child_process";
import { createTestHarness } from "wrangler";

process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";

/** The salt of the build that everybody else makes. */
const OWN_BUILD = "";

export interface DeployableSite {
  /** `http://127.0.0.1:{port}`, no trailing slash; the same after every deployment. */
  readonly url: string;
  /** Builds the same sources into another build, named by `salt`, and serves it with `vars`. */
  readonly deploy: (salt: string, vars?: Readonly<Record<string, string>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startDeployableSite(
  vars: Readonly<Record<string, string>> = {},
): Promise<DeployableSite> {
  const options = (changed: Readonly<Record<string, string>>, deployment: number) => ({
    workers: [
      {
        configPath: "./wrangler.toml",
        vars: { LOCAL: "1", API_BASE_URL: "", DEPLOYMENT: String(deployment), ...changed },
        secrets: {},
      },
    ],
  });
  let deployments = 0;
  process.env["BUILD_SALT"] = OWN_BUILD;
  const server = createTestHarness(options(vars, deployments));
  const { url } = await server.listen();
  const migrate = () => server.getWorker().applyD1Migrations("DB");
  await migrate();
  return {
    url: url.origin,
    async deploy(salt, changed = vars) {
      process.env["BUILD_SALT"] = salt;
      deployments += 1;
      await server.update(options(changed, deployments));
      await migrate();
    },
    async close() {
      await server.close();
      process.env["BUILD_SALT"] = OWN_BUILD;
      // The other journeys serve `dist/client` with the worker that was built once for all of them.
      spawnSync("npm", ["run", "-s", "build"], { stdio: "inherit" });
    },
  };
}
