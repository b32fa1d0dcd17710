/** What the platform puts into the worker beside the web's own: nothing of Node, which a date alone has switched on since August 2026. */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

const { compatibility_date: compatibilityDate = "", compatibility_flags: compatibilityFlags } =
  readWranglerConfig({ config: "wrangler.toml" });

/** Names of Node's globals that a worker with these flags can see. */
async function nodeGlobals(flags: string[]): Promise<unknown> {
  const script = `export default { fetch: () => Response.json(
    ["process", "Buffer", "global", "setImmediate"].filter((name) => name in globalThis).concat(
      typeof setTimeout(() => {}, 0) === "number" ? [] : ["Timeout"]),
  ) };`;
  const platform = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script, compatibilityDate, compatibilityFlags: flags }),
  );
  try {
    return await (await platform.dispatchFetch("http://worker.test/")).json();
  } finally {
    await platform.dispose();
  }
}

it("leaves Node out of the worker", async () => {
  expect(await nodeGlobals(compatibilityFlags)).toEqual([]);
});

it("has to be told so", async () => {
  const flags = compatibilityFlags.filter((flag: string) => !flag.startsWith("no_nodejs"));
  expect(await nodeGlobals(flags)).toContain("process");
});
