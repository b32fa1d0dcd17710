/**
 * Vite plugin that tells the worker about the browser build: which files each page and language needs, and the build's id.
 *
 * Writes `dist/build.json` (imported by the worker as `#build`), `builds/meta/{id}.json` and `builds/latest.json`.
 */
import { createHash } from "node:crypto";
import { readFileSync, globSync, writeFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

const ENTRY = "client/entry.browser.tsx";
const PAGE_MODULE = /^client\/pages\/([^/]+)\/([^/]+)-page\.tsx$/;
const TEXTS_MODULE = /^shared\/locales\/([^/]+)\/([^/]+)\.json$/;

export function browserBuild(): Plugin {
  return {
    name: "browser-build",
    apply: "build",
    generateBundle(_options, bundle) {
      const id = sourceHash();
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const build = { id, ...describeChunks(chunks), styles: stylesOf(bundle) };
      const meta = JSON.stringify({ id, timestamp: Date.now() });
      this.emitFile({ type: "asset", fileName: `builds/meta/${id}.json`, source: meta });
      this.emitFile({ type: "asset", fileName: "builds/latest.json", source: meta });
      pending = build;
    },
    writeBundle() {
      writeFileSync("dist/build.json", JSON.stringify(pending, null, 2));
    },
  };
}

let pending: unknown;

/** Same sources, same id: the hash of everything that can change an answer. */
function sourceHash(): string {
  const files = globSync(["{client,shared,worker}/**/*.{ts,tsx,css,json,sql}", "package-lock.json"]).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function describeChunks(chunks: Rolldown.OutputChunk[]) {
  const entry = chunks.find((chunk) => relative(chunk.facadeModuleId) === ENTRY);
  if (!entry) throw new Error(`The build has no chunk for ${ENTRY}`);
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesOf = (chunk: Rolldown.OutputChunk) => [...reach(chunk, byFile)].map((file) => `/${file}`);
  const pages: Record<string, string[]> = {};
  const texts: Record<string, string> = {};
  for (const chunk of chunks) {
    const module = relative(chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? null);
    const page = PAGE_MODULE.exec(module);
    if (page?.[1] && page[1] === page[2]) pages[page[1]] = filesOf(chunk);
    const text = TEXTS_MODULE.exec(module);
    if (text) texts[`${text[1]}/${text[2]}`] = `/${chunk.fileName}`;
  }
  return { entry: `/${entry.fileName}`, entryFiles: filesOf(entry), pages, texts };
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

function relative(moduleId: string | null): string {
  return (moduleId ?? "").replace(`${process.cwd()}/`, "").split("?")[0] ?? "";
}
