import { defineConfig } from "vite";
import { browserBuild } from "./worker/local/browser-build.ts";

export default defineConfig({
  plugins: [browserBuild()],
  publicDir: "client/public",
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: "dist/client",
    // The files of the last builds stay, see worker/local/kept-builds.ts.
    emptyOutDir: false,
    assetsDir: "assets",
    // The style sheet comes with the document; tied to a chunk, it would be loaded once more with that chunk, which the
    // document's policy forbids.
    cssCodeSplit: false,
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "client/entry.browser.ts",
      onLog(level, log, handle) {
        // "use client" marks files for frameworks with server components; bundling loses nothing.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        // Packages change seldom, so they keep their name; what only data pages need is apart.
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules\/(?!swr\/|dequal\/|use-sync-external-store\/)/,
              priority: 2,
            },
            { name: "swr", test: /node_modules\/(?:swr|dequal|use-sync-external-store)\//, priority: 1 },
          ],
        },
      },
    },
  },
});
