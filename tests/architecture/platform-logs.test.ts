/** Cloudflare adds nothing to the worker's own lines in the operator's log. */
import { expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

it("Cloudflare keeps the worker's log lines, and no log of each request with its headers and the visitor's address", () => {
  const { observability } = readWranglerConfig({ config: "wrangler.toml" });
  expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
  expect(observability?.traces?.enabled ?? false).toBe(false);
});
