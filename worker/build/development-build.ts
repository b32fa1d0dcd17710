/**
 * Vite plugin for `npm run dev`: provides `#build` and the browser's entry while Vite serves the sources (otherwise build.ts
 * writes them).
 */
import type { Plugin } from "vite";
import { LANGUAGES } from "#shared/site/languages.ts";
import { type BrandColor, brandGrounds } from "./brand-colors.ts";
import { apiPaths } from "./openapi/operations.ts";

const BUILD = "\0development-build";
const ENTRY = "virtual:development-entry";

/** Texts of all languages; Vite serves scripts and all styles but one. */
const buildSource = (paths: readonly string[], grounds: BrandColor) => `
const files = import.meta.glob("/shared/locales/*/*.json", { eager: true, import: "default" });
const textsIn = (language) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.includes("/" + language + "/"))
      .map(([path, texts]) => [path.split("/").at(-1).replace(".json", ""), texts]),
  );
const assets = (language) => ({
  texts: textsIn(language), css: "", entryStyles: [], cssOfPages: {}, grounds: ${JSON.stringify(grounds)}, headScript: "", entryFiles: [], applicationFiles: [], pageFiles: {}, pageStyles: {}, textFiles: {},
});
const development = Object.fromEntries(${JSON.stringify(LANGUAGES)}.map((language) => [language, assets(language)]));
export default { id: "development", entry: "/@id/${ENTRY}", apiPaths: ${JSON.stringify(paths)}, languageAssets: {}, development };
`;

/** React Refresh must be loaded before React (@vitejs/plugin-react, "Middleware mode"). */
const ENTRY_SOURCE = `
import "/@vite/client";
import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import("/client/head-script.ts");
await import("/client/entry.browser.ts");
`;

export function developmentBuild(): Plugin {
  return {
    name: "development-build",
    apply: "serve",
    enforce: "pre",
    resolveId(source) {
      if (source === "#build") return BUILD;
      return source === ENTRY ? ENTRY : undefined;
    },
    async load(id) {
      if (id === BUILD) return buildSource(await apiPaths(), brandGrounds());
      return id === ENTRY ? ENTRY_SOURCE : undefined;
    },
  };
}
