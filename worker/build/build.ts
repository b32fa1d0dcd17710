/**
 * Vite plugin that describes the build to the worker and the browsers: its id, the files that each page and language needs,
 * and the files of earlier builds, which stay (former-builds.ts).
 *
 * Writes `dist/build.json` (imported by the worker as `#build`), `builds/meta/{id}.json`, `builds/latest.json`,
 * `licences.txt`, `dist/builds.json` (the builds kept) and the API's description.
 *
 * `BUILD_SALT` in the environment gives the same sources another build id: a test deploys such a build while a tab is open.
 */
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";
import type { BuildManifest } from "#shared/site/build-manifest.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { OPENAPI_PATH } from "#shared/site/routes.ts";
import type { LanguageAssetsFile } from "#worker/gateway/language-assets.ts";
import { brandGrounds } from "./brand-colors.ts";
import { dropOldBuilds } from "./former-builds.ts";
import { licencesText, shippedPackages } from "./licences.ts";
import { apiPaths } from "./openapi/operations.ts";
import { writeOpenApiDocument } from "./openapi/write-document.ts";
import { readServerTexts } from "./server-texts.ts";

/** The folder that is served. */
const SERVED = "dist/client";
/** Source maps of the newest build's browser scripts, `{script}.map`. */
export const SOURCE_MAPS = "dist/source-maps";
/** Built before the browser's part (vite.config.ts), in `dist`. */
export const HEAD_SCRIPT = "head-script.js";
const PAGE_MODULE = /^client\/pages\/([^/]+)\/\1-page\.tsx$/;
/** `traders-list.css` is for the list alone, `traders-detail.css` for the page of one trader (`styleRoute`). */
const VIEW_STYLES = /-(list|detail|compare)-[\w-]{8}\.css$/;
const TEXTS_MODULE = /^shared\/locales\/([^/]+\/[^/]+)\.json$/;

const salt = process.env["BUILD_SALT"] ?? "";

/** Same sources, same id: the hash of everything that can change an answer. */
export const BUILD_ID = sourceHash();

function sourceHash(): string {
  const files = globSync([
    "{client,shared,worker}/**/*.{ts,tsx,css,json,sql,svg,woff2}",
    "{package-lock.json,vite.config.ts}",
  ]).sort();
  const hash = createHash("sha256").update(salt);
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

export function describeBuild(): Plugin {
  return {
    name: "describe-build",
    apply: "build",
    // After the style sheet has been put together.
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    augmentChunkHash: () => salt,
    async writeBundle(_options, bundle) {
      moveSourceMaps(Object.keys(bundle));
      const latest = { id: BUILD_ID, timestamp: Date.now() };
      const files = describeFiles(bundle);
      const { entry, pageStyles: _pageStyles, ...parts } = files;
      const manifest: BuildManifest = { ...latest, ...parts };
      const languageAssets = writeLanguageAssets(files);
      const metaFile = `builds/meta/${BUILD_ID}.json`;
      write(metaFile, JSON.stringify(manifest));
      write("builds/latest.json", JSON.stringify(latest));
      // Public, so that anybody can read the licences of what the site contains.
      write("licences.txt", licencesText(shippedPackages()));
      const forWorker = { id: BUILD_ID, entry, apiPaths: await apiPaths(), languageAssets };
      writeFileSync("dist/build.json", JSON.stringify(forWorker, null, 2));
      const kept = [...manifest.files, ...Object.values(languageAssets)].map((path) => path.slice(1));
      dropOldBuilds(SERVED, {
        id: BUILD_ID,
        files: [...kept, metaFile],
      });
      await writeOpenApiDocument(`${SERVED}${OPENAPI_PATH}`);
    },
  };
}

/** Moves them out of the served files: only the deployment needs them, for error reporting. */
function moveSourceMaps(files: readonly string[]): void {
  rmSync(SOURCE_MAPS, { recursive: true, force: true });
  mkdirSync(SOURCE_MAPS, { recursive: true });
  for (const file of files.filter(isSourceMap))
    renameSync(join(SERVED, file), join(SOURCE_MAPS, basename(file)));
}

function isSourceMap(file: string): boolean {
  return file.endsWith(".js.map");
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(SERVED, file)), { recursive: true });
  writeFileSync(join(SERVED, file), content);
}

