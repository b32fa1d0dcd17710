/** The platform adds no Node APIs to the worker; since August 2026 the compatibility date alone would switch them on. */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

const { compatibility_date: compatibilityDate = "", compatibility_flags: compatibilityFlags } =
  readWranglerConfig({ config: "wrangler.toml" });

/** What of Node a worker with these flags can reach. */
async function reachable(flags: string[]): Promise<unknown> {
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
    convertV4MiniflareOptions({ modules: true, script, compatibilityDate, compatibilityFlags: flags }),
  );
  try {
    return await (await platform.dispatchFetch("http://worker.test/")).json();
  } finally {
    await platform.dispose();
  }
}

it("the worker has no Node globals or modules", async () => {
  expect(await reachable(compatibilityFlags)).toEqual({ globals: [], timer: "number", hasModules: false });
});

it("without the compatibility flags, the worker would have Node globals and modules", async () => {
  const flags = compatibilityFlags.filter((flag: string) => !flag.startsWith("no_nodejs"));
  const globals = ["process", "Buffer", "global", "setImmediate"];
  expect(await reachable(flags)).toEqual({ globals, timer: "object", hasModules: true });
});
