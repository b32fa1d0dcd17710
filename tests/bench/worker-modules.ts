/** A worker's modules as Miniflare and workerd take them, the entry first. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

export interface WorkerModule {
  readonly type: "ESModule";
  readonly path: string;
  readonly contents: string;
}

/** Where `npm run build` leaves the product's. */
export const WORKER_FOLDER = "dist/worker";
const ENTRY = "index.mjs";

export function moduleOf(contents: string, path = ENTRY): WorkerModule {
  return { type: "ESModule", path, contents };
}

/** The product's, as `npm run build` has left them below `root`. */
export function productModules(root = "."): WorkerModule[] {
  return modulesIn(join(root, WORKER_FOLDER));
}

/** Those of a benchmark's own worker, built with the same settings. */
export async function buildModules(name: string, entry: string): Promise<WorkerModule[]> {
  const folder = resolve(".cache/bench", name);
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: {
      noExternal: true,
      resolve: { conditions: ["workerd", "worker", "browser", "module", "production"] },
    },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: true,
      target: "es2024",
      minify: true,
      rolldownOptions: {
        external: [/^cloudflare:/],
        // The platform takes whatever the entry exports for a handler or a class.
        preserveEntrySignatures: "strict",
        output: { entryFileNames: ENTRY, chunkFileNames: "[name].mjs" },
      },
    },
  });
  return modulesIn(folder);
}

/** All in one, as wrangler counts what it uploads. */
export function gzipKiB(modules: readonly WorkerModule[]): number {
  const all = modules.map(({ contents }) => contents).join("");
  return gzipSync(all, { level: 9 }).length / 1024;
}

function modulesIn(folder: string): WorkerModule[] {
  const others = globSync("*.mjs", { cwd: folder }).filter((path) => path !== ENTRY);
  return [ENTRY, ...others.sort()].map((path) => moduleOf(readFileSync(join(folder, path), "utf8"), path));
}
