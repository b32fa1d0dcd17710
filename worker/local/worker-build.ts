/**
 * The worker as it is deployed: modules that import each other, so that an isolate runs the renderer with the first page that
 * is in no cache, and the embedded API with the first call, and neither before. Run after the browser build, whose files the
 * worker names (`#build`).
 */
import { relative, resolve } from "node:path";
import { build, type Plugin } from "vite";

/** `main` in wrangler.toml lies here; the browser's files are in `dist/client`. */
export const WORKER_FOLDER = "dist/worker";

const ENTRY = "worker/index.ts";

const STAND_IN_FOLDER = "worker/gateway/pages/stand-ins";
/** What stands in the worker for these imports. */
const STAND_INS: Readonly<Record<string, string>> = {
  react: `${STAND_IN_FOLDER}/react.ts`,
  "react/jsx-runtime": `${STAND_IN_FOLDER}/react-jsx-runtime.ts`,
  "react-router": `${STAND_IN_FOLDER}/react-router.tsx`,
  swr: `${STAND_IN_FOLDER}/swr.ts`,
  "swr/subscription": `${STAND_IN_FOLDER}/swr.ts`,
  // What the worker would carry and never use. The second as react-dom/server.edge asks for it.
  "react-dom/server": `${STAND_IN_FOLDER}/unused-renderer.ts`,
  "./cjs/react-dom-server-legacy.browser.production.js": `${STAND_IN_FOLDER}/unused-renderer.ts`,
};

/** What stands in the place of files, whoever imports them. */
const STAND_INS_FOR_FILES = new Map<string, string>([
  ["client/data/browser-http.ts", `${STAND_IN_FOLDER}/browser-http.ts`],
  ...[
    "client/data/read-live-news.ts",
    "client/pages/admin/admin-area.tsx",
    "client/pages/profile/profile-views.tsx",
    "client/pages/signal/check-ledger.ts",
    "client/pages/signal/ledger-check-report.tsx",
    "client/ui/date-field/calendar.tsx",
    "client/ui/toasts/toast-item.tsx",
    "client/ui/toasts/toast-store.ts",
  ].map((file) => [file, "client/browser-only.ts"] as const),
]);

/** Hooks that do nothing while a server renders: their effects, and what only these use, are left out with them. */
const NO_EFFECT = ["useEffect", "useEffectEvent", "useInsertionEffect", "useLayoutEffect"];

/** The worker must meet each of them: what has moved would otherwise come along again unseen. Others have only some (benches). */
function leadElsewhere(entry: string): Plugin {
  const unmet = new Set(entry === ENTRY ? [...Object.keys(STAND_INS), ...STAND_INS_FOR_FILES.keys()] : []);
  return {
    name: "lead-elsewhere",
    enforce: "pre",
    async resolveId(imported, importer) {
      const standIn = STAND_INS[imported];
      if (standIn !== undefined) {
        unmet.delete(imported);
        return resolve(standIn);
      }
      const resolved = await this.resolve(imported, importer, { skipSelf: true });
      const file = resolved && relative(process.cwd(), resolved.id);
      const fileStandIn = file ? STAND_INS_FOR_FILES.get(file) : undefined;
      if (!file || fileStandIn === undefined) return resolved;
      unmet.delete(file);
      return resolve(fileStandIn);
    },
    generateBundle() {
      if (unmet.size > 0) this.error(`Nothing imports ${[...unmet].join(", ")}`);
    },
  };
}

/** For one character beyond ASCII the engine would hold and read a whole module at two bytes a character. */
const escapeBeyondAscii: Plugin = {
  name: "escape-beyond-ascii",
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== "chunk") continue;
      output.code = output.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

/** Builds the worker whose handlers `entry` exports as `index.mjs` in `folder`, with source maps; the folder is emptied first. */
export async function buildWorker(entry: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [leadElsewhere(entry), escapeBeyondAscii],
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
      sourcemap: true,
      minify: true,
      rolldownOptions: {
        external: [/^cloudflare:/],
        // Nothing here reads a property for what reading it does.
        treeshake: { manualPureFunctions: NO_EFFECT, propertyReadSideEffects: false },
        // The platform takes whatever index.mjs exports for a handler or a class.
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "index.mjs", chunkFileNames: "[name].mjs" },
        onLog(level, log, handle) {
          // "use client" marks files for frameworks with server components; bundling loses nothing.
          if (log.code !== "MODULE_LEVEL_DIRECTIVE" && log.code !== "INEFFECTIVE_DYNAMIC_IMPORT")
            handle(level, log);
        },
      },
    },
  });
}

if (import.meta.main) await buildWorker(ENTRY, WORKER_FOLDER);
