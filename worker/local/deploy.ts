/** `npm run deploy`: checks, builds, migrates and deploys, in this order; worker/OPERATIONS.md says the rest. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { deploy, DeployError, withoutDatabase } from "./deploy-steps.ts";
import { runWrangler } from "./wrangler.ts";

/** Beside wrangler.toml, since the paths in it begin there. */
const CONFIG_WITHOUT_DATABASE = "wrangler.without-database.toml";

const { d1_databases, vars } = readWranglerConfig({ config: "wrangler.toml" });
const textOf = (name: string) => String(vars[name] ?? "");
try {
  await deploy({
    databaseId: d1_databases[0]?.database_id ?? "",
    sessionsDatabases: d1_databases
      .map(({ binding }: { readonly binding: string }) => binding)
      .filter((binding: string) => binding.startsWith("SESSIONS_DB_")),
    operator: {
      OPERATOR_NAME: textOf("OPERATOR_NAME"),
      OPERATOR_ADDRESS: textOf("OPERATOR_ADDRESS"),
      CONTACT_EMAIL: textOf("CONTACT_EMAIL"),
    },
    origin: textOf("SITE_ORIGIN"),
    apiBaseUrl: textOf("API_BASE_URL"),
    async writeConfigWithoutDatabase() {
      writeFileSync(CONFIG_WITHOUT_DATABASE, withoutDatabase(readFileSync("wrangler.toml", "utf8")));
      return CONFIG_WITHOUT_DATABASE;
    },
    wrangler: runWrangler,
    say: (line) => console.log(line),
  });
} catch (error) {
  if (!(error instanceof DeployError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(CONFIG_WITHOUT_DATABASE, { force: true });
}