function describeFiles(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** A chunk and everything it imports statically. */
  const reach = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): string[] => {
    seen.add(`/${chunk.fileName}`);
    for (const file of chunk.imports) {
      const imported = byFile.get(file);
      if (imported && !seen.has(`/${file}`)) reach(imported, seen);
    }
    return [...seen];
  };
  const modules = chunks.flatMap((chunk) =>
    chunk.moduleIds.map((id) => [relative(process.cwd(), id.replace(/\?.*/, "")), chunk] as const),
  );
  const filesOf = (module: string) => {
    const chunk = modules.find(([id]) => id === module)?.[1];
    if (!chunk) throw new Error(`The build has no chunk for ${module}`);
    return reach(chunk);
  };
  const named = <Value>(pattern: RegExp, value: (chunk: Rolldown.OutputChunk) => Value) =>
    Object.fromEntries(
      modules.flatMap(([id, chunk]) => {
        const name = pattern.exec(id)?.[1];
        return name === undefined ? [] : [[name, value(chunk)]];
      }),
    );
  const entryFiles = filesOf("client/entry.browser.ts");
  const stylesOf = (files: readonly string[]) =>
    files
      .flatMap((file) => [...(byFile.get(file.slice(1))?.viteMetadata?.importedCss ?? [])])
      .map((file) => `/${file}`);
  const entryStyles = stylesOf(entryFiles);
  const applicationFiles = filesOf("client/start-application.tsx");
  const notOfPages = new Set([...entryStyles, ...stylesOf(applicationFiles)]);
  const pageStyles = Object.fromEntries(
    Object.entries(named(PAGE_MODULE, (chunk) => stylesOf(reach(chunk)))).flatMap(([page, styles]) => {
      const own = styles.filter((file) => !notOfPages.has(file));
      const viewOf = (file: string) => VIEW_STYLES.exec(file)?.[1];
      return [...new Set(["list", ...own.flatMap((file) => viewOf(file) ?? [])])].map((view) => [
        view === "list" ? page : `${page}-${view}`,
        own.filter((file) => [undefined, view].includes(viewOf(file))),
      ]);
    }),
  );
  return {
    entry: entryFiles[0] ?? "",
    entryFiles,
    applicationFiles,
    pages: named(PAGE_MODULE, (chunk) => reach(chunk)),
    texts: named(TEXTS_MODULE, ({ fileName }) => `/${fileName}`),
    entryStyles,
    pageStyles,
    styles: Object.keys(bundle)
      .filter((file) => file.endsWith(".css"))
      .map((file) => `/${file}`),
    files: Object.keys(bundle).flatMap((file) =>
      file.startsWith("assets/") && !isSourceMap(file) ? [`/${file}`] : [],
    ),
  };
}

/** The language assets that the worker fetches (worker/gateway/language-assets.ts): one file per language. */
function writeLanguageAssets(files: ReturnType<typeof describeFiles>): Record<string, string> {
  const textOf = (styles: readonly string[]) =>
    styles.map((file) => readFileSync(SERVED + file, "utf8").trim()).join("");
  const css = textOf(files.entryStyles);
  const cssOfPages = Object.fromEntries(
    [...new Set(Object.values(files.pageStyles).flat())].map((file) => [file, textOf([file])]),
  );
  const headScript = readFileSync(join("dist", HEAD_SCRIPT), "utf8").trim();
  const grounds = brandGrounds();
  const { entryFiles, entryStyles, applicationFiles, pages: pageFiles, pageStyles } = files;
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const texts = readServerTexts(language);
      const textFiles = Object.fromEntries(
        Object.keys(texts).map((name) => [name, files.texts[`${language}/${name}`] ?? ""]),
      );
      const assets: LanguageAssetsFile = {
        texts,
        css,
        entryStyles,
        cssOfPages,
        grounds,
        headScript,
        entryFiles,
        applicationFiles,
        pageFiles,
        pageStyles,
        textFiles,
      };
      const json = JSON.stringify(assets);
      const hash = createHash("sha256").update(json).digest("hex").slice(0, 8);
      write(`assets/language-${language}-${hash}.json`, json);
      return [language, `/assets/language-${language}-${hash}.json`];
    }),
  );
}
