/** What `vite build` left for the worker; written by worker/local/browser-build.ts. */
declare module "#build" {
  import type { Language } from "#shared/languages.ts";

  const build: {
    /** Hash of all sources. */
    readonly id: string;
    /** Address of the browser's entry module. */
    readonly entry: string;
    /** What documents take from the build (worker/gateway/editions.ts), by language. */
    readonly editions: Readonly<Record<Language, string>>;
  };
  export default build;
}
