/** What Cloudflare writes into the operator's log beside the worker's own lines: nothing. */
import { expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

it("keeps the worker's lines, and no record of each request with its headers and the visitor's address", () => {
  const { observability } = readWranglerConfig({ config: "wrangler.toml" });
  expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
  expect(observability?.traces?.enabled ?? false).toBe(false);
});
