import { defineConfig } from "vite";
import { browserBuild } from "./worker/local/browser-build.ts";

export default defineConfig({
  plugins: [browserBuild()],
  publicDir: "client/public",
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: "dist/client",
    assetsDir: "assets",
    target: "es2023",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "client/entry.browser.tsx",
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        // Without a group of its own, a lazy page would import the entry to reach the packages.
        codeSplitting: { groups: [{ name: "vendor", test: /node_modules/ }] },
      },
    },
  },
});
