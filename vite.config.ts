import { defineConfig, type Plugin, type Rolldown } from "vite";
import { SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { browserBuild } from "./worker/local/browser-build.ts";
import { compileHint } from "./worker/local/compile-hint.ts";

/**
 * What pages share, in few files: each file that a document names costs its first paint some milliseconds. A group takes along
 * whatever its modules import, unless a group before it has. Packages change seldom, so they keep their name.
 */
const SHARED: Rolldown.CodeSplittingGroup[] = [
  { name: "vendor", test: /node_modules\/(?!swr\/|dequal\/|use-sync-external-store\/|web-vitals\/)/ },
  ...LANGUAGES.map((language) => ({
    name: `shell-texts-${language}`,
    test: new RegExp(`/locales/${language}/(?:${SHELL_NAMESPACES.join("|")})\\.json`),
  })),
  // What the entry imports goes into its file: on a page of texts there is no other.
  { name: "start", tags: ["$initial"] },
  { name: "start-application", test: /\/client\/(?:start-application|ui\/rest-of-page)\./ },
  { name: "contracts", test: /\/contracts\/(?:signals|traders)\./ },
  {
    name: "data",
    test: /\/(?:data\/(?:page-data|use-api)|record\/(?:formats|not-loaded)|ui\/time)\.|node_modules\/(?!web-vitals\/)/,
  },
  { name: "table", test: /\/(?:ui\/data-table|record\/direction)\./ },
  { name: "interval-bar", test: /\/ui\/interval-bar\.|\/shared\/statistics\./ },
  {
    name: "record",
    test: /\/record\/(?:figures|live-line|past-results|signal-table)\.|\/app\/(?:cursor-pages|list-status)\./,
  },
  { name: "statistics", test: /\/record\/(?:statistics|win-rate)\./ },
  { name: "text-field", test: /\/ui\/text-field\./ },
  { name: "fields", test: /\/ui\/(?:date-field\/date-field|select-field)\./ },
];

/** Whoever imports a part has these, or has the document's links or client/entry.browser.ts fetch them. */
const ALWAYS_THERE = /\/(?:vendor|rolldown-runtime|start-application|entry\.browser)-/;

/** Says of React Router's components, contexts and their names for developers' tools that nobody misses those that nobody uses. */
const unusedOfReactRouter: Plugin = {
  name: "unused-of-react-router",
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = .*;$/gm, "")
        .replaceAll(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ $1"),
  },
};

export default defineConfig({
  plugins: [browserBuild(), compileHint(), unusedOfReactRouter],
  publicDir: "client/public",
  define: { "process.env.NODE_ENV": '"production"' },
  json: { namedExports: false },
  build: {
    outDir: "dist/client",
    // The files of the last builds stay, see worker/local/kept-builds.ts.
    emptyOutDir: false,
    assetsDir: "assets",
    // The style sheet comes with the document; tied to a chunk, it would be loaded once more with that chunk, which the
    // document's policy forbids.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, imported) => imported.filter((file) => !ALWAYS_THERE.test(file)),
    },
    rolldownOptions: {
      input: "client/entry.browser.ts",
      optimization: { inlineConst: { mode: "all" } },
      onLog(level, log, handle) {
        // "use client" marks files for frameworks with server components; bundling loses nothing.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: { groups: SHARED },
      },
    },
  },
});
