/**
 * Vite plugin that tells the worker and the browsers about the browser build: its id, which files each page and language
 * needs, and the files of the builds before it, which stay (kept-builds.ts).
 *
 * Writes `dist/build.json` (imported by the worker as `#build`), `builds/meta/{id}.json`, `builds/latest.json`,
 * `licences.txt` and `dist/builds.json` (the builds kept). Then builds the service worker, which carries the id, and
 * describes the API (openapi/).
 *
 * `BUILD_SALT` in the environment makes another build of the same sources: a test deploys one under an open tab.
 */
import { createHash } from "node:crypto";
import { readFileSync, globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Plugin, Rolldown } from "vite";
import { LANGUAGES } from "#shared/languages.ts";
import { OPENAPI_PATH } from "#shared/routes.ts";
import type { EditionFile } from "#worker/gateway/editions.ts";
import { buildEarlyScript } from "./early-script-build.ts";
import { KeptBuilds, keepBuild, type KeptBuild } from "./kept-builds.ts";
import { licencesText, shippedPackages } from "./licences.ts";
import { writeOpenApiDocument } from "./openapi/write-document.ts";
import { readServerTexts } from "./server-texts.ts";
import { buildServiceWorker } from "./service-worker-build.ts";

const ENTRY = "client/entry.browser.ts";
const APPLICATION = "client/start-application.tsx";
const PAGE_MODULE = /^client\/pages\/([^/]+)\/([^/]+)-page\.tsx$/;
const TEXTS_MODULE = /^shared\/locales\/([^/]+)\/([^/]+)\.json$/;
/** Where anybody reads what the site is made of. */
const LICENCES_FILE = "licences.txt";
const SERVED = "dist/client";
const KEPT_BUILDS_FILE = "dist/builds.json";

const salt = process.env["BUILD_SALT"] ?? "";

export function browserBuild(): Plugin {
  return {
    name: "browser-build",
    apply: "build",
    // After the style sheet has been made of all its parts.
    enforce: "post",
    augmentChunkHash: () => salt,
    async generateBundle(_options, bundle) {
      const id = sourceHash();
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const served = { id, ...describeChunks(chunks), styles: stylesOf(bundle) };
      const editions = emitEditions(this, served, {
        css: cssOf(bundle, served.styles),
        earlyScript: await buildEarlyScript(),
      });
      const latest = { id, timestamp: Date.now() };
      const { entry, ...parts } = served;
      const files = Object.keys(bundle).map((file) => `/${file}`);
      const assets = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      const metaFile = `builds/meta/${id}.json`;
      this.emitFile({
        type: "asset",
        fileName: metaFile,
        source: JSON.stringify({ ...parts, ...latest, files }),
      });
      this.emitFile({ type: "asset", fileName: "builds/latest.json", source: JSON.stringify(latest) });
      this.emitFile({
        type: "asset",
        fileName: LICENCES_FILE,
        source: licencesText(shippedPackages()),
      });
      pending = {
        build: { id, entry, editions },
        kept: {
          id,
          files: [...assets, ...Object.values(editions).map((path) => path.slice(1)), metaFile],
        },
      };
    },
    async writeBundle() {
      if (!pending) return;
      const { build, kept } = pending;
      writeFileSync("dist/build.json", JSON.stringify(build, null, 2));
      dropOldBuilds(kept);
      await buildServiceWorker(build.id);
      writeOpenApiDocument(`${SERVED}${OPENAPI_PATH}`);
    },
  };
}

let pending: {
  /** As worker/gateway/builds/build.d.ts says. */
  readonly build: { readonly id: string; readonly entry: string; readonly editions: Record<string, string> };
  readonly kept: KeptBuild;
} | null = null;

function dropOldBuilds(newest: KeptBuild): void {
  const present = globSync(["assets/*", "builds/meta/*.json"], { cwd: SERVED });
  const { kept, dropped } = keepBuild(newest, readKeptBuilds(), present);
  for (const file of dropped) rmSync(join(SERVED, file), { force: true });
  writeFileSync(KEPT_BUILDS_FILE, JSON.stringify(kept));
}

function readKeptBuilds(): readonly KeptBuild[] {
  try {
    return v.parse(KeptBuilds, JSON.parse(readFileSync(KEPT_BUILDS_FILE, "utf8")));
  } catch {
    // None yet, or of a version that wrote them otherwise.
    return [];
  }
}

/** Same sources, same id: the hash of everything that can change an answer. */
function sourceHash(): string {
  const files = globSync(["{client,shared,worker}/**/*.{ts,tsx,css,json,sql}", "package-lock.json"]).sort();
  const hash = createHash("sha256").update(salt);
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function describeChunks(chunks: Rolldown.OutputChunk[]) {
  const entry = chunkOf(ENTRY, chunks);
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesOf = (chunk: Rolldown.OutputChunk) => [...reach(chunk, byFile)].map((file) => `/${file}`);
  const pages: Record<string, string[]> = {};
  const texts: Record<string, string> = {};
  for (const chunk of chunks) {
    for (const module of chunk.moduleIds.map(relative)) {
      const page = PAGE_MODULE.exec(module);
      if (page?.[1] && page[1] === page[2]) pages[page[1]] = filesOf(chunk);
      const text = TEXTS_MODULE.exec(module);
      if (text) texts[`${text[1]}/${text[2]}`] = `/${chunk.fileName}`;
    }
  }
  return {
    entry: `/${entry.fileName}`,
    entryFiles: filesOf(entry),
    applicationFiles: filesOf(chunkOf(APPLICATION, chunks)),
    pages,
    texts,
  };
}

function chunkOf(module: string, chunks: Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.map(relative).includes(module));
  if (!chunk) throw new Error(`The build has no chunk for ${module}`);
  return chunk;
}

/** What the worker fetches of the build (worker/gateway/editions.ts): one file a language. */
function emitEditions(
  context: Rolldown.PluginContext,
  { entryFiles, applicationFiles, pages, texts }: ReturnType<typeof describeChunks>,
  inDocument: Pick<EditionFile, "css" | "earlyScript">,
): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const textFiles = Object.entries(texts)
        .filter(([name]) => name.startsWith(`${language}/`))
        .map(([name, file]) => [name.slice(language.length + 1), file]);
      const edition: EditionFile = {
        texts: readServerTexts(language),
        ...inDocument,
        entryFiles,
        applicationFiles,
        pageFiles: pages,
        textFiles: Object.fromEntries(textFiles),
      };
      const source = JSON.stringify(edition);
      const file = context.emitFile({ type: "asset", name: `edition-${language}.json`, source });
      return [language, `/${context.getFileName(file)}`];
    }),
  );
}

function cssOf(bundle: Rolldown.OutputBundle, styles: readonly string[]): string {
  if (styles.length === 0) throw new Error("The build has no style sheet");
  return styles
    .map((file) => {
      const output = bundle[file.slice(1)];
      return output?.type === "asset" ? String(output.source).trim() : "";
    })
    .join("");
}

/** A chunk and everything it imports statically. */
function reach(
  chunk: Rolldown.OutputChunk,
  byFile: Map<string, Rolldown.OutputChunk>,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const file of chunk.imports) {
    const imported = byFile.get(file);
    if (imported) reach(imported, byFile, seen);
  }
  return seen;
}

function stylesOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle)
    .filter((file) => file.endsWith(".css"))
    .map((file) => `/${file}`);
}

function relative(moduleId: string): string {
  return moduleId.replace(`${process.cwd()}/`, "").split("?")[0] ?? "";
}
