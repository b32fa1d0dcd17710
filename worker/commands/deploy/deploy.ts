/**
 * `npm run deploy -- [--env NAME] [--site URL]`: checks, builds, migrates and deploys, in this order, and checks the
 * deployed site; worker/OPERATIONS.md has the details.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { findDeploymentFaults } from "./check-deployment.ts";
import { deploy, withoutStorage } from "./deploy-steps.ts";
import { readArguments, refuseArguments } from "#worker/commands/read-arguments.ts";
import { uploadSourceMaps } from "./source-maps.ts";
import { StepError } from "#worker/commands/step-error.ts";
import { CONFIG, readEnvironment, runWrangler } from "#worker/commands/wrangler.ts";
import { Origin } from "#worker/var-kinds.ts";

/** Next to wrangler.toml, because its paths are relative to it. */
const CONFIG_WITHOUT_DATABASE = "wrangler.without-database.toml";

const HELP = `npm run deploy -- [--env NAME] [--site URL]
Checks wrangler.toml and the secrets, builds, migrates the database and deploys; stops at the first step that fails.
Then checks the deployed site.
  --env    environment of wrangler.toml; the top level by default
  --site   address to check, if SITE_ORIGIN does not lead to the worker yet
Example: npm run deploy -- --env staging`;

const { values: flags } = readArguments(HELP, {
  options: { env: { type: "string", default: "" }, site: { type: "string" } },
});
const site = readEnvironment(flags.env);
if (site === null) refuseArguments(HELP, `--env: ${CONFIG} has no environment ${JSON.stringify(flags.env)}.`);
const asked = v.safeParse(Origin, flags.site ?? "");
if (!asked.success)
  refuseArguments(HELP, `--site ${asked.issues[0].message}; it is ${JSON.stringify(flags.site)}.`);
const { vars, databases } = site;

try {
  await deploy({
    environment: flags.env,
    vars,
    databases,
    async writeConfigWithoutDatabase() {
      writeFileSync(CONFIG_WITHOUT_DATABASE, withoutStorage(readFileSync(CONFIG, "utf8")));
      return CONFIG_WITHOUT_DATABASE;
    },
    wrangler: runWrangler,
    uploadSourceMaps: vars["SENTRY_DSN"] ? () => uploadSourceMaps(readBuildId(), process.env) : null,
    findFaults() {
      const own = new URL(vars["SITE_ORIGIN"] ?? "").origin;
      const url = asked.output || own;
      const isFoundBySearch = vars["ENVIRONMENT"] !== "staging" && url === own;
      return findDeploymentFaults({ url, buildId: readBuildId(), isFoundBySearch });
    },
    say: (line) => console.log(line),
  });
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(CONFIG_WITHOUT_DATABASE, { force: true });
}

function readBuildId(): string {
  const build: { readonly id: string } = JSON.parse(readFileSync("dist/build.json", "utf8"));
  return build.id;
}
