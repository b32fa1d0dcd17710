/** What `vite build` left for the worker; written by worker/local/browser-build.ts. */
declare module "#build" {
  import type { EditionFile } from "#worker/gateway/editions.ts";
  import type { Language } from "#shared/languages.ts";

  const build: {
    /** Hash of all sources. */
    readonly id: string;
    /** Address of the browser's entry module. */
    readonly entry: string;
    /** What documents take from the build (worker/gateway/editions.ts), by language. */
    readonly editions: Readonly<Record<Language, string>>;
    /** While Vite serves the sources: the editions themselves (worker/local/development-build.ts). */
    readonly development?: Readonly<Record<Language, EditionFile>>;
  };
  export default build;
}
