import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const migrations = await readD1Migrations(fileURLToPath(new URL("worker/api/migrations", import.meta.url)));

/** What a browser shows in its own time; the default of one second fails on a machine that is slow or busy. */
const expect = { poll: { timeout: 10_000 } };

const worker = fileURLToPath(new URL("worker/", import.meta.url));

/**
 * Imports at once what the worker, and `@hono/react-renderer` with each document, import when they need it. In Vite's module runner, requests that
 * import a module at the same time share one promise of the first of them, which workerd refuses to the others, or never settles once that
 * one is over. The built worker has no such runner.
 */
const importAtOnce: Plugin = {
  name: "import-at-once",
  transform(code, id) {
    if (!id.startsWith(worker) && !id.includes("/@hono/react-renderer/")) return null;
    const imports: string[] = [];
    const changed = code.replaceAll(/\bimport\(("[^"]+")\)/g, (_dynamic, from) => {
      const name = `atOnce${imports.length}`;
      imports.push(`import * as ${name} from ${from};`);
      return `Promise.resolve(${name})`;
    });
    return imports.length > 0 ? imports.join("\n") + changed : null;
  },
};

/** The tests in engines that are not installed. */
const withoutEngine = Object.entries({
  firefox: ["/usr/bin/firefox"],
  webkit: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"],
}).flatMap(([engine, needed]) =>
  needed.every((file) => existsSync(file)) ? [] : [`tests/exhaustive/engines/${engine}.test.ts`],
);

/** Tests of the built site, over HTTP or in a browser, in the folder of this name. */
const site = (name: string, exclude: string[] = []): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    exclude,
    // After what needs no site: time-outs are to tell of defects, not of load.
    sequence: { groupOrder: 1 },
    globalSetup: ["tests/support/build.ts", "tests/support/chromium.ts", "tests/support/left-out.ts"],
    // The files of a worker process share a site and a browser (tests/support/site-and-browser.ts).
    isolate: false,
    expect,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: "100%",
    reporters: [
      "default",
      "./tests/support/slowest-files.ts",
      ["json", { outputFile: ".cache/test-results.json" }],
    ],
    projects: [
      {
        test: {
          name: "unit",
          isolate: false,
          testTimeout: 20_000,
          include: ["tests/{shared,client,architecture,fuzz}/**/*.test.{ts,tsx}"],
        },
      },
      {
        // The worker is built for production, where React has no development JSX.
        oxc: { jsx: { runtime: "automatic", development: false } },
        plugins: [
          importAtOnce,
          cloudflareTest({
            // The sources, not what is built of them.
            main: "./worker/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              // Vitest asks for node:inspector in the worker; the plugin puts the rest of Node back for it.
              compatibilityFlags: ["enable_nodejs_inspector_module"],
              // A copy of DB that lags behind it (tests/worker/api/lagging-database.ts).
              d1Databases: ["DB_COPY"],
              bindings: {
                TEST_MIGRATIONS: migrations,
                JWT_SIGNING_KEYS: "test-1:dGVzdC1zaWduaW5nLWtleS10ZXN0LXNpZ25pbmcta2V5LTAxMjM0NTY3",
                LOG_SIGNING_KEY: "bG9nLXNpZ25pbmcta2V5LWxvZy1zaWduaW5nLWtleS0",
                // Tests of the log switch it on.
                REQUEST_LOG: "off",
                PASSCODE_PEPPER: "dGVzdC1wZXBwZXItdGVzdC1wZXBwZXItdGVzdC1wZXBwZXI",
                // Appendix A of RFC 8291: the application server's.
                VAPID_KEYS:
                  "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
              },
            },
          }),
        ],
        test: {
          name: "workerd",
          // Styles that the worker sends within what it renders.
          css: true,
          env: { NODE_ENV: "production" },
          // Starting workerd takes longer than most files; tests/worker/setup.ts empties what they share.
          isolate: false,
          globalSetup: ["tests/support/build.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ["tests/worker/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/worker/setup.ts"],
        },
      },
      site("contract"),
      site("journeys"),
      site("exhaustive", withoutEngine),
    ],
  },
});
