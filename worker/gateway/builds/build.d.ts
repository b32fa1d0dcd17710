/** What `vite build` left for the worker; written by worker/local/browser-build.ts. */
declare module "#build" {
  import type { Language } from "#shared/languages.ts";

  const build: {
    /** Hash of all sources. */
    readonly id: string;
    /** Address of the browser's entry module. */
    readonly entry: string;
    /** The entry and all it imports. */
    readonly entryFiles: readonly string[];
    /** The application, which the entry starts, and all it imports. */
    readonly applicationFiles: readonly string[];
    /** The style sheet's text. */
    readonly css: string;
    /** Scripts of each page, by page name. */
    readonly pages: Readonly<Record<string, readonly string[]>>;
    /** Script of each language and namespace, by `de/about`. */
    readonly texts: Readonly<Record<string, string>>;
    /** JSON of all texts for the worker itself, by language. */
    readonly serverTexts: Readonly<Record<Language, string>>;
  };
  export default build;
}
