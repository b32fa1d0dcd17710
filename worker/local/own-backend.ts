/** An operator's own backend, in whose place the embedded API serves otherwise. */
import { unstable_readConfig as readWranglerConfig } from "wrangler";

/** Its base URL: `API_BASE_URL` of the environment, or else of wrangler.toml; empty for the embedded API. */
export function ownBackend(env: NodeJS.ProcessEnv, config = "wrangler.toml"): string {
  return env["API_BASE_URL"] ?? String(readWranglerConfig({ config }).vars["API_BASE_URL"] ?? "");
}
