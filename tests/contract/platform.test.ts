/** The platform adds no Node APIs to the worker; since August 2026 the compatibility date alone would switch them on. */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

const { compatibility_date: compatibilityDate = "", compatibility_flags: compatibilityFlags } =
  readWranglerConfig({ config: "wrangler.toml" });

it("the worker has no Node globals or modules", async () => {
  const script = `
    const globals = ["process", "Buffer", "global", "setImmediate"].filter((name) => name in globalThis);
    const hasModules = import("node:buffer").then(() => true, () => false);
    export default {
      async fetch() {
        const timer = setTimeout(() => {}, 0);
        return Response.json({ globals, timer: typeof timer, hasModules: await hasModules });
      },
    };`;
  const platform = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script, compatibilityDate, compatibilityFlags }),
  );
  const reachable = await (await platform.dispatchFetch("http://worker.test/")).json();
  await platform.dispose();
  expect(reachable).toEqual({ globals: [], timer: "number", hasModules: false });
});
