/**
 * Uploads the source maps of the deployed build to Sentry, by Sentry's own command, so that stacks name the sources' lines.
 * Wrangler uploads the worker's maps to Cloudflare; receivers of `ERROR_WEBHOOK` find the maps in `dist/source-maps` and
 * `dist/worker`.
 */
import { spawn } from "node:child_process";

/** The served files, their maps, which are not served, and the worker with its own. */
const UPLOADS = [
  ["~/assets", "dist/client/assets", "dist/source-maps"],
  ["app:///", "dist/worker"],
] as const;

/** Fetched by npm when it is not in its cache: 24 MB that no other step uses. */
const SENTRY = "@sentry/cli@3.8.0";

/** Variables that Sentry's command reads from the environment: https://docs.sentry.io/cli/configuration/ */
const NEEDED = ["SENTRY_AUTH_TOKEN", "SENTRY_ORG", "SENTRY_PROJECT"] as const;

/** Rejects with the variables missing in the environment, or with the command's output if it fails. */
export async function uploadSourceMaps(buildId: string, env: NodeJS.ProcessEnv): Promise<void> {
  const missing = NEEDED.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must be set in the environment`);
  for (const [prefix, ...folders] of UPLOADS)
    await runSentry(["sourcemaps", "upload", "--release", buildId, "--url-prefix", prefix, ...folders], env);
}

function runSentry(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn("npx", ["--yes", SENTRY, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(output))));
  });
}
