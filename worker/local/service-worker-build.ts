/** Builds the service worker beside the browser's part: one plain script each, with the build's id in it. */
import { build } from "vite";

const SCRIPTS = [
  { source: "client/service-worker/service-worker.ts", file: "sw.js" },
  { source: "client/service-worker/switched-off.ts", file: "sw-off.js" },
] as const;

/** Writes `sw.js`, and `sw-off.js` which the gateway serves in its place where the worker is switched off. */
export async function buildServiceWorker(buildId: string): Promise<void> {
  for (const { source, file } of SCRIPTS) {
    await build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      define: { __BUILD_ID__: JSON.stringify(buildId), "process.env.NODE_ENV": '"production"' },
      build: {
        outDir: "dist/client",
        emptyOutDir: false,
        target: "es2023",
        modulePreload: false,
        rolldownOptions: { input: source, output: { format: "iife", entryFileNames: file } },
      },
    });
  }
}
