/** The output of `vite build` for the worker; written by worker/build/build.ts. */
declare module "#build" {
  import type { LanguageAssetsFile } from "#worker/gateway/language-assets.ts";
  import type { Language } from "#shared/site/languages.ts";

  const build: {
    /** Hash of all sources. */
    readonly id: string;
    /** Address of the browser's entry module. */
    readonly entry: string;
    /** Paths of all calls of the API, as Hono writes them, those with fewer parameters first; for the log. */
    readonly apiPaths: readonly string[];
    /** Files of the language assets (worker/gateway/language-assets.ts), by language. */
    readonly languageAssets: Readonly<Record<Language, string>>;
    /** While Vite serves the sources: the assets themselves (worker/build/development-build.ts). */
    readonly development?: Readonly<Record<Language, LanguageAssetsFile>>;
  };
  export default build;
}
