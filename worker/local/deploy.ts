/** `npm run deploy`: checks, builds, migrates and deploys, in this order; worker/OPERATIONS.md says the rest. */
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { deploy, DeployError } from "./deploy-steps.ts";
import { runWrangler } from "./wrangler.ts";

const { d1_databases, vars } = readWranglerConfig({ config: "wrangler.toml" });
try {
  await deploy({
    databaseId: d1_databases[0]?.database_id ?? "",
    hasOwnBackend: Boolean(vars["API_BASE_URL"]),
    wrangler: runWrangler,
    say: (line) => console.log(line),
  });
} catch (error) {
  if (!(error instanceof DeployError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
