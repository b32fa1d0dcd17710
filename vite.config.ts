import { rmSync } from "node:fs";
import { basename } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import { SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { developmentBuild } from "./worker/build/development-build.ts";
import { BUILD_ID, describeBuild, HEAD_SCRIPT } from "./worker/build/build.ts";

/** As `npm start` sets them, and without a service worker that would keep what is just being changed. */
const { API_BASE_URL, API_PARTS, PRICE_SOURCE_URL, PRICE_ASSETS } = process.env;
const DEVELOPMENT_VARS = {
  LOCAL: "1",
  REQUEST_LOG: "off",
  SERVICE_WORKER: "off",
  SIGN_UP: "open",
  ...(API_BASE_URL && { API_BASE_URL }),
  ...(API_PARTS && { API_PARTS }),
  ...(PRICE_SOURCE_URL && { PRICE_SOURCE_URL }),
  ...(PRICE_ASSETS && { PRICE_ASSETS }),
};

/** What hono-openapi imports: for documents, and for other libraries than ours. */
const DOCUMENT_MAKERS = /^(?:@standard-community\/|@hono\/standard-validator)/;

/**
 * The styles in what other sites show, for browsers that have light-dark(), as all that are served do (.github/CONTRIBUTING.md). Cloudflare's plugin
 * names an older target, for which each colour takes twice the room; Vite would only add ours to it.
 */
const pictureStyles: Plugin = {
  name: "picture-styles",
  configEnvironment(name, { build }) {
    if (name === "worker" && build) build.cssTarget = ["chrome123", "edge123", "firefox120", "safari17.5"];
  },
};

/** A script of one file that is no module. */
function plainScript(input: string, file: string): EnvironmentOptions {
  return {
    consumer: "client",
    build: {
      outDir: "dist",
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2023",
      rolldownOptions: { input, output: { format: "iife", entryFileNames: file } },
    },
  };
}

export default defineConfig(({ command }) => ({
  publicDir: "client/public",
  cacheDir: ".cache/vite",
  json: { namedExports: false },
  plugins: [
    react(),
    // wrangler.toml names what is built.
    cloudflare({
      viteEnvironment: { name: "worker" },
      config: { main: "worker/index.ts", ...(command === "serve" && { vars: DEVELOPMENT_VARS }) },
    }),
    pictureStyles,
    describeBuild(),
    developmentBuild(),
  ],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        // For the deployment, which tells nobody else of them (worker/build/build.ts).
        sourcemap: "hidden",
        // The files of the last builds stay, see worker/build/former-builds.ts.
        emptyOutDir: false,
        cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5", "ios17.5"],
        rolldownOptions: {
          input: "client/entry.browser.ts",
          output: {
            codeSplitting: {
              groups: [
                // Packages change seldom. What measures the visit comes after it has begun, what checks the ledger when it is asked to, Turnstile with the sign-in form that wants it,
                // passkeys when one is used, comboboxes with the admin area, and d3 with charts.
                {
                  name: "vendor",
                  test: /node_modules\/(?!web-vitals|canonicalize|@marsidev|@simplewebauthn|d3-|internmap|downshift|compute-scroll-into-view|prop-types|react-is|tslib|@babel)/,
                },
                // A page's styles are its own: never in a file that other pages load.
                { name: (id) => basename(id, ".css"), test: /client\/pages\/.*\.css$/ },
                // What every page says, in one file.
                ...LANGUAGES.map((language) => ({
                  name: `shell-texts-${language}`,
                  test: new RegExp(`/locales/${language}/(?:${SHELL_NAMESPACES.join("|")})\\.json`),
                })),
                // What the entry imports goes into its file: on a page of texts there is no other.
                { name: "entry", tags: ["$initial"] },
                // Few files: each costs a slow connection some milliseconds.
                { name: "shared", minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    head_script: plainScript("client/head-script.ts", HEAD_SCRIPT),
    service_worker: {
      ...plainScript("client/service-worker/service-worker.ts", "client/sw.js"),
      define: { __BUILD_ID__: JSON.stringify(BUILD_ID) },
    },
    service_worker_off: plainScript("client/service-worker/unregister.ts", "client/sw-off.js"),
    worker: {
      build: {
        target: "es2024",
        sourcemap: true,
        minify: true,
        // As wrangler.toml has it: a rule for *.js would hold for packages, too, where tests run the sources.
        rolldownOptions: {
          output: { entryFileNames: "index.mjs", chunkFileNames: "[name].mjs" },
          // Of hono-openapi the worker needs the mark on its routes; what makes documents of them is the build's (worker/build/openapi).
          external: DOCUMENT_MAKERS,
          treeshake: {
            moduleSideEffects: [
              { test: /node_modules\/hono-openapi\//, sideEffects: false },
              { test: DOCUMENT_MAKERS, external: true, sideEffects: false },
            ],
          },
        },
      },
    },
  },
  builder: {
    /** In order: documents carry the head script, and the worker names the browser's files. */
    async buildApp(builder) {
      for (const name of ["head_script", "client", "service_worker", "service_worker_off", "worker"]) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      // The plugin's own directions to wrangler, which would serve an older build in place of making one as wrangler.toml says.
      for (const file of [".wrangler/deploy", "dist/worker/wrangler.json", "dist/worker/.dev.vars"])
        rmSync(file, { recursive: true, force: true });
    },
  },
}));
